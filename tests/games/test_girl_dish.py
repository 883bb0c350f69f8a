"""The dish of the reference edition, judged by the same geometry as the camera's toss."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.games.girl.wood_ash import land

EVERY = ("blue", "red", "yellow")


def landed(edition: Any, d_mm: float, mathematical_deg: float) -> Any:
    """A token at polar coordinates, angle counter-clockwise from x; boards have y down."""
    angle = math.radians(mathematical_deg)
    at_mm = (d_mm * math.cos(angle), -d_mm * math.sin(angle))
    return land(at_mm, 0.001, edition.dish, edition.token_radius_mm, "wholly")


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-7", "GIRL-Q25")
@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_overlapping_the_centre_gives_any_colour(reference: Any, angle: int) -> None:
    assert landed(reference, 34, angle).light == EVERY


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-3", "GIRL-ASH-6", "GIRL-ASH-8")
@pytest.mark.parametrize(
    ("d_mm", "angle", "light"),
    [
        (36, 150, ("red",)),
        (50, 92, ("red", "yellow")),
        (97, 215, ("blue", "red")),
        (50, 30, ("yellow",)),
        (50, 270, ("blue",)),
    ],
)
def test_the_light_under_a_token(
    reference: Any, d_mm: float, angle: float, light: tuple[str, ...]
) -> None:
    assert landed(reference, d_mm, angle).light == light


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-3", "GIRL-Q24")
def test_a_token_outside_moves_straight_in(reference: Any) -> None:
    lying = landed(reference, 97, 215)
    assert lying.outside
    assert math.hypot(*lying.settled_mm) == pytest.approx(80, abs=1e-6)
