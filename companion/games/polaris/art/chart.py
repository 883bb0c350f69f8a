"""Where everything lies round the sky: the sectors' directions, the frame, the goals."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import PointMm, arc_points_mm
from companion.games.polaris.edition import Edition, bits

_GOAL_GAP_MM = 2.0


def sky_radius_mm(edition: Edition) -> float:
    """The radius of the sky; nothing of it lies farther from its middle."""
    return min(edition.chart.size_mm) / 2


def frame_radii_mm(edition: Edition) -> tuple[float, float]:
    """The inner and outer radius of the frame round the sky."""
    inner = sky_radius_mm(edition) + 1.0
    return inner, inner + edition.print.frame_width_mm


def goal_reach_mm(edition: Edition) -> float:
    """How far from the middle of the sky the middles of the goals lie."""
    return frame_radii_mm(edition)[1] + _GOAL_GAP_MM + edition.print.goal_mm[1] / 2


@lru_cache(maxsize=64)
def sector_deg(edition: Edition, sector: int) -> float:
    """The direction (clockwise from 12 o'clock) of the middle of a sector, counted from 0."""
    spaces = edition.chart.places_mm
    x0, y0 = spaces[-1]
    inside = bits(edition.sky.interiors[sector]) or bits(edition.sky.sector_spaces[sector])
    east = sum(spaces[space][0] - x0 for space in inside)
    north = sum(y0 - spaces[space][1] for space in inside)
    return math.degrees(math.atan2(east, north)) % 360.0


def at_reach(edition: Edition, sector: int, reach_mm: float, middle: PointMm) -> PointMm:
    """The point in a sector's direction, so far from a middle."""
    angle = sector_deg(edition, sector)
    return arc_points_mm(middle, reach_mm, angle, angle)[0]


def goal_corners(edition: Edition, sector: int, middle: PointMm) -> tuple[PointMm, ...]:
    """The corners of a goal's place beside a sector, its head outwards."""
    wide, high = edition.print.goal_mm
    angle = math.radians(sector_deg(edition, sector))
    x0, y0 = at_reach(edition, sector, goal_reach_mm(edition), middle)
    return tuple(
        (
            x0 + x * math.cos(angle) - y * math.sin(angle),
            y0 + x * math.sin(angle) + y * math.cos(angle),
        )
        for x, y in (
            (-wide / 2, -high / 2),
            (wide / 2, -high / 2),
            (wide / 2, high / 2),
            (-wide / 2, high / 2),
        )
    )
