"""The geometry of a Wood Ash toss: tables for its clauses."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from games.night_sky import DISH, clockwise_from_top, sector

from companion.board import LIGHT_COLOURS, PointMm
from companion.games.girl.wood_ash import (
    HUB,
    Landing,
    inside_mm,
    land,
    light_of,
    settle,
)

EXACT_MM = 1e-6
RADIUS_MM = 10.0


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
