"""What proves a token below another, and what only makes a person look."""

from __future__ import annotations

import pytest

from vision.crescent_proofs import is_likely, proved_by_colour
from vision.crescents import Crescent


def crescent(
    rim: float, colour: float, likeness: float, contrast: float, arc: float = 0.5
) -> Crescent:
    return Crescent((100.0, 100.0), rim, arc, colour, likeness, contrast)


@pytest.mark.parametrize(
    ("place", "visible", "proved", "likely"),
    [
        pytest.param(crescent(0.95, 2.0, 0.6, 3.0), 0.2, True, True, id="a clear part"),
        pytest.param(crescent(0.92, 2.0, 0.4, 4.0), 0.14, True, True, id="a rim in shade"),
        pytest.param(crescent(0.99, 0.0, 0.85, 0.0), 0.1, False, False, id="a crisp shadow"),
        pytest.param(crescent(0.97, 0.0, 0.66, 0.9), 0.3, False, True, id="a dark part in shade"),
        pytest.param(crescent(0.93, 0.84, 0.53, 3.9), 0.11, False, True, id="a shadow in the dark"),
        pytest.param(crescent(1.0, 0.2, 0.9, 0.0), 0.006, False, True, id="an edge alone"),
        pytest.param(crescent(0.72, 2.0, 0.3, 2.7), 0.6, False, True, id="a finger tip"),
        pytest.param(crescent(0.75, 1.7, 0.17, 2.8), 0.3, False, False, id="between tokens"),
        pytest.param(crescent(0.85, 1.6, 0.5, 0.0, 0.25), 0.2, False, True, id="a short arc"),
    ],
)
def test_a_rim_and_colours_prove_a_token_together(
    place: Crescent, visible: float, proved: bool, likely: bool
) -> None:
    assert proved_by_colour(place, visible) == proved
    assert is_likely(place) == likely
