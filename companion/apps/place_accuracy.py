"""How often the reader of places is right: sets of photographs read, scored, printed as a table."""

from __future__ import annotations

import signal
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from companion.accuracy.place_report import Row as PlaceRow
    from companion.cli.photograph import Wishes

GIVEN = "given"  # stands for the condition of a set that does not name one
WIDE = 150
MOST_FAULTS = 40  # lines of what went wrong that are printed


@dataclass(frozen=True, slots=True)
class Asked:
    """How scores are told: as Markdown or not, with a reliability plot, measured in how many
    processes.
    """

    markdown: bool
    jobs: int
    plot: Path | None = None


def end_when_interrupted() -> None:
    """An interrupted worker ends at once, without a traceback of its own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def score_game(
    wishes: Wishes, conditions: list[str], asked: Asked, kept: Path | None = None
) -> int:
    """Photograph a game in each of the conditions, score the sets; the exit status.

    With a folder `kept` each photograph is a set of its own there, and one that is there already
    is not taken again: what was interrupted goes on.
    """
    from companion.cli.photograph import take_photographs
    from hardware.simulated.conditions import conditions_named

    mixes = {name: conditions_named(name) for name in conditions}
    name = f"{wishes.game} {wishes.renderer}"
    if kept is not None:
        sets = []
        for number in range(wishes.photos):
            for condition, mix in mixes.items():
                one = replace(wishes, condition=condition, photos=1, seed=wishes.seed + number)
                folder = kept / condition / f"{wishes.game}-{wishes.renderer}-{one.seed}"
                if not folder.exists():
                    take_photographs(one, mix, folder)
                sets.append(folder)
        return score_sets(tuple(sets), asked, name)
    with tempfile.TemporaryDirectory(prefix="companion-accuracy-") as whole:
        sets = []
        for condition, mix in mixes.items():
            folder = Path(whole) / condition / f"{wishes.game}-{wishes.renderer}"
            take_photographs(replace(wishes, condition=condition), mix, folder)
            sets.append(folder)
        return score_sets(tuple(sets), asked, name)


def score_sets(sets: tuple[Path, ...], asked: Asked, name: str | None = None) -> int:
    """Score sets of whole tables, print the table; the exit status.

    Sets are told apart by their folders' names, unless one `name` stands for all.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from companion.accuracy.place_report import added_up
    from companion.accuracy.places import load_table_truth

    for folder in sets:
        load_table_truth(folder)
    with ProcessPoolExecutor(
        min(asked.jobs, len(sets)),
        mp_context=get_context("spawn"),
        initializer=end_when_interrupted,
    ) as pool:
        found = [row for rows in pool.map(place_rows, sets) for row in rows]
    _told(added_up([(name or row[0], *row[1:]) for row in found]), asked)
    faults = [f"{row[0]}, {row[1]}, {fault}" for row in found for fault in row[3].faults]
    for fault in faults[:MOST_FAULTS]:
        click.echo(fault, err=True)
    if len(faults) > MOST_FAULTS:
        click.echo(f"... and {len(faults) - MOST_FAULTS} more", err=True)
    return 1 if faults else 0


def _told(rows: list[PlaceRow], asked: Asked) -> None:
    """Print the table, and draw the plot that was asked for."""
    from rich.console import Console

    from companion.accuracy.place_report import (
        markdown_lines,
        reliability_lines,
        terminal_table,
    )
    from companion.accuracy.places import PlaceScore
    from companion.accuracy.reliability_plot import reliability_svg

    every = sum((row[3] for row in rows), PlaceScore())
    if asked.markdown:
        click.echo("\n".join([*markdown_lines(rows), "", *reliability_lines(every)]))
    else:
        Console(width=WIDE).print(terminal_table(rows))
    if asked.plot is not None:
        try:
            asked.plot.write_text(reliability_svg(every), encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"{asked.plot} can't be written: {error.strerror or error}."
            ) from error


def place_rows(folder: Path) -> list[PlaceRow]:
    """The scores of one set of whole tables: a row for each kind of board.

    The boards of a photograph are read together, each photograph as if it were the first.
    """
    from companion.accuracy.places import PlaceScore, load_table_truth, score_board
    from companion.describing.table_file import load_places
    from companion.reading.report import reading_of
    from vision.pictures import read_picture
    from vision.places.reader import TableReader
    from vision.places.shot import Shot

    truth = load_table_truth(folder)
    described = [load_places(folder / one.table) for one in truth.tables]
    table = TableReader(described)
    number_of = {(one.board, one.copy): number for number, one in enumerate(truth.tables)}
    scores: dict[str, PlaceScore] = {}
    for photo in truth.photos:
        shot = Shot(read_picture(folder / photo.file))
        table.forget()
        for true in photo.boards:
            number = number_of[true.board, true.copy]
            board = described[number]
            read = reading_of([board], [table.readers[number].read(shot)]).boards[0]
            places = {place.name: place for place in board.places}
            score = score_board(f"{photo.file}, {read.board}", true, read, places)
            scores[true.board] = scores.get(true.board, PlaceScore()) + score
    name = folder.resolve().name
    return [(name, truth.condition or GIVEN, board, score) for board, score in scores.items()]
