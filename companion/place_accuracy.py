"""How often the reader of places is right: sets of photographs read, scored, printed as a table."""

from __future__ import annotations

import signal
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.accuracy.place_report import Row as PlaceRow
    from companion.cli.photograph import Wishes

GIVEN = "given"  # stands for the condition of a set that does not name one
WIDE = 150
MOST_FAULTS = 40  # lines of what went wrong that are printed


def end_when_interrupted() -> None:
    """An interrupted worker ends at once, without a traceback of its own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def score_game(wishes: Wishes, conditions: list[str], markdown: bool, jobs: int) -> int:
    """Photograph a game in each of the conditions, score the sets; the exit status."""
    from companion.cli.photograph import take_photographs
    from hardware.simulated.conditions import conditions_named

    mixes = [conditions_named(name) for name in conditions]
    with tempfile.TemporaryDirectory(prefix="companion-accuracy-") as whole:
        sets = []
        for name, mix in zip(conditions, mixes, strict=True):
            folder = Path(whole) / name / f"{wishes.game}-{wishes.renderer}"
            take_photographs(replace(wishes, condition=name), mix, folder)
            sets.append(folder)
        return score_sets(tuple(sets), markdown, jobs)


def score_sets(sets: tuple[Path, ...], markdown: bool, jobs: int) -> int:
    """Score sets of whole tables, print the table; the exit status."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from rich.console import Console

    from companion.accuracy.place_report import (
        markdown_lines,
        reliability_lines,
        terminal_table,
    )
    from companion.accuracy.places import PlaceScore, load_table_truth

    for folder in sets:
        load_table_truth(folder)
    with ProcessPoolExecutor(
        min(jobs, len(sets)),
        mp_context=get_context("spawn"),
        initializer=end_when_interrupted,
    ) as pool:
        rows = [row for found in pool.map(place_rows, sets) for row in found]
    if markdown:
        every = sum((row[3] for row in rows), PlaceScore())
        click.echo("\n".join([*markdown_lines(rows), "", *reliability_lines(every)]))
    else:
        Console(width=WIDE).print(terminal_table(rows))
    faults = [f"{row[0]}, {fault}" for row in rows for fault in row[3].faults]
    for fault in faults[:MOST_FAULTS]:
        click.echo(fault, err=True)
    if len(faults) > MOST_FAULTS:
        click.echo(f"... and {len(faults) - MOST_FAULTS} more", err=True)
    return 1 if faults else 0


def place_rows(folder: Path) -> list[PlaceRow]:
    """The scores of one set of whole tables: a row for each kind of board."""
    from companion.accuracy.places import PlaceScore, load_table_truth, score_board
    from companion.reading.report import reading_of
    from companion.table_file import load_places
    from vision.pictures import read_picture
    from vision.places.reader import TableReader

    truth = load_table_truth(folder)
    described = {(one.board, one.copy): load_places(folder / one.table) for one in truth.tables}
    scores: dict[str, PlaceScore] = {}
    readers = {key: TableReader([board]) for key, board in described.items()}
    for photo in truth.photos:
        frame = read_picture(folder / photo.file)
        for true in photo.boards:
            key = true.board, true.copy
            reader = readers[key]
            reader.forget()
            read = reading_of([described[key]], reader.read(frame)).boards[0]
            places = {place.name: place for place in described[key].places}
            score = score_board(f"{photo.file}, {read.board}", true, read, places)
            scores[true.board] = scores.get(true.board, PlaceScore()) + score
    name = folder.resolve().name
    return [(name, truth.condition or GIVEN, board, score) for board, score in scores.items()]
