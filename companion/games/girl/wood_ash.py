"""The Wood Ash toss: where a token counts, what it touches, which Light it can give.

Pure geometry in board millimetres (see `companion.board`).  Clauses GIRL-ASH-3, 6, 7, 8 and
rulings GIRL-Q24, Q25.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board import Dish, PointMm

# A standard normal error stays below this in 999 of 1000 cases (one-sided).
SURE_SIGMAS = 3.09


@dataclass(frozen=True, slots=True)
class Touch:
    """An area under the token: red, yellow, blue or hub, and how far the token reaches in."""

    area: str
    depth_mm: float
    sure: bool


@dataclass(frozen=True, slots=True)
class CloseCall:
    """An area that can't be told within measurement error; `touching` is what is more likely.

    `gap_mm` is the distance between the token's rim and the deciding line (never negative).
    """

    area: str
    gap_mm: float
    touching: bool


@dataclass(frozen=True, slots=True)
class Landing:
    """What a landed token means under the rules; `clauses` name what decided it."""

    outside: bool
    settled_mm: PointMm
    touches: tuple[Touch, ...]
    light: tuple[str, ...]
    close_calls: tuple[CloseCall, ...]
    clauses: tuple[str, ...]


def land(
    centre_mm: PointMm,
    sigma_mm: float,
    dish: Dish,
    token_radius_mm: float,
    ash_inside: str = "wholly",
) -> Landing:
    """Judge one landed token from its footprint's centre (board mm) and its sigma (mm)."""
    raise NotImplementedError
