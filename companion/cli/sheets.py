"""`companion sheets`: a game's boards and pieces as PDF, and what readers need to know of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from companion.drawing import Drawing
    from companion.games.contract import AnyGame
    from companion.prints import BoardPrint, Modules, Prints

BOARD_PX_PER_MM = 4.0
PIECE_PX_PER_MM = 10.0
LEAST_PX = 64  # of a picture's shorter side: readers need to see something of a small piece


@click.command()
@click.argument("game")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder to write to.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "a3", "letter"]))
@click.option("--edition", default=None, help="Name of an edition, or a file of your own.")
@click.option(
    "--language",
    default="both",
    show_default=True,
    type=click.Choice(["en", "zh-Hant", "both"]),
    help="Of titles and notes.",
)
def command(game: str, out: Path, paper: str, edition: str | None, language: str) -> None:
    """Print the boards and pieces of GAME, to cut out and play with under the camera."""
    from companion.games.catalogue import find_game, load_edition
    from companion.games.contract import LANGUAGES
    from companion.games.printable import Printable
    from companion.printing.game_sheets import game_sheets
    from companion.printing.sheet import PAPERS
    from companion.whole_folder import check_folder, write_all

    found = find_game(game)
    if not isinstance(found, Printable):
        raise InputError(f"{found.name} has no sheets yet; it is played with a copy of your own.")
    check_folder(out)
    prints = found.prints(load_edition(found, edition or found.default_edition))
    languages = LANGUAGES if language == "both" else (language,)
    black = markers_of(prints)
    sheets = game_sheets(prints, PAPERS[paper], found.say, black, languages)
    files = {sheet.name: sheet.pdf for sheet in sheets}
    files |= descriptions(found, prints, black, out)
    write_all(out, files)
    for sheet in sheets:
        click.echo(f"{out / sheet.name}: {sheet.pages} page{'s' if sheet.pages > 1 else ''}")
    boards = ", ".join(name for name in files if name.endswith(".toml"))
    if boards:
        click.echo(f"{out}: {boards} describe the boards for the camera")
    click.echo("Print at 100 %; the rule on every page is 100 mm long.")


def markers_of(prints: Prints) -> dict[int, Modules]:
    """Every marker of a game's boards, by its id."""
    from companion.dictionaries import find_dictionary
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
    """What the description of copy number `copy` (from 0) of a board is called."""
    return board.name + (f"-{copy + 1}" if board.count > 1 else "") + ".toml"


def board_title(game: AnyGame, board: BoardPrint, copy: int, language: str = "en") -> str:
    """What copy number `copy` (from 0) of a board is called; readers call it so in English."""
    said = game.say(board.key, language, board.values)
    return said + (f" {copy + 1}" if board.count > 1 else "")


def descriptions(
    game: AnyGame, prints: Prints, black: dict[int, Modules], out: Path
) -> dict[str, bytes]:
    """Every board's `.toml` and the pictures that they name, by name within the folder."""
    from companion.printing.descriptions import description_of, pictures_of
    from companion.prints import marked_board
    from companion.table_text import dump_places

    files: dict[str, bytes] = {}
    for board in prints.boards:
        for copy in range(board.count):
            name = file_name(board, copy).removesuffix(".toml")
            title = board_title(game, board, copy)
            described = description_of(prints, board, copy, title, out / f"{name}.toml")
            text = dump_places(described.board, described.tokens)
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
