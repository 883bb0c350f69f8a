"""Thrown tokens touch what they are said to touch, by a geometry written apart from it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from companion.board import Dish, PointMm, PolygonArea, SectorArea
from hardware.simulated.tabletop.dish import DishFloor

THIRDS = Dish(
    (100.0, 90.0),
    70.0,
    18.0,
    (
        SectorArea("red", 30.0, 150.0),
        SectorArea("blue", 150.0, 270.0),
        SectorArea("yellow", 270.0, 390.0),
    ),
)
RADIUS_MM = 10.0
SETS = [
    ("red",),
    ("blue",),
    ("yellow",),
    *combinations(("red", "blue", "yellow"), 2),
    ("red", "blue", "yellow"),
]


def touched_by_sampling(dish: Dish, at: PointMm, radius_mm: float) -> set[str]:
    """What a disc lies on, looked up at many of its points."""
    found = set()
    for far in np.linspace(0, radius_mm, 15):
        for turn in np.linspace(0, math.tau, 120, endpoint=False):
            x, y = at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)
            away = math.dist((x, y), dish.centre_mm)
            if away < dish.hub_radius_mm:
                return {"red", "blue", "yellow"}
            clock = math.degrees(math.atan2(x - dish.centre_mm[0], dish.centre_mm[1] - y)) % 360
            for area in dish.areas:
                assert isinstance(area, SectorArea)
                if (clock - area.from_deg) % 360 < (area.to_deg - area.from_deg) % 360:
                    found.add(area.colour)
    return found


@pytest.mark.parametrize("touches", SETS, ids="-".join)
def test_a_token_lies_where_it_touches_exactly_that(touches: tuple[str, ...]) -> None:
    floor = DishFloor(THIRDS)
    for seed in range(6):
        at = floor.spot(RADIUS_MM, touches, [], np.random.default_rng(seed))
        assert math.dist(at, THIRDS.centre_mm) < THIRDS.target_radius_mm - RADIUS_MM
        assert touched_by_sampling(THIRDS, at, RADIUS_MM) == set(touches)


def test_tokens_lie_beside_each_other_as_long_as_there_is_room() -> None:
    floor, rng = DishFloor(THIRDS), np.random.default_rng(1)
    taken: list[PointMm] = []
    for touches in [("red",), ("blue",), ("yellow",), ("red", "blue"), ("red",), ("blue",)]:
        taken.append(floor.spot(RADIUS_MM, touches, taken, rng))
    gaps = [math.dist(one, other) for one, other in combinations(taken, 2)]
    assert min(gaps) >= 2 * RADIUS_MM


def test_areas_with_straight_sides_are_touched_too() -> None:
    square = PolygonArea("red", ((110.0, 60.0), (150.0, 60.0), (150.0, 100.0), (110.0, 100.0)))
    floor = DishFloor(Dish((100.0, 90.0), 70.0, 5.0, (square,)))
    assert floor.touched((140.0, 80.0), 3.0) == {"red"}
    assert floor.touched((152.0, 80.0), 3.0) == {"red"}
    assert floor.touched((60.0, 80.0), 3.0) == frozenset()
    at = floor.spot(4.0, (), [], np.random.default_rng(1))
    assert not (104 < at[0] < 156 and 54 < at[1] < 106)
