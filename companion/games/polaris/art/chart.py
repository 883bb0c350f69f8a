"""Where everything lies round the sky: the frame, the goals, the edge of the board."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import PointMm, arc_points_mm
from companion.games.polaris.edition import Edition, bits

_GOAL_GAP_MM = 2.0
_CLEAR_MM = 0.5  # between a space and a line token beside it


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


@lru_cache(maxsize=8)
def side_mm(edition: Edition) -> float:
    """The side of the square board that carries the sky."""
    wide, high = edition.print.goal_mm
    corner = math.hypot(wide / 2, goal_reach_mm(edition) + high / 2)
    reach = max(
        max(abs(x), abs(y))
        for sector in range(edition.sky.sectors)
        for x, y in goal_corners(edition, sector, (0.0, 0.0))
    )
    return 2 * (min(corner, reach) + edition.print.margin_mm)


def middle_mm(edition: Edition) -> PointMm:
    """The middle of the sky on its board."""
    half = side_mm(edition) / 2
    return half, half


@lru_cache(maxsize=8)
def spaces_mm(edition: Edition) -> tuple[PointMm, ...]:
    """Where every space lies on the board, the North Star last."""
    (x0, y0), (x1, y1) = edition.chart.places_mm[-1], middle_mm(edition)
    return tuple((x - x0 + x1, y - y0 + y1) for x, y in edition.chart.places_mm)


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


@lru_cache(maxsize=2048)
def line_place(edition: Edition, line: int) -> tuple[PointMm, float]:
    """The middle of a line image, and how a token on it is turned (degrees clockwise).

    Where a token is too long for the gap between its spaces it lies beside them, on the side of
    the North Star, so that it covers no star.
    """
    one, other = edition.sky.ends[line]
    (x0, y0), (x1, y1) = spaces_mm(edition)[one], spaces_mm(edition)[other]
    length = math.dist((x0, y0), (x1, y1))
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    angle = math.degrees(math.atan2(dy, dx)) % 180.0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    aside = _aside_mm(edition, length)
    north = middle_mm(edition)
    side = 1.0 if (north[0] - x) * -dy + (north[1] - y) * dx > 0 else -1.0
    return (x - dy * side * aside, y + dx * side * aside), angle


def lies_aside(edition: Edition, line: int) -> bool:
    """Whether a token of this line lies beside the gap between its spaces."""
    one, other = edition.sky.ends[line]
    return _aside_mm(edition, math.dist(spaces_mm(edition)[one], spaces_mm(edition)[other])) > 0


def _aside_mm(edition: Edition, length_mm: float) -> float:
    """How far beside two spaces at this distance a token has to lie to keep clear of them."""
    half, clear = edition.print.line_length_mm / 2, edition.chart.space_mm / 2 + _CLEAR_MM
    if length_mm >= 2 * (half + edition.chart.space_mm / 2):
        return 0.0
    along = max(0.0, length_mm / 2 - half)
    return math.sqrt(max(0.0, clear**2 - along**2)) + edition.chart.line_width_mm / 2
