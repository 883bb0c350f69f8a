"""What proves a token below another: a rim and a colour, but no shadow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.crescent_proofs import proved_by_colour
from vision.crescents import Crescent

SHOWN = 0.3  # of the top
TOKEN = Crescent((50.0, 60.0), rim=0.96, arc=0.5, colour=0.7, likeness=0.85, contrast=1.2)


@pytest.mark.parametrize(
    ("place", "proved"),
    [
        (TOKEN, True),
        (replace(TOKEN, arc=0.3, contrast=0.0), True),  # too short to look at both sides
        (replace(TOKEN, contrast=-0.5), False),  # a thick token's shadow: what is around is as odd
        (replace(TOKEN, colour=1.5, contrast=-0.2), True),  # no shade has so strange a colour
        (replace(TOKEN, colour=0.1), False),
        (replace(TOKEN, likeness=0.2), False),
    ],
)
def test_a_rim_and_a_colour_of_its_own_prove_a_token(place: Crescent, *, proved: bool) -> None:
    assert proved_by_colour(place, SHOWN) == proved
