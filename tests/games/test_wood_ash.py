"""The geometry of a Wood Ash toss: tables for its clauses, properties for every dish."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.board import LIGHT_COLOURS, Area, Dish, PointMm, PolygonArea, SectorArea
from companion.games.girl.wood_ash import (
    HUB,
    SURE_SIGMAS,
    Landing,
    depths_mm,
    inside_mm,
    land,
    light_of,
    settle,
)
from companion.outlines import area_outline

EXACT_MM = 1e-6
RADIUS_MM = 10.0


def clockwise_from_top(mathematical_deg: float) -> float:
    """The rules give angles counter-clockwise from x with y up; boards clockwise from 12."""
    return (90.0 - mathematical_deg) % 360.0


def sector(colour: str, from_deg: float, to_deg: float) -> SectorArea:
    """The sector between two mathematical angles, counter-clockwise from the first."""
    start = clockwise_from_top(to_deg)
    return SectorArea(colour, start, start + (to_deg - from_deg) % 360.0)


# GIRL 1.5, Night Sky dish: yellow 330 to 90, red 90 to 210, blue 210 to 330 degrees.
DISH = Dish(
    (0.0, 0.0),
    90.0,
    25.0,
    (sector("yellow", 330, 90), sector("red", 90, 210), sector("blue", 210, 330)),
)


def at(distance_mm: float, mathematical_deg: float) -> PointMm:
    """A place of the rules' dish as board millimetres, y down."""
    turn = math.radians(mathematical_deg)
    return distance_mm * math.cos(turn), -distance_mm * math.sin(turn)


def landed(
    distance_mm: float, mathematical_deg: float, sigma_mm: float = EXACT_MM, setting: str = "wholly"
) -> Landing:
    return land(at(distance_mm, mathematical_deg), sigma_mm, DISH, RADIUS_MM, setting)


def distance_mm(landing: Landing) -> float:
    return math.hypot(*landing.settled_mm)


def test_the_rules_angles_are_turned_to_the_board_s() -> None:
    assert clockwise_from_top(90) == 0
    assert clockwise_from_top(0) == 90
    assert inside_mm(at(50, 0), DISH.areas[0], DISH) > 0
    assert inside_mm(at(50, 150), DISH.areas[1], DISH) > 0
    assert inside_mm(at(50, 270), DISH.areas[2], DISH) > 0


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-7")
@pytest.mark.parametrize("angle", range(0, 360, 10))
def test_over_the_centre_any_colour(angle: int) -> None:
    landing = landed(34.0, angle)
    assert landing.light == LIGHT_COLOURS
    assert HUB in {touch.area for touch in landing.touches}
    assert "GIRL-ASH-7" in landing.clauses
    assert HUB not in {touch.area for touch in landed(36.0, angle).touches}


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-6", "GIRL-ASH-8")
@pytest.mark.parametrize(
    ("far_mm", "angle", "light", "clause"),
    [
        (36.0, 150.0, ("red",), "GIRL-ASH-6"),
        (50.0, 92.0, ("red", "yellow"), "GIRL-ASH-8"),
        (50.0, 88.0, ("red", "yellow"), "GIRL-ASH-8"),
        (60.0, 209.0, ("blue", "red"), "GIRL-ASH-8"),
        (60.0, 331.0, ("blue", "yellow"), "GIRL-ASH-8"),
        (60.0, 30.0, ("yellow",), "GIRL-ASH-6"),
        (60.0, 270.0, ("blue",), "GIRL-ASH-6"),
        # p = 60 sin(angle to the ray) just short of 10 mm, and just over.
        (60.0, 90.0 + math.degrees(math.asin(9.99 / 60)), ("red", "yellow"), "GIRL-ASH-8"),
        (60.0, 90.0 + math.degrees(math.asin(10.01 / 60)), ("red",), "GIRL-ASH-6"),
    ],
)
def test_between_centre_and_edge_the_areas_touched(
    far_mm: float, angle: float, light: tuple[str, ...], clause: str
) -> None:
    landing = landed(far_mm, angle)
    assert landing.light == light
    assert clause in landing.clauses
    assert not landing.outside
    assert landing.settled_mm == at(far_mm, angle)


@pytest.mark.clause("GIRL-T11", "GIRL-TOK-2")
def test_a_token_by_a_boundary_reaches_in_by_radius_less_distance() -> None:
    landing = landed(50.0, 92.0)
    apart_mm = 50.0 * math.sin(math.radians(2.0))
    assert apart_mm == pytest.approx(1.7, abs=0.05)
    depth = {touch.area: touch.depth_mm for touch in landing.touches}
    assert depth["yellow"] == pytest.approx(RADIUS_MM - apart_mm, abs=1e-3)
    assert depth["red"] == pytest.approx(RADIUS_MM + apart_mm, abs=1e-3)


@pytest.mark.clause("GIRL-T11", "GIRL-ASH-3", "GIRL-Q24")
def test_a_token_not_wholly_inside_moves_in_along_its_radius() -> None:
    landing = landed(97.0, 215.0)
    assert landing.outside
    assert distance_mm(landing) == pytest.approx(80.0)
    assert landing.settled_mm == pytest.approx(at(80.0, 215.0))
    assert landing.light == ("blue", "red")
    assert landing.clauses == ("GIRL-ASH-3", "GIRL-Q24", "GIRL-ASH-8")


@pytest.mark.clause("GIRL-ASH-3", "GIRL-Q24")
@pytest.mark.parametrize(
    ("setting", "far_mm", "outside", "counts_at_mm"),
    [
        ("wholly", 79.99, False, 79.99),
        ("wholly", 80.01, True, 80.0),
        ("wholly", 300.0, True, 80.0),
        ("centre", 80.01, False, 80.01),
        ("centre", 89.99, False, 89.99),
        ("centre", 90.01, True, 90.0),
        ("centre", 300.0, True, 90.0),
    ],
)
def test_both_settings_of_what_inside_means(
    setting: str, far_mm: float, outside: bool, counts_at_mm: float
) -> None:
    landing = landed(far_mm, 150.0, setting=setting)
    assert landing.outside is outside
    assert distance_mm(landing) == pytest.approx(counts_at_mm)
    assert ("GIRL-Q24" in landing.clauses) is outside
    assert landing.light == ("red",)


@pytest.mark.clause("GIRL-ASH-7", "GIRL-Q25")
def test_over_the_centre_and_a_boundary_the_centre_decides() -> None:
    landing = landed(30.0, 91.0)
    assert {touch.area for touch in landing.touches} == {HUB, "red", "yellow"}
    assert landing.light == LIGHT_COLOURS
    assert landing.clauses == ("GIRL-ASH-7", "GIRL-Q25")
    # Whether it touches yellow, too, can't change that: no close call over a surely touched hub.
    doubtful = landed(30.0, 90.0 + math.degrees(math.asin(9.95 / 30)), sigma_mm=0.1)
    assert doubtful.light == LIGHT_COLOURS
    assert doubtful.close_calls == ()


@pytest.mark.clause("GIRL-ASH-6")
def test_a_token_that_touches_no_area_gives_no_light() -> None:
    bare = replace(DISH, areas=(sector("red", 0, 40),))
    landing = land(at(60, 200), EXACT_MM, bare, RADIUS_MM)
    assert landing.light == ()
    assert landing.touches == ()
    assert landing.close_calls == ()


@pytest.mark.parametrize("gap_mm", [-0.5, -0.2, 0.2, 0.5])
def test_a_close_call_gives_its_gap_and_the_likelier_side(gap_mm: float) -> None:
    """`gap_mm` is how far the token reaches into yellow."""
    angle = 90.0 + math.degrees(math.asin((RADIUS_MM - gap_mm) / 60))
    close = landed(60.0, angle, sigma_mm=0.2)
    (call,) = close.close_calls
    assert call.area == "yellow"
    assert call.gap_mm == pytest.approx(abs(gap_mm), abs=1e-3)
    assert call.touching is (gap_mm > 0)
    assert ("yellow" in close.light) is (gap_mm > 0)
    assert all(touch.sure is (touch.area != "yellow") for touch in close.touches)
    assert landed(60.0, angle, sigma_mm=abs(gap_mm) / 3.2).close_calls == ()


@pytest.mark.clause("GIRL-ASH-3")
def test_a_token_in_the_very_middle_stays() -> None:
    assert settle((0.0, 0.0), DISH, RADIUS_MM) == ((0.0, 0.0), False)
    # A token larger than its target can only lie in the middle.
    small = replace(DISH, target_radius_mm=6.0, hub_radius_mm=3.0)
    assert settle((50.0, 0.0), small, RADIUS_MM) == ((0.0, 0.0), True)


@pytest.mark.clause("GIRL-ASH-7", "GIRL-ASH-8")
@pytest.mark.parametrize(
    ("touching", "light"),
    [
        (set(), ()),
        ({"yellow"}, ("yellow",)),
        ({"yellow", "blue"}, ("blue", "yellow")),
        ({"red", "yellow", "blue"}, ("blue", "red", "yellow")),
        ({"hub"}, LIGHT_COLOURS),
        ({"hub", "red"}, LIGHT_COLOURS),
    ],
)
def test_light_of_what_is_touched(touching: set[str], light: tuple[str, ...]) -> None:
    assert light_of(touching) == light


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
