"""`companion simulate`: random legal games, every rule invariant checked at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from companion.rehearsal.faults import Faults


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(1, 26), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=50, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option("--edition", default=None, help="Name of an edition, or a file of your own.")
@click.option("--vary-rulings", is_flag=True, help="Pick the settings of each game by its seed.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Write the record of the last game to this file.",
)
@click.option(
    "--live",
    is_flag=True,
    help="Referee the games: real loop, journal and HTTP, a stand-in for camera and readers.",
)
@click.option(
    "--faults/--no-faults",
    default=True,
    show_default=True,
    help="With --live: hands, blur, bumps, lamps, lost and old pictures, bouncing buttons, "
    "moves taken back, broken rules, restarts.",
)
@click.option(
    "--misreads",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="With --live: share of looks at which a place is read in doubt, or is covered; two more "
    "places a game are read as another piece.",
)
@click.option(
    "--kills",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="With --live: how often per game the process of the referee is killed.",
)
@click.option(
    "--pictures",
    is_flag=True,
    help="With --live: every frame is a photograph of the simulated table, and is read.",
)
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    players: int,
    games: int,
    seed: int,
    edition: str | None,
    vary_rulings: bool,
    out: Path | None,
    live: bool,
    faults: bool,
    misreads: float,
    kills: int,
    pictures: bool,
) -> None:
    """Play random games of GAME to the end and print counts and scores.

    Game number n uses the seed SEED + n, so a failing seed replays with --games 1.
    Exit status: 0 all games sound, 1 an invariant broke (the seed is printed), with --live a
    score that is not the truth or a broken rule that was not told.
    """
    if live:
        seeds = range(seed, seed + games)
        if pictures and (misreads or kills):
            raise click.UsageError("--pictures reads real pictures: leave out --misreads, --kills.")
        what = _faults(faults, misreads, kills, pictures)
        _live(ctx, game, edition or "", players, seeds, what, pictures)
        return
    if pictures:
        raise click.UsageError("--pictures goes with --live.")
    from rich.console import Console
    from rich.progress import track

    from companion.games.catalogue import find_game, load_edition
    from companion.keeping.whole_file import write_whole
    from companion.records.document import write_record
    from companion.records.self_play import play, random_rulings

    found = find_game(game)
    data = load_edition(found, edition or found.default_edition)
    console = Console(stderr=True)
    kinds: Counter[str] = Counter()
    totals: list[int] = []
    seeds = range(seed, seed + games)
    for number in track(seeds, "Playing", console=console, disable=not console.is_terminal):
        rulings = random_rulings(found, data, number) if vary_rulings else {}
        run = play(found, data, players, number, rulings)
        kinds.update(run.kinds)
        if out is not None:
            write_whole(out, write_record(run.record))
        if run.broken or run.result is None:
            click.echo(f"seed {run.seed}, move {len(run.record.moves)}: {'; '.join(run.broken)}")
            ctx.exit(1)
        totals += [score.total for score in run.result.seats]
    _print(games, kinds, totals)


def _print(games: int, kinds: Counter[str], totals: Sequence[int]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    moves = sum(kinds.values())
    console.print(f"{games} games, {moves} moves, every invariant held at every step.")
    table = Table("move", "count", "per game", title="Moves")
    for kind, count in kinds.most_common():
        table.add_row(kind, str(count), f"{count / games:.1f}")
    console.print(table)
    ordered = sorted(totals)
    marks = ("least", 0.0), ("a quarter below", 0.25), ("half", 0.5), ("three quarters", 0.75)
    scores = Table("score", "VP", title=f"Scores of {len(ordered)} seats")
    for name, share in (*marks, ("most", 1.0)):
        scores.add_row(name, str(ordered[round(share * (len(ordered) - 1))]))
    console.print(scores)


def _faults(usual: bool, misreads: float, kills: int, pictures: bool) -> Faults:
    """What goes wrong, as it was asked for."""
    from dataclasses import replace

    from companion.rehearsal.faults import NONE, Faults
    from companion.rehearsal.film_trouble import FILMED_FAULTS

    if pictures:
        return FILMED_FAULTS if usual else NONE
    faults = replace(Faults() if usual else NONE, killed=kills)
    if not misreads:
        return faults
    return replace(faults, misread=misreads / 2, covered=misreads / 2, mistaken=2)


def _live(
    ctx: click.Context,
    game: str,
    edition: str,
    players: int,
    seeds: Sequence[int],
    faults: Faults,
    pictures: bool,
) -> None:
    """Rehearse games under the referee's eyes and print what came of them."""
    from companion.rehearsal.filmed_game import FilmedRehearsal
    from companion.rehearsal.game import Rehearsal
    from companion.rehearsal.run import rehearse
    from companion.rehearsal.tally import Tally

    kind = FilmedRehearsal if pictures else Rehearsal
    every = Tally()
    for seed, tally in rehearse(game, edition, players, seeds, faults, kind):
        every.add(tally)
        score = "exact" if tally.exact else "WRONG"
        click.echo(
            f"seed {seed}: score {score}, {tally.moves} moves, {tally.looks} looks, "
            f"{tally.questions} questions, {tally.caught} of {tally.breaks} broken rules told, "
            f"{tally.faults.total()} faults, {tally.cpu_s:.0f} s"
        )
        for failure in tally.failures:
            click.echo(f"  {failure}")
    for line in every.lines:
        click.echo(line)
    if not every.sound:
        ctx.exit(1)
