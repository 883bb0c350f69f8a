"""Light that misleads: shadows beside a border, and lamps of every colour and strength.

What is said for sure has to be true; where a token's edge is in doubt it has to be asked.
"""

from __future__ import annotations

import math

import pytest
from photographs import SCALE, Photographs, around, spread_out

from companion.flow import Status
from companion.games.girl.wood_ash import land
from hardware.simulated.tossing import Lying
from vision.toss import TossReader

LIGHTS = ["bright", "dim", "warm", "low-lamp"]
# Just inside a border of two areas, at the middle of the ring.
INSIDE_MM = 1.0


@pytest.mark.parametrize("condition", LIGHTS)
def test_under_every_lamp_what_is_sure_is_true(condition: str, photographs: Photographs) -> None:
    tokens = spread_out(photographs.studio("night").art)
    shown = photographs.take("night", tokens, condition=condition, scale=SCALE)
    observation = TossReader(shown.board).read(shown.frame)
    if condition == "dim" and observation.status is not Status.READ:
        assert observation.problems  # too dark is said, never guessed at
        return
    assert observation.status is Status.READ
    truth = {token.centre_mm: token.kind for token in tokens}
    assert len(observation.sightings) == len(tokens)
    for sighting in observation.sightings:
        true_mm = min(truth, key=lambda mm, s=sighting: math.dist(mm, s.centre_mm))  # type: ignore[misc]
        assert math.dist(true_mm, sighting.centre_mm) < 5 * max(sighting.sigma_mm, 0.2)
        assert sighting.kind in (None, truth[true_mm])


@pytest.mark.parametrize("number", range(4))
def test_a_shadow_over_a_border_moves_no_token_into_the_next_area(
    number: int, photographs: Photographs
) -> None:
    """A low lamp from four sides, a token that lies just inside its area."""
    board = photographs.studio("night").art.board
    sector = next(area for area in board.dish.areas if hasattr(area, "from_deg"))
    radius_mm = 0.6 * board.dish.target_radius_mm
    clear_mm = board.tokens.radius_mm + INSIDE_MM
    angle_deg = sector.from_deg + math.degrees(math.asin(clear_mm / radius_mm))
    place_mm = around(board, angle_deg, 0.6)
    kind = board.tokens.kinds[number % len(board.tokens.kinds)].name
    shown = photographs.take(
        "night", (Lying(kind, place_mm, 40.0 * number, 0),), number, condition="low-lamp"
    )
    observation = TossReader(shown.board).read(shown.frame)
    assert observation.status is Status.READ
    (sighting,) = observation.sightings
    token_mm = shown.board.tokens.radius_mm
    true = land(place_mm, 0.0, shown.board.dish, token_mm)
    read = land(sighting.centre_mm, sighting.sigma_mm, shown.board.dish, token_mm)
    for touch in read.touches:
        if touch.sure:
            assert touch.area in {each.area for each in true.touches}
