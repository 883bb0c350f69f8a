"""What a session needs from outside, as small Protocols and data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.display.model import Picture
from companion.flow import Frame, Observation, Sighting
from companion.games.girl.casting_track import TrackLimits
from companion.games.girl.wood_ash import Landing
from companion.session.live import LiveToken


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame and what the reader made of it."""

    frame: Frame
    observation: Observation


class Painter(Protocol):
    """Draws readings and keeps the pictures for the page."""

    def draw(self, seen: Seen, tokens: Sequence[LiveToken] | None) -> Picture:
        """Draw the tokens (or, with None, the frame's own reading) and give the page's picture.

        The alternative text of the picture is left to the caller.
        """

    def keep(self, seen: Seen) -> str:
        """Keep the frame as evidence and return its hash."""


class Ground(Protocol):
    """The board's part: where a token counts under the rules."""

    @property
    def token_radius_mm(self) -> float:
        """Half a token's diameter."""

    def land(self, sighting: Sighting) -> Landing:
        """Judge where a sighting lies."""


class Hands(Protocol):
    """A table that handles its own tokens, as the simulated one does."""

    def throw(self, count: int, number: int) -> None:
        """Take all tokens up and throw `count`; toss `number` always falls the same."""

    def lay(self, tokens: Sequence[tuple[str, tuple[float, float]]]) -> None:
        """Leave only these tokens (kind and place in board mm) lying."""


@dataclass(frozen=True, slots=True)
class SessionRules:
    """Numbers of a session: the edition's track, players at the start, waits."""

    limits: TrackLimits
    players: int = 2
    answer_ms: float = 6000.0
    redraw_ms: float = 1000.0
