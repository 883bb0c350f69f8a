"""`companion throw`: photographs of a simulated table, with their truth."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("throw")
@click.option("--art", "art_name", required=True, help="Which drawn edition lies on the table.")
@click.option(
    "--photos",
    default=20,
    show_default=True,
    type=click.IntRange(1, 999),
    help="How many photographs.",
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(min=0),
    help="The same seed gives the same set.",
)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="A new or empty folder for the set.",
)
@click.option(
    "--condition", default="any", show_default=True, help="A named mix of lamp, camera and toss."
)
@click.option(
    "--light",
    "kelvin",
    type=click.FloatRange(1800, 10000),
    help="Lamp colour in kelvin instead of the condition's.",
)
@click.option("--lux", type=click.FloatRange(5, 5000), help="Brightness of the table.")
@click.option("--hand-share", type=click.FloatRange(0, 1), help="Share of photographs with a hand.")
@click.option(
    "--tilt-max",
    "tilt_max_deg",
    type=click.FloatRange(0, 35),
    help="Most that the camera leans from the vertical, in degrees.",
)
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
