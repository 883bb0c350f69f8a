"""`companion sheets`: a game's boards and pieces as PDF, and what readers need to know of them."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import InputError


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
    from companion.keeping.whole_folder import check_folder, write_all
    from companion.printed.sheet_files import descriptions, markers_of
    from companion.printing.game_sheets import game_sheets
    from companion.printing.sheet import PAPERS

    found = find_game(game)
    if not isinstance(found, Printable):
        raise InputError(f"{found.name} has no sheets yet; it is played with a copy of your own.")
    check_folder(out)
    printed = load_edition(found, edition or found.default_edition)
    prints = found.prints(printed)
    languages = LANGUAGES if language == "both" else (language,)
    black = markers_of(prints)
    sheets = game_sheets(prints, PAPERS[paper], found.say, black, languages)
    files = {sheet.name: sheet.pdf for sheet in sheets}
    files |= descriptions(found, prints, black, out, printed.name)
    write_all(out, files)
    for sheet in sheets:
        click.echo(f"{out / sheet.name}: {sheet.pages} page{'s' if sheet.pages > 1 else ''}")
    boards = ", ".join(name for name in files if name.endswith(".toml"))
    if boards:
        click.echo(f"{out}: {boards} describe the boards for the camera")
    click.echo("Print at 100 %; the rule on every page is 100 mm long.")
