"""The geometry of a Wood Ash toss: what holds on every dish, wherever a token lies."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest
from games.night_sky import DISH, sector
from hypothesis import assume, example, given
from hypothesis import strategies as st

from companion.board import LIGHT_COLOURS, Area, Dish, PointMm, PolygonArea, SectorArea
from companion.describing.outlines import area_outline
from companion.games.girl.wood_ash import (
    SURE_SIGMAS,
    depths_mm,
    inside_mm,
    land,
    light_of,
    settle,
)

PLACES = st.tuples(st.floats(-150, 150), st.floats(-150, 150))
SIGMAS = st.floats(0.01, 1.5)
SETTINGS = st.sampled_from(["wholly", "centre"])


@st.composite
def dishes(draw: st.DrawFn) -> Dish:
    """Three to six sectors of any width round any hub; neighbours may leave gaps."""
    count = draw(st.integers(1, 6))
    cuts = sorted(draw(st.lists(st.floats(0, 360), min_size=count + 1, max_size=count + 1)))
    colours = draw(st.lists(st.sampled_from(LIGHT_COLOURS), min_size=count, max_size=count))
    areas = tuple(
        SectorArea(colour, start, end)
        for colour, start, end in zip(colours, cuts, cuts[1:], strict=False)
        if end - start > 1
    )
    target = draw(st.floats(40, 120))
    hub = draw(st.floats(1, 0.6 * target))
    centre = draw(st.tuples(st.floats(-20, 200), st.floats(-20, 200)))
    return Dish(centre, target, hub, areas)


@given(dishes(), PLACES, st.floats(2, 20), SETTINGS)
def test_a_settled_token_is_inside(
    dish: Dish, place: PointMm, radius_mm: float, setting: str
) -> None:
    settled, outside = settle(place, dish, radius_mm, setting)
    limit = dish.target_radius_mm - (radius_mm if setting == "wholly" else 0.0)
    assert math.dist(settled, dish.centre_mm) <= limit + 1e-9
    assert math.dist(settle(settled, dish, radius_mm, setting)[0], settled) < 1e-9
    if not outside:
        assert settled == place
    else:
        # Straight towards the middle: the two lie on one ray.
        far, near = math.dist(place, dish.centre_mm), math.dist(settled, dish.centre_mm)
        assert far > limit
        assert math.dist(place, settled) == pytest.approx(far - near, abs=1e-6)


@given(dishes(), PLACES, SIGMAS, st.floats(2, 20))
def test_light_is_sorted_and_touches_are_true(
    dish: Dish, place: PointMm, sigma_mm: float, radius_mm: float
) -> None:
    landing = land(place, sigma_mm, dish, radius_mm)
    assert list(landing.light) == sorted(set(landing.light))
    depths = depths_mm(landing.settled_mm, dish, radius_mm)
    assert landing.light == light_of({area for area, depth in depths.items() if depth > 0})
    for touch in landing.touches:
        assert touch.depth_mm == pytest.approx(depths[touch.area], abs=1e-3)
        assert touch.sure is (abs(depths[touch.area]) >= SURE_SIGMAS * sigma_mm)
    doubtful = {touch.area for touch in landing.touches if not touch.sure}
    assert doubtful <= {call.area for call in landing.close_calls}


@given(dishes(), PLACES, SIGMAS, st.floats(2, 20))
def test_a_call_is_close_exactly_when_the_light_may_be_another(
    dish: Dish, place: PointMm, sigma_mm: float, radius_mm: float
) -> None:
    landing = land(place, sigma_mm, dish, radius_mm)
    depths = depths_mm(landing.settled_mm, dish, radius_mm)
    doubtful = [area for area, depth in depths.items() if abs(depth) < SURE_SIGMAS * sigma_mm]
    surely = {area for area, depth in depths.items() if depth > 0 and area not in doubtful}
    outcomes = {
        light_of(surely | {area for area, on in zip(doubtful, choice, strict=True) if on})
        for choice in product((True, False), repeat=len(doubtful))
    }
    if len(outcomes) > 1:
        assert {call.area for call in landing.close_calls} == set(doubtful)
        assert all(0 <= call.gap_mm < SURE_SIGMAS * sigma_mm + 1e-3 for call in landing.close_calls)
    else:
        assert landing.close_calls == ()
        assert landing.light in outcomes


def turned(point: PointMm, about: PointMm, clockwise_deg: float) -> PointMm:
    x, y = point[0] - about[0], point[1] - about[1]
    cosine, sine = math.cos(math.radians(clockwise_deg)), math.sin(math.radians(clockwise_deg))
    return about[0] + x * cosine - y * sine, about[1] + x * sine + y * cosine


@given(dishes(), PLACES, st.floats(2, 20), st.floats(-720, 720))
def test_turning_dish_and_token_together_changes_nothing(
    dish: Dish, place: PointMm, radius_mm: float, turn_deg: float
) -> None:
    after = replace(
        dish,
        areas=tuple(
            SectorArea(area.colour, area.from_deg + turn_deg, area.to_deg + turn_deg)
            for area in dish.areas
            if isinstance(area, SectorArea)
        ),
    )
    plain, _ = settle(place, dish, radius_mm)
    moved, _ = settle(turned(place, dish.centre_mm, turn_deg), after, radius_mm)
    assert moved == pytest.approx(turned(plain, dish.centre_mm, turn_deg), abs=1e-6)
    one, other = depths_mm(plain, dish, radius_mm), depths_mm(moved, after, radius_mm)
    assert one.keys() == other.keys()
    # On an outline itself a rounding may fall on either side: there the depths are as good as one.
    assert [other[area] for area in one] == pytest.approx(list(one.values()), abs=1e-6)


@given(st.floats(0, 360), PLACES, st.floats(2, 20))
@example(152.16121005364317, (5.0, 38.0), 2.0)  # its end less its beginning is not quite 360
def test_a_full_circle_is_a_ring_without_a_boundary(
    from_deg: float, place: PointMm, radius_mm: float
) -> None:
    ring = SectorArea("red", from_deg, from_deg + 360)
    dish = Dish((0.0, 0.0), 90.0, 25.0, (ring,))
    far = math.hypot(*place)
    assert inside_mm(place, ring, dish) == pytest.approx(min(far - 25, 90 - far))
    settled, _ = settle(place, dish, radius_mm)
    assert depths_mm(settled, dish, radius_mm)["red"] > 0 or math.hypot(*settled) < 25


def as_polygon(area: Area, dish: Dish, step_deg: float) -> PolygonArea:
    outline = area_outline(area, dish, step_deg)
    return PolygonArea(area.colour, tuple((x, y) for x, y in outline.exterior.coords[:-1]))


@given(dishes(), PLACES)
def test_polygons_measure_as_sectors_to_within_their_chords(dish: Dish, place: PointMm) -> None:
    step_deg = 1.0
    # A chord of this step lies at most this far inside its arc.
    sag_mm = dish.target_radius_mm * (1 - math.cos(math.radians(step_deg / 2)))
    for area in dish.areas:
        assert isinstance(area, SectorArea)
        assume(area.to_deg - area.from_deg < 359)
        exact = inside_mm(place, area, dish)
        chords = inside_mm(place, as_polygon(area, dish, step_deg), dish)
        if abs(exact) > 2 * sag_mm:
            assert (chords > 0) == (exact > 0)
        assert chords == pytest.approx(exact, abs=sag_mm + 1e-6)


@given(
    PLACES,
    st.lists(PLACES, min_size=3, max_size=7),
    st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
)
def test_moving_polygon_and_token_together_changes_nothing(
    place: PointMm, corners: list[PointMm], shift: PointMm
) -> None:
    def moved(point: PointMm) -> PointMm:
        return point[0] + shift[0], point[1] + shift[1]

    one = PolygonArea("red", tuple(corners))
    other = PolygonArea("red", tuple(moved(corner) for corner in corners))
    distance = inside_mm(place, one, DISH)
    assume(abs(distance) > 1e-6)
    assert inside_mm(moved(place), other, DISH) == pytest.approx(distance, abs=1e-6)


@given(PLACES, st.floats(1, 30))
def test_of_several_areas_of_one_colour_the_deepest_counts(place: PointMm, radius: float) -> None:
    first, second = sector("red", 0, 60), sector("red", 120, 180)
    both = replace(DISH, areas=(first, second))
    alone = [
        depths_mm(place, replace(DISH, areas=(area,)), radius)["red"] for area in (first, second)
    ]
    assert depths_mm(place, both, radius)["red"] == max(alone)
