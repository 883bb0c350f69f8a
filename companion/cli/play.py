"""`companion play`: a whole game by typing its moves, kept in a journal, taken up again later."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from companion.records.document import Record


@click.command()
@click.argument("journal", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", default=None, help="Begin this game, for example girl.")
@click.option("--players", default=None, help="Names in seat order, with commas between them.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Begin with the setup and the moves of this record.",
)
@click.option(
    "--rescue",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Write the record of what can still be read in a damaged JOURNAL, and stop.",
)
@click.option("--language", type=click.Choice(["en", "zh-Hant"]), default="en", show_default=True)
def command(
    journal: Path,
    game: str | None,
    players: str | None,
    source: Path | None,
    rescue: Path | None,
    language: str,
) -> None:
    """Play or go on with the game in the file JOURNAL; `help` lists what can be typed.

    A new game needs --game and --players, or --from.
    """
    import sys

    from companion.keeping.journal import Journal
    from companion.records.report import noted
    from companion.whole_game.console import GameConsole
    from companion.whole_game.session import GameSession
    from hardware.clock import MonotonicClock

    if rescue is not None:
        _rescue(journal, rescue)
        return
    clock = MonotonicClock()
    header = _header(game, players, source)
    if header is None and not journal.exists():
        raise InputError(
            f"{journal} is not there; a new game needs --game and --players, or --from"
        )
    with Journal(journal) as opened:
        if header is None:
            session = GameSession.resume(opened)
        else:
            session = GameSession.begin(opened, header, "", clock.now_s())
        for note in session.notes:
            click.echo(f"! {noted(session.game, note, language)}")
        console = GameConsole(session, clock.now_s, language)
        for line in itertools.chain(["score"], sys.stdin):
            if line.strip() == "quit":
                break
            for said in console.answer(line):
                click.echo(said)


def _header(game: str | None, players: str | None, source: Path | None) -> Record | None:
    """The record that a new game begins with; None to go on with the journal's game."""
    from companion.records.document import Record, read_record
    from companion.records.players import read_players

    if source is not None:
        try:
            return read_record(source.read_bytes(), str(source))
        except OSError as error:
            raise InputError(f"{source}: can't be read: {error.strerror or error}") from error
    if game is None and players is None:
        return None
    if game is None or players is None:
        raise InputError("a new game needs both --game and --players, such as --players Ann,Ben")
    names = read_players(players.split(","))
    return Record(game, None, tuple(player.name for player in names), {}, {}, None, ())


def _rescue(journal: Path, out: Path) -> None:
    """Write the record of the entries before the damage."""
    from companion.keeping.journal import read_undamaged
    from companion.keeping.whole_file import write_whole
    from companion.records.document import write_record
    from companion.whole_game.history import steps_of
    from companion.whole_game.session import header_of

    entries = read_undamaged(journal)
    moves = tuple(move for step in steps_of(entries) for move in step.moves)
    record = replace(header_of(entries, str(journal)), moves=moves)
    write_whole(out, write_record(record))
    click.echo(f"{out}: {len(moves)} moves of {len(entries)} readable entries")
