"""The options of commands that photograph on a simulated table: how many, which light, where to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.photos.named_option import NamedOption, condition_names

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--photos",
        default=20,
        show_default=True,
        type=click.IntRange(1, 9999),
        help="How many photographs.",
    ),
    click.option(
        "--seed",
        default=1,
        show_default=True,
        type=click.IntRange(min=0),
        help="The same seed gives the same set.",
    ),
    click.option(
        "--condition",
        cls=NamedOption,
        names=condition_names,
        default="any",
        show_default=True,
        help="A named mix of lamp and camera.",
    ),
    click.option(
        "--light",
        "kelvin",
        type=click.FloatRange(1800, 10000),
        help="Lamp colour in kelvin instead of the condition's.",
    ),
    click.option("--lux", type=click.FloatRange(5, 5000), help="Brightness of the table."),
    click.option(
        "--hand-share", type=click.FloatRange(0, 1), help="Share of photographs with a hand."
    ),
    click.option(
        "--tilt-max",
        "tilt_max_deg",
        type=click.FloatRange(0, 35),
        help="Most that the camera leans from the vertical, in degrees.",
    ),
    click.option(
        "--out",
        "folder",
        required=True,
        type=click.Path(path_type=Path),
        help="A new or empty folder for the set.",
    ),
)


def photo_options(command: Command) -> Command:
    """The command with photos, seed, condition, kelvin, lux, hand_share, tilt_max_deg, folder."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
