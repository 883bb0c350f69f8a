"""The descriptions of a game's printed boards and the pictures that they name, as files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError

if TYPE_CHECKING:
    from companion.drawing import Drawing
    from companion.games.contract import AnyGame
    from companion.prints import BoardPrint, Modules, Prints

BOARD_PX_PER_MM = 4.0
PIECE_PX_PER_MM = 10.0
LEAST_PX = 64  # of a picture's shorter side: readers need to see something of a small piece


def markers_of(prints: Prints) -> dict[int, Modules]:
    """Every marker of a game's boards, by its id."""
    from companion.describing.dictionaries import find_dictionary
    from vision.marker_art import marker_bits

    ids = sorted({tag.id for board in prints.boards for tags in board.tags for tag in tags})
    known = find_dictionary(prints.dictionary)
    if known is None:
        raise InputError(
            f"the edition's markers are of {prints.dictionary}, which is no dictionary of OpenCV;"
            " correct its name, such as DICT_4X4_50."
        )
    if ids and ids[-1] >= known.count:
        raise InputError(
            f"the edition's boards need marker {ids[-1]}, but {known.name} ends with"
            f" {known.count - 1}; let its markers begin lower or name a larger dictionary."
        )
    return {tag_id: marker_bits(prints.dictionary, tag_id) for tag_id in ids}


def file_name(board: BoardPrint, copy: int) -> str:
    """What the description of copy number `copy` (from 0) of a board is called.

    Without blanks, since people type it.
    """
    name = board.name.replace(" ", "-")
    return name + (f"-{copy + 1}" if board.count > 1 else "") + ".toml"


def board_title(game: AnyGame, board: BoardPrint, copy: int, language: str = "en") -> str:
    """What copy number `copy` (from 0) of a board is called; readers call it so in English."""
    said = game.say(board.key, language, board.values)
    return said + (f" {copy + 1}" if board.count > 1 else "")


def descriptions(
    game: AnyGame, prints: Prints, black: dict[int, Modules], out: Path, edition: str = ""
) -> dict[str, bytes]:
    """Every board's `.toml` and the pictures that they name, by name within the folder.

    `edition` is the name of the edition that is printed, where it is known.
    """
    from companion.describing.table_text import dump_places
    from companion.printing.descriptions import description_of, pictures_of
    from companion.prints import marked_board

    files: dict[str, bytes] = {}
    for board in prints.boards:
        for copy in range(board.count):
            name = file_name(board, copy).removesuffix(".toml")
            title = board_title(game, board, copy)
            described = description_of(prints, board, copy, title, out / f"{name}.toml")
            owned = replace(described.board, game=game.name, edition=edition)
            text = dump_places(owned, described.tokens)
            files[f"{name}.toml"] = text.encode("utf-8")
            if described.board.empty is not None:
                path = described.board.empty.relative_to(out).as_posix()
                files[path] = _png(marked_board(board, copy, black), BOARD_PX_PER_MM)
    for picture in pictures_of(prints, out):
        path = picture.path.relative_to(out).as_posix()
        finer = LEAST_PX / min(picture.drawing.size_mm)
        files[path] = _png(picture.drawing, max(PIECE_PX_PER_MM, finer))
    return files


def _png(drawing: Drawing, px_per_mm: float) -> bytes:
    from hardware.simulated.drawing_file import drawing_png

    return drawing_png(drawing, px_per_mm)
