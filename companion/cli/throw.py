"""`companion throw`: photographs of a simulated table, with their truth."""

from __future__ import annotations

from pathlib import Path

import click

from companion.photos.named_option import NamedOption, art_names
from companion.photos.options import photo_options


@click.command("throw")
@click.option(
    "--art",
    "art_name",
    cls=NamedOption,
    names=art_names,
    required=True,
    help="Which drawn edition lies on the table.",
)
@photo_options
def command(
    art_name: str,
    photos: int,
    seed: int,
    folder: Path,
    condition: str,
    kelvin: float | None,
    lux: float | None,
    hand_share: float | None,
    tilt_max_deg: float | None,
) -> None:
    """Photograph throws on a simulated table: a set with table.toml, pictures and truth."""
    from rich.console import Console
    from rich.progress import Progress

    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named, fixed
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio

    art = art_named(art_name)
    conditions = fixed(
        conditions_named(condition),
        kelvin=kelvin,
        lux=lux,
        hand_share=hand_share,
        tilt_max_deg=tilt_max_deg,
    )
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"Throwing on {art.name}", total=photos + 1)
        write_photo_set(
            Studio(art, seed, conditions),
            photos,
            folder,
            lambda done: progress.update(task, completed=done + 1),
        )
    noun = "photograph" if photos == 1 else "photographs"
    click.echo(f"{folder}: {photos} {noun}, one of the empty dish, table.toml and the truth.")
