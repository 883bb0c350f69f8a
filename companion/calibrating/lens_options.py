"""The options of commands that read a photograph: which lens took it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--camera-file",
        type=click.Path(path_type=Path),
        help="Calibration of the camera, made by `companion calibrate`.",
    ),
    click.option(
        "--data",
        type=click.Path(path_type=Path),
        help="Folder in which calibrations are kept.  [default: as for `serve`]",
    ),
)


def lens_options(command: Command) -> Command:
    """The command with camera_file and data."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
