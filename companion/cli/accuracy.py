"""`companion accuracy`: how often the readers are right, on photographs with known truth."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.photos.named_option import NamedOption, art_names, condition_names

if TYPE_CHECKING:
    from companion.accuracy.report import Row
    from companion.accuracy.score import Score
    from companion.flow import Frame

GIVEN = "given"  # stands for the condition of sets that were handed over
MOST_FAULTS = 40  # lines of what went wrong that are printed


@dataclass(frozen=True, slots=True)
class Cell:
    """One row to be: photographs to throw of an art in a condition, or a given set's folder."""

    art: str
    condition: str
    photos: int
    seed: int
    folder: Path | None = None


@click.command()
@click.option(
    "--photos",
    default=8,
    show_default=True,
    type=click.IntRange(1, 999),
    help="Photographs for each art and condition.",
)
@click.option(
    "--arts",
    cls=NamedOption,
    names=art_names,
    default="",
    help="Names with commas between; all arts when left out.",
)
@click.option(
    "--conditions",
    cls=NamedOption,
    names=condition_names,
    default="any",
    show_default=True,
    help="Names with commas between.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
@click.option(
    "--sets",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A folder as companion throw or companion photograph makes it, instead of throwing; may"
    " be given repeatedly.",
)
@click.option(
    "--game",
    default=None,
    help="Photograph positions of this game on a simulated whole table, instead of throwing.",
)
@click.option(
    "--view",
    default="any",
    show_default=True,
    type=click.Choice(["any", "table", "board"]),
    help="With --game: the whole table in a picture, one board, or now this, now that.",
)
@click.option(
    "--renderer",
    default="quick",
    show_default=True,
    type=click.Choice(["quick", "mitsuba"]),
    help="With --game: the built-in one, or Mitsuba (extra `render`).",
)
@click.option(
    "--wrong",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="With --game: share of photographs with pieces where the game does not have them.",
)
@click.option(
    "--heaped",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="With --game: share of photographs with pieces that touch or lie partly on each other.",
)
@click.option(
    "--keep",
    default=None,
    type=click.Path(path_type=Path, file_okay=False),
    help="With --game: keep each photograph in this folder, and take only those not there yet.",
)
@click.option(
    "--plot",
    default=None,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Of whole tables: draw how often what was said to be so likely was right, as SVG.",
)
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
@click.option(
    "--jobs",
    default=max(1, (os.cpu_count() or 2) // 2),
    show_default="half the cores",
    type=click.IntRange(1, 64),
    help="Rows that are measured at the same time.",
)
@click.pass_context
def command(
    ctx: click.Context,
    photos: int,
    arts: str,
    conditions: str,
    seed: int,
    sets: tuple[Path, ...],
    game: str | None,
    view: str,
    renderer: str,
    wrong: float,
    heaped: float,
    keep: Path | None,
    plot: Path | None,
    markdown: bool,
    jobs: int,
) -> None:
    """Throw photographs, read them, compare with the truth; a row for each art and condition.

    Sets of whole tables are read place by place; a row for each set and board.

    Exit status: 0 when all is well, 1 when a reading was wrong in a way that must not be (a
    wrong kind, a wrong Light called sure, a token that is not there, a place read wrongly), 2
    for unusable input.
    """
    from rich.console import Console

    from companion.accuracy.places import is_table_set
    from companion.accuracy.report import (
        TABLE_WIDTH,
        fault_lines,
        markdown_lines,
        terminal_table,
    )
    from companion.apps.place_accuracy import Asked, score_game, score_sets
    from companion.cli.photograph import Wishes

    asked = Asked(markdown, jobs, plot)
    if game is not None:
        wishes = Wishes(game, photos, seed, "", view=view, wrong=wrong, renderer=renderer)
        wishes = replace(wishes, heaped=heaped)
        ctx.exit(score_game(wishes, _names(conditions) or ["any"], asked, keep))
    if any(is_table_set(folder) for folder in sets):
        ctx.exit(score_sets(sets, asked))
    if sets:
        planned = [Cell(folder.resolve().name, GIVEN, 0, 0, folder) for folder in sets]
    else:
        planned = _planned(_names(arts), _names(conditions), photos, seed)
    rows = _measured(planned, jobs)
    if markdown:
        click.echo("\n".join(markdown_lines(rows)))
    else:
        Console(width=TABLE_WIDTH).print(terminal_table(rows))
    faults = list(fault_lines(rows))
    for fault in faults[:MOST_FAULTS]:
        click.echo(fault, err=True)
    if len(faults) > MOST_FAULTS:
        click.echo(f"... and {len(faults) - MOST_FAULTS} more", err=True)
    ctx.exit(1 if any(score.must_be_zero for _, _, score in rows) else 0)


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _planned(arts: list[str], conditions: list[str], photos: int, seed: int) -> list[Cell]:
    """Every art in every condition; raises InputError for a name that is not known."""
    from hardware.simulated.arts import ART_NAMES, art_named
    from hardware.simulated.conditions import conditions_named

    for name in arts:
        art_named(name)
    for name in conditions:
        conditions_named(name)
    return [
        Cell(art, condition, photos, seed)
        for art in arts or ART_NAMES
        for condition in conditions or ["any"]
    ]


def _measured(planned: list[Cell], jobs: int) -> list[Row]:
    """The scores in the order planned; at most `jobs` processes work on them."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from rich.console import Console
    from rich.progress import Progress

    from companion.apps.place_accuracy import end_when_interrupted

    scores: dict[int, Score] = {}
    workers = min(jobs, len(planned))
    with (
        # Workers that are broken off leave their sets here, so that nothing is left behind.
        tempfile.TemporaryDirectory(prefix="companion-accuracy-") as workshop,
        Progress(console=Console(stderr=True), transient=True) as progress,
        ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=end_when_interrupted
        ) as pool,
    ):
        task = progress.add_task("Reading", total=len(planned))
        waiting = {
            pool.submit(measure, cell, Path(workshop) / str(index)): index
            for index, cell in enumerate(planned)
        }
        try:
            for done in as_completed(waiting):
                scores[waiting[done]] = done.result()
                progress.advance(task)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return [(cell.art, cell.condition, scores[index]) for index, cell in enumerate(planned)]


def measure(cell: Cell, draft: Path) -> Score:
    """The score of one cell; a set is thrown into the new folder `draft` and deleted again."""
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio

    if cell.folder is not None:
        return _total(_scores(cell.folder))
    try:
        studio = Studio(art_named(cell.art), cell.seed, conditions_named(cell.condition))
        write_photo_set(studio, cell.photos, draft)
        return _total(_scores(draft))
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _total(scores: Iterator[Score]) -> Score:
    from companion.accuracy.score import Score

    return sum(scores, Score())


def _scores(folder: Path) -> Iterator[Score]:
    """One score a photograph, each read as if it were the only one.

    An empty picture that shows no board (too blurred, say) can't help, so it is left out.
    """
    from companion.accuracy.score import score_photo
    from companion.accuracy.truth import TrueGeometry, load_truth
    from companion.describing.table_file import load_board
    from companion.games.girl.toss import judge_toss
    from vision.pictures import read_picture
    from vision.registration import BoardNotFound, find_board
    from vision.toss import TossReader

    board = load_board(folder / "table.toml")
    geometry = TrueGeometry(board)
    bare = read_picture(folder / "empty.jpg")
    empty: Frame | None = bare
    try:
        find_board(bare, board)
    except BoardNotFound:
        empty = None
    for photo in load_truth(folder):
        observation = TossReader(board, empty).read(read_picture(folder / photo.file))
        yield score_photo(photo, judge_toss(observation, board), geometry)
