"""`companion teach`: an edition of somebody's own copy, made from photographs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.teaching.judging import Judged

BAD_FIT = 3


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Edition folder to write.")
@click.option("--game", default=None, help="With --begin: the game; else checked against the plan.")
@click.option("--begin", is_flag=True, help="Write a teach.toml to fill in, for --game.")
@click.option("--grid", default=None, help="With --begin: a hex grid ROWSxCOLUMNS, such as 7x8.")
@click.option("--check", "edition", type=click.Path(path_type=Path), help="Test an edition folder.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Write the sheets with boxes, PDF.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "a3", "letter"]))
def command(
    folder: Path | None,
    out: Path | None,
    game: str | None,
    begin: bool,
    grid: str | None,
    edition: Path | None,
    sheet: Path | None,
    paper: str,
) -> None:
    """Make an edition of your own copy from the photographs in FOLDER and its teach.toml.

    What each step understood is drawn into FOLDER/understood and kept; run it again after
    changing the plan, and only what changed is done.  Exit status: 0 the edition is written and
    good, 3 something does not fit, 2 something handed over can't be used.
    """
    if sheet is not None:
        _write_sheet(sheet, paper)
    if edition is not None:
        sys.exit(_check(edition))
    if folder is None:
        if sheet is None:
            raise InputError("name the folder with your photographs, or --check, or --sheet.")
        return
    if begin:
        _begin(folder, game, grid)
    else:
        sys.exit(_teach(folder, out, game))


def _teach(folder: Path, out: Path | None, game: str | None) -> int:
    """Do every step, write the edition, test it; the exit status."""
    from companion.games.catalogue import find_game
    from companion.keeping.whole_folder import check_folder
    from companion.teaching.plan import read_plan
    from companion.teaching_app.steps import Teacher
    from companion.teaching_app.writing import Understood, write_edition

    plan = read_plan(folder)
    if game is not None and find_game(game) is not find_game(plan.game):
        raise InputError(f"{folder} teaches {plan.game}, not {game}; leave --game out.")
    if out is None:
        raise InputError("--out is missing; name the edition folder to write.")
    check_folder(out)
    teacher = Teacher(folder, plan)
    understood = Understood(teacher)
    understood.learn(click.echo)
    for problem in understood.problems:
        click.echo(f"- {problem}")
    if not teacher.absent():  # else most kinds are missing with their photographs
        for sentence in understood.missing():
            click.echo(sentence)
    if understood.problems:
        click.echo("Nothing was written; what was understood is kept.")
        return BAD_FIT
    for path in write_edition(understood, out):
        click.echo(f"{path}")
    return _check(out)


def _check(edition: Path) -> int:
    from companion.teaching_app.checking import check_edition

    return _told(edition, check_edition(edition))


def _told(edition: Path, judged: Iterable[Judged]) -> int:
    bad = False
    for each in judged:
        for note in each.notes:
            click.echo(f"{note}.")
        for problem in each.problems:
            bad = True
            click.echo(f"- {problem}.")
    click.echo(f"{edition} {'does not fit; see above' if bad else 'is good'}.")
    return BAD_FIT if bad else 0


def _begin(folder: Path, game: str | None, grid: str | None) -> None:
    """Write a plan to be filled in, with the game's boards and pieces."""
    from companion.games.catalogue import find_game, load_edition
    from companion.games.printable import Printable
    from companion.keeping.whole_file import write_whole
    from companion.teaching.beginning import beginning
    from companion.teaching.plan import TOML_NAME

    if game is None:
        raise InputError("--begin needs --game, such as --game girl.")
    found = find_game(game)
    if not isinstance(found, Printable):
        raise InputError(f"{found.name} has no boards to be taught yet.")
    path = folder / TOML_NAME
    if path.exists():
        raise InputError(f"{path} is there already; change it, or move it away.")
    prints = found.prints(load_edition(found, found.default_edition))
    rows, columns = _grid(grid) if grid is not None else (0, 0)
    write_whole(path, beginning(found.name, prints, rows, columns).encode("utf-8"))
    click.echo(f"{path}: fill in your photographs, then run companion teach {folder} --out ...")


def _grid(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})[x×](\d{1,3})", text.strip(), re.ASCII)
    if match is None:
        raise InputError(f"--grid is ROWSxCOLUMNS, such as 7x8, not {text!r}.")
    return int(match[1]), int(match[2])


def _write_sheet(path: Path, paper: str) -> None:
    from companion.keeping.whole_file import write_whole
    from companion.teaching_app.sheets import teaching_pdf

    pdf, pages = teaching_pdf(paper)
    write_whole(path, pdf)
    click.echo(f"{path}: {pages} pages; print at 100 %, lay pieces into the boxes.")
