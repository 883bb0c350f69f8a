"""The Wood Ash toss: where a token counts, what it touches, which Light it can give.

Pure geometry in board millimetres (see `companion.board`).  Clauses GIRL-ASH-3, 6, 7, 8 and
rulings GIRL-Q24, Q25.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from companion.board import LIGHT_COLOURS, Area, Dish, PointMm, PolygonArea, SectorArea

# A standard normal error stays below this in 999 of 1000 cases (one-sided).
SURE_SIGMAS = 3.09
HUB = "hub"

_ROUNDING_DEG = 1e-9  # of sums of angles


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
    """Judge one landed token from its footprint's centre (board mm) and its sigma (mm).

    A touch that can't be told and changes nothing (the hub gives every colour, GIRL-Q25) is
    neither listed nor called close.
    """
    settled_mm, outside = settle(centre_mm, dish, token_radius_mm, ash_inside)
    depths = depths_mm(settled_mm, dish, token_radius_mm)
    light = light_of(touching={area for area, depth in depths.items() if depth > 0})
    doubtful = [area for area, depth in depths.items() if abs(depth) < SURE_SIGMAS * sigma_mm]
    certain = not doubtful or _decides_nothing(depths, doubtful)
    touches = tuple(
        Touch(area, round(depth, 3), area not in doubtful)
        for area, depth in depths.items()
        if depth > 0 and not (certain and area in doubtful)
    )
    close_calls = tuple(
        CloseCall(area, round(abs(depths[area]), 3), depths[area] > 0)
        for area in doubtful
        if not certain
    )
    clauses = _clauses(outside, {touch.area for touch in touches})
    return Landing(outside, settled_mm, touches, light, close_calls, clauses)


def settle(
    centre_mm: PointMm, dish: Dish, token_radius_mm: float, ash_inside: str = "wholly"
) -> tuple[PointMm, bool]:
    """Where a token counts, and whether it had to be slid there (GIRL-ASH-3, GIRL-Q24).

    A token not wholly inside the target (`ash_inside` "wholly") or whose centre is not inside
    ("centre") moves straight towards the dish's centre until it just is.
    """
    limit_mm = dish.target_radius_mm - (token_radius_mm if ash_inside == "wholly" else 0.0)
    limit_mm = max(limit_mm, 0.0)
    x, y = centre_mm[0] - dish.centre_mm[0], centre_mm[1] - dish.centre_mm[1]
    distance_mm = math.hypot(x, y)
    if distance_mm <= limit_mm:
        return centre_mm, False
    share = limit_mm / distance_mm
    return (dish.centre_mm[0] + x * share, dish.centre_mm[1] + y * share), True


def depths_mm(centre_mm: PointMm, dish: Dish, token_radius_mm: float) -> dict[str, float]:
    """How far a token reaches into the hub and into each colour; negative: how far it is short.

    Of several areas of one colour the deepest counts.
    """
    hub_mm = dish.hub_radius_mm - math.dist(centre_mm, dish.centre_mm)
    depths = {HUB: token_radius_mm + hub_mm}
    for area in dish.areas:
        depth = token_radius_mm + inside_mm(centre_mm, area, dish)
        depths[area.colour] = max(depth, depths.get(area.colour, -math.inf))
    return depths


def light_of(touching: set[str]) -> tuple[str, ...]:
    """The Light colours that a token touching these areas can give (GIRL-ASH-6, 7, 8, Q25)."""
    return LIGHT_COLOURS if HUB in touching else tuple(sorted(touching))


def inside_mm(point_mm: PointMm, area: Area, dish: Dish) -> float:
    """Distance from a point to an area's outline: positive inside, negative outside."""
    if isinstance(area, PolygonArea):
        return _inside_polygon_mm(point_mm, area.polygon_mm)
    return _inside_sector_mm(point_mm, area, dish)


def _decides_nothing(depths: Mapping[str, float], doubtful: list[str]) -> bool:
    """Whether every way to settle the doubtful areas gives the same Light."""
    certain = {area for area, depth in depths.items() if depth > 0 and area not in doubtful}
    outcomes = {
        light_of(certain | {area for area, on in zip(doubtful, choice, strict=True) if on})
        for choice in product((False, True), repeat=len(doubtful))
    }
    return len(outcomes) == 1


def _clauses(outside: bool, touching: set[str]) -> tuple[str, ...]:
    clauses = ("GIRL-ASH-3", "GIRL-Q24") if outside else ()
    colours = touching - {HUB}
    if HUB in touching:
        return (*clauses, "GIRL-ASH-7", *(("GIRL-Q25",) if colours else ()))
    if len(colours) > 1:
        return (*clauses, "GIRL-ASH-8")
    return (*clauses, "GIRL-ASH-6")


def _inside_sector_mm(point_mm: PointMm, area: SectorArea, dish: Dish) -> float:
    x, y = point_mm[0] - dish.centre_mm[0], point_mm[1] - dish.centre_mm[1]
    distance_mm = math.hypot(x, y)
    radial_mm = min(distance_mm - dish.hub_radius_mm, dish.target_radius_mm - distance_mm)
    span_deg = area.to_deg - area.from_deg
    if span_deg > 360 - _ROUNDING_DEG:
        return radial_mm
    past_deg = (math.degrees(math.atan2(x, -y)) - area.from_deg) % 360
    # Of the two boundary lines the one nearer in angle is the nearer one.
    if past_deg > span_deg:
        return -_to_ray_mm(distance_mm, min(past_deg - span_deg, 360 - past_deg), dish)
    if radial_mm < 0:
        return radial_mm
    return min(radial_mm, _to_ray_mm(distance_mm, min(past_deg, span_deg - past_deg), dish))


def _to_ray_mm(distance_mm: float, off_deg: float, dish: Dish) -> float:
    """From a point so far from the dish's centre to a boundary line so many degrees aside.

    The line goes from the hub's edge to the target's.
    """
    off_rad = math.radians(off_deg)
    along_mm = distance_mm * math.cos(off_rad)
    nearest_mm = min(max(along_mm, dish.hub_radius_mm), dish.target_radius_mm)
    return math.hypot(along_mm - nearest_mm, distance_mm * math.sin(off_rad))


def _inside_polygon_mm(point_mm: PointMm, corners_mm: tuple[PointMm, ...]) -> float:
    x, y = point_mm
    inside = False
    nearest_mm = math.inf
    for one, other in zip(corners_mm, (*corners_mm[1:], corners_mm[0]), strict=True):
        nearest_mm = min(nearest_mm, _to_segment_mm(point_mm, one, other))
        if (one[1] > y) != (other[1] > y):
            crossing = one[0] + (y - one[1]) / (other[1] - one[1]) * (other[0] - one[0])
            inside ^= x < crossing
    return nearest_mm if inside else -nearest_mm


def _to_segment_mm(point_mm: PointMm, one_mm: PointMm, other_mm: PointMm) -> float:
    along_x, along_y = other_mm[0] - one_mm[0], other_mm[1] - one_mm[1]
    away_x, away_y = point_mm[0] - one_mm[0], point_mm[1] - one_mm[1]
    length_squared = along_x**2 + along_y**2
    share = (away_x * along_x + away_y * along_y) / length_squared if length_squared else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(away_x - share * along_x, away_y - share * along_y)
