"""Spellings of what lies on a player board: tiles, turns, sides, Stardust, claims."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.games.girl.edition import Edition
from companion.games.girl.hexes import mask_of, turned
from companion.games.girl.pieces import COLOURS, SIDES, UNKNOWN_TILE
from companion.games.girl.rules.patterns import lines_into
from companion.games.girl.spelling.vocabulary import Vocabulary, fold, vocabulary
from companion.games.girl.state import GirlState

_FILLERS = {"at", "on", "as", "with", "side", "up", "lines", "line", "edges", "edge", "facing"}
_FILLERS |= {"by", "the", "its", "clockwise", "rotated", "rotation", "turned"}
_LIST_NEXT = {"as", "lines", "line", "edges", "edge"}
_TURN = re.compile(r"(?:r|rot|rotation|turn|turns)[:=]?(\d)\Z", re.IGNORECASE)
_DEGREES = re.compile(r"r?(\d{1,3})(?:°|deg|degrees)\Z", re.IGNORECASE)
_EDGES = re.compile(r"\{?(\d(?:,\d)*)\}?\Z", re.ASCII)
_CELL = re.compile(r"\d{1,2},\d{1,2}\Z", re.ASCII)
_TURN_NEXT = {"r", "rot", "rotation", "rotated", "turn", "turns", "turned"}
_DEGREES_BEFORE = {"deg", "degree", "degrees", "°"}
_COUNT = re.compile(r"[x×]?(\d{1,3})[x×]?\Z", re.IGNORECASE)
_SIDES = {
    **{"front": "front", "f": "front", "faceup": "front"},
    **{"back": "back", "b": "back", "reverse": "back"},
}
_CLAIMS = {"claim", "claims", "claiming", "takes", "take"}


def lying(edition: Edition, words: Sequence[str]) -> list[str]:
    """A tile, its cell, its turn and its side; the turn may be said by the edges with lines.

    A left-out turn is `r0`, a left-out side is `front`; edges that no turn of the tile has
    are left as they stand.
    """
    names, rest = vocabulary(edition), _joined(words)
    if not rest:
        return rest
    tile = rest.pop(0)
    tile = UNKNOWN_TILE if tile == UNKNOWN_TILE else names.tiles.get(fold(tile), tile)
    cell, turn, side, edges, unknown = "", "", "", "", list[str]()
    before = ""
    for word in rest:
        said = fold(word)
        if _CELL.match(word) and not cell and before not in _LIST_NEXT:
            cell = word
        elif (found := _TURN.match(word)) and not turn:
            turn = f"r{found[1]}"
        elif (found := _DEGREES.match(word)) and not turn and int(found[1]) % 60 == 0:
            turn = f"r{int(found[1]) // 60 % SIDES}"
        elif said in _SIDES and not side:
            side = _SIDES[said]
        elif not side and said in COLOURS and said == _front_colour(edition, tile):
            side = "front"
        elif (found := _EDGES.match(word)) and not edges and (word[0] == "{" or before):
            edges = found[1]
        elif said not in _FILLERS:
            unknown.append(word)
        before = said if said in _LIST_NEXT else ""
    if edges and not turn:
        return _by_edges(edition, tile, cell, edges, side, unknown)
    return [*filter(None, (tile, cell)), turn or "r0", side or "front", *unknown]


def _joined(words: Sequence[str]) -> list[str]:
    """The words, with a turn that was said in two of them as one: `rotation 1`, `60 degrees`."""
    found: list[str] = []
    for word in words:
        last = fold(found[-1]) if found else ""
        is_turn = last in _TURN_NEXT and word.isdigit() and len(word) == 1
        if is_turn or (last.isdigit() and fold(word) in _DEGREES_BEFORE):
            found[-1] = f"r{word}" if is_turn else f"{last}°"
        else:
            found.append(word)
    return found


def _front_colour(edition: Edition, tile: str) -> str:
    """The colour of a tile's front, "" when it is white (the back is white too) or unknown."""
    number = edition.tile_index.get(tile, -1)
    colour = edition.tiles[number].colour if number >= 0 else 0
    return COLOURS[colour - 1] if colour else ""


def _by_edges(
    edition: Edition, tile: str, cell: str, edges: str, side: str, unknown: list[str]
) -> list[str]:
    wanted = mask_of(int(edge) for edge in edges.split(",") if int(edge) < SIDES)
    number = edition.tile_index.get(tile, -1)
    sides = [("front", edition.tiles[number].lines)] if number >= 0 else []
    for name, lines in (*sides, ("back", edition.back)):
        for turns in range(SIDES):
            if side in ("", name) and turned(lines, turns) == wanted:
                return [tile, cell, f"r{turns}", name, *unknown]
    return [tile, cell, "{" + edges + "}", *filter(None, (side,)), *unknown]


def placed(state: GirlState, words: Sequence[str]) -> list[str]:
    """The words of `place` behind the seat."""
    edition = state.table.edition
    head, claims = _split(words)
    spelt = lying(edition, head)
    cell = spelt[1] if len(spelt) > 1 else ""
    return spelt + _claims(vocabulary(edition), claims, cell)


def stardust(state: GirlState, seat: int, words: Sequence[str]) -> list[str]:
    """The words of `stardust` behind the seat; a left-out number follows from the lines."""
    edition = state.table.edition
    head, claims = _split(words)
    rest = [word for word in head if fold(word) not in _FILLERS]
    cells = [word for word in rest if _CELL.match(word)]
    counts = [found[1] for word in rest if (found := _COUNT.match(word))]
    if len(cells) != 1 or len(rest) - len(cells) != len(counts) or len(counts) > 1:
        return list(words)
    if counts:
        count = int(counts[0])
    else:
        row, column = cells[0].split(",")
        cell = edition.field.index.get((int(row), int(column)), -1)
        count = 0
        if cell >= 0 and 0 <= seat < len(state.players):
            count = len(lines_into(edition.field, state.players[seat].board, cell))
    return [cells[0], f"x{max(count, 1)}", *_claims(vocabulary(edition), claims, "")]


def _split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before a claim, and those behind the word `claim`."""
    for place, word in enumerate(words):
        if fold(word) in _CLAIMS:
            return list(words[:place]), list(words[place + 1 :])
    return list(words), []


def _claims(names: Vocabulary, words: Sequence[str], own: str) -> list[str]:
    """`1,1=TR`; a corner alone belongs to the constellation of the tile placed on `own`."""
    found = []
    for word in re.sub(r"\s*[:=]\s*", "=", " ".join(words)).split():
        cell, _, corner = re.sub(r"[():]", "=", word).strip("=").partition("=")
        if fold(cell) in names.corners and not corner and own:
            cell, corner = own, cell
        corner = names.corners.get(fold(corner.strip("=")), corner.strip("="))
        found.append(f"{cell}={corner}" if corner else cell)
    return ["claim", *found] if found else []
