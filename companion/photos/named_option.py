"""An option whose help lists what can be named, looked up only when somebody asks for help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click


class NamedOption(click.Option):
    """A click option; `names` gives the names that its help lists."""

    def __init__(self, *args: Any, names: Callable[[], Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = names

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help, with the names at the end of it."""
        said = self.help
        self.help = f"{said} Known: {', '.join(self._names())}."
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = said


def art_names() -> Sequence[str]:
    """The arts of dishes that can be thrown on."""
    from hardware.simulated.arts import ART_NAMES

    return ART_NAMES


def condition_names() -> Sequence[str]:
    """The named mixes of lamp and camera."""
    from hardware.simulated.conditions import CONDITION_NAMES

    return CONDITION_NAMES
