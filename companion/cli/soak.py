"""`companion soak`: whole tables for hours, with faults, and a verdict."""

from __future__ import annotations

from pathlib import Path

import click

_PHOTOGRAPHS = 4


@click.command()
@click.option("--hours", type=click.FloatRange(min=0.001), default=1.0, show_default=True)
@click.option("--every", "every_s", type=click.FloatRange(min=1), default=60.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of acts and faults.")
@click.option(
    "--only", "names", multiple=True, help="Only the table of this name; may be given again."
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every sample to this file, too.",
)
@click.pass_context
def command(
    ctx: click.Context,
    hours: float,
    every_s: float,
    seed: int,
    names: tuple[str, ...],
    csv_file: Path | None,
) -> None:
    """Run tables for HOURS while phones act at random and things go wrong.

    Every EVERY seconds a line a table: memory, threads, file handles, latency from an act to the
    watching pages.  Exit status: 0 every goal reached, 1 not.
    """
    from tempfile import TemporaryDirectory

    from companion.bench.service import photographs
    from companion.errors import InputError
    from companion.keeping.whole_file import write_whole
    from companion.soak.report import HEAD, as_csv, tell_sample, tell_verdict
    from companion.soak.run import plans, soak
    from companion.soak.trial import Trial

    known = [plan.name for plan in plans(Path(), Path())]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise InputError(f"there is no table {unknown[0]!r}; they are {', '.join(known)}")
    with TemporaryDirectory() as draft:
        drawn = photographs(Path(draft) / "set", _PHOTOGRAPHS)
        found = plans(drawn / "photos", drawn / "table.toml")
        trials = [
            Trial(plan, Path(draft) / f"data-{number}", seed + number)
            for number, plan in enumerate(found)
            if not names or plan.name in names
        ]
        click.echo(HEAD)
        soak(trials, hours * 3600, every_s, tell_sample)
    if csv_file is not None:
        write_whole(csv_file, as_csv(trials).encode())
    ctx.exit(0 if tell_verdict(trials) else 1)
