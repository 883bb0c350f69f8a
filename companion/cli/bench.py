"""`companion bench`: speed as ratios, memory and start of the service."""

from __future__ import annotations

import importlib
import pkgutil

import click

import companion.bench


def _parts() -> list[str]:
    """The parts that can be measured: each is a module of companion.bench."""
    return sorted(module.name for module in pkgutil.iter_modules(companion.bench.__path__))


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(_parts()))
def command(parts: tuple[str, ...]) -> None:
    """Measure PARTS (all of them when none is named) and print figures beside their goals.

    A ratio compares with a baseline run beside it on one core; run it on a quiet machine.
    """
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "measured", "goal", "note")
    console = Console()
    for name in parts or _parts():
        with console.status(f"measuring {name}"):
            for row in importlib.import_module(f"companion.bench.{name}").rows():
                goal = "" if row.goal is None else f"at most {row.goal:g}"
                style = "" if row.met else "yellow"
                table.add_row(row.what, f"{row.value:.2f} {row.unit}", goal, row.note, style=style)
    console.print(table)
