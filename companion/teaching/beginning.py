"""The first `teach.toml` of a game, to be filled in by a person."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.prints import Prints
from companion.teaching.boxes import SHEETS

_HEAD = """\
# Teach the companion your own copy. Every photograph lies in this folder.
# Leave out what you do not have. docs/teaching.md explains every key.
game = {game}
name = ""                  # what you call this copy
dictionary = {dictionary}
marker_mm = 24.0           # the black square of the stickers, measured
borrow = []                # families of pieces that you print from our sheets
"""

_BOARD = """
[[board]]
board = {board}
copy = {copy}
photos = [{photo}]         # nothing on it; a second one from another side is better
# Stickers anywhere on the board: its corners in the first photograph, in pixels, from top-left
# clockwise, and its measured width and height. Without these two lines: our marker strips.
# corners_px = [[0, 0], [0, 0], [0, 0], [0, 0]]
# size_mm = [{width:g}, {height:g}]
# handles = [{{ place = {first}, px = [0, 0] }}, {{ place = {last}, px = [0, 0] }}]
# mirror = false
# nudge_mm = [0.0, 0.0]
# snap = true              # onto the outlines that are printed round the places
"""

_GRID = """\
[board.grid]
rows = {rows}
columns = {columns}
families = [{families}]
"""

_PIECES = """
[[pieces]]
photo = {photo}
family = {family}
kinds = [{kinds}]
"""


def beginning(game: str, prints: Prints, rows: int = 0, columns: int = 0) -> str:
    """The text, with a hex grid for the first board when rows and columns are given."""
    head = _HEAD.format(game=_text(game), dictionary=_text(prints.dictionary))
    return head + "".join([*_boards(prints, rows, columns), *_pieces(prints)])


def _boards(prints: Prints, rows: int, columns: int) -> Iterator[str]:
    for number, board in enumerate(prints.boards):
        width, height = board.drawing.size_mm
        grid = number == 0 and rows > 0
        names = (
            ("0,0", f"{rows - 1},{columns - 1}")
            if grid
            else (board.places[0].name, board.places[-1].name)
        )
        yield _BOARD.format(
            board=_text(board.name),
            copy=1,
            photo=_text(f"{board.name.replace(' ', '-')}.jpg"),
            width=width,
            height=height,
            first=_text(names[0]),
            last=_text(names[1]),
        )
        if grid:
            families = {name for place in board.places for name in place.families}
            said = ", ".join(_text(f.name) for f in prints.families if f.name in families)
            yield _GRID.format(rows=rows, columns=columns, families=said)


def _pieces(prints: Prints) -> Iterator[str]:
    used = {name for board in prints.boards for place in board.places for name in place.families}
    for family in prints.families:
        if family.name not in used:
            continue
        sheet = next((sheet for sheet in SHEETS if sheet.holds(family)), None)
        most = 1 if sheet is None else len(sheet.boxes)
        for number, first in enumerate(range(0, len(family.kinds), most), 1):
            kinds = ", ".join(map(_text, family.kinds[first : first + most]))
            photo = _text(f"{family.name}-{number}.jpg".replace(" ", "-"))
            yield _PIECES.format(photo=photo, family=_text(family.name), kinds=kinds)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
