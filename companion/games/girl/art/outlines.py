"""Outlines and grounds that the drawings share: hexes, stars, moons, bands, sprinkled stars."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from companion.drawing import (
    Disc,
    Drawing,
    Ink,
    PointMm,
    Polygon,
    Shape,
    arc_points_mm,
    regular_polygon_mm,
    turned,
)
from companion.games.girl.art import palette
from companion.games.girl.pieces import SIDES

ORIGIN: PointMm = (0.0, 0.0)
_CIRCLE_STEP_DEG = 6.0
# Steps of a sequence that fills the unit square evenly: powers of the plastic number.
_EVEN_X, _EVEN_Y = 0.7548776662466927, 0.5698402909980532


def hexagon(flat_mm: float, centre_mm: PointMm = ORIGIN) -> tuple[PointMm, ...]:
    """A hex standing on a corner, `flat_mm` from flat side to flat side."""
    return regular_polygon_mm(centre_mm, flat_mm / math.sqrt(3), SIDES)


def edge_deg(edge: int) -> float:
    """The direction of an edge's middle, clockwise from 12 o'clock; edge 0 is north-east."""
    return (edge + 0.5) * 360.0 / SIDES


def towards(angle_deg: float, distance_mm: float, start_mm: PointMm = ORIGIN) -> PointMm:
    """The point at a distance in a direction, clockwise from 12 o'clock."""
    return arc_points_mm(start_mm, distance_mm, angle_deg, angle_deg)[0]


def circle(radius_mm: float, centre_mm: PointMm = ORIGIN) -> tuple[PointMm, ...]:
    """A circle as an outline of many points."""
    return arc_points_mm(centre_mm, radius_mm, 0.0, 360.0, _CIRCLE_STEP_DEG)[:-1]


def star(
    points: int, outer_mm: float, inner_mm: float, centre_mm: PointMm = ORIGIN, first_deg: float = 0
) -> tuple[PointMm, ...]:
    """A star with its first point at `first_deg` clockwise from 12 o'clock."""
    tips = regular_polygon_mm(centre_mm, outer_mm, points, first_deg)
    pits = regular_polygon_mm(centre_mm, inner_mm, points, first_deg + 180.0 / points)
    return tuple(point for pair in zip(tips, pits, strict=True) for point in pair)


def crescent(radius_mm: float, centre_mm: PointMm = ORIGIN) -> tuple[PointMm, ...]:
    """A moon open to the right."""
    x, y = centre_mm
    outer = arc_points_mm(centre_mm, radius_mm, 30.0, -210.0, _CIRCLE_STEP_DEG)
    horn_x = radius_mm * math.sin(math.radians(30.0))
    horn_y = radius_mm * math.cos(math.radians(30.0))
    inner_mm = 0.95 * radius_mm
    shift = math.sqrt(inner_mm**2 - horn_y**2)
    middle = (x + horn_x + shift * 0.55, y)
    inner_mm = math.hypot(middle[0] - x - horn_x, horn_y)
    half_deg = math.degrees(math.atan2(horn_y, middle[0] - x - horn_x))
    inner = arc_points_mm(middle, inner_mm, 270.0 - half_deg, 270.0 + half_deg, _CIRCLE_STEP_DEG)
    return (*outer, *inner[1:-1])


def box(
    left: float, top: float, width: float, height: float, round_mm: float = 0.0
) -> tuple[PointMm, ...]:
    """A rectangle, its corners rounded."""
    right, bottom = left + width, top + height
    if round_mm <= 0:
        return ((left, top), (right, top), (right, bottom), (left, bottom))
    middles = (
        ((right - round_mm, top + round_mm), 0.0),
        ((right - round_mm, bottom - round_mm), 90.0),
        ((left + round_mm, bottom - round_mm), 180.0),
        ((left + round_mm, top + round_mm), 270.0),
    )
    return tuple(
        point
        for middle, first in middles
        for point in arc_points_mm(middle, round_mm, first, first + 90.0, 15.0)
    )


def box_around(middle_mm: PointMm, size_mm: PointMm, round_mm: float = 0.0) -> tuple[PointMm, ...]:
    """A rectangle by its middle."""
    width, height = size_mm
    return box(middle_mm[0] - width / 2, middle_mm[1] - height / 2, width, height, round_mm)


def grown(outline_mm: Sequence[PointMm], by_mm: float) -> tuple[PointMm, ...]:
    """A convex outline around the origin, its sides moved outwards; clockwise on paper."""
    moved = []
    for before, corner, after in zip(
        (*outline_mm[-1:], *outline_mm[:-1]),
        outline_mm,
        (*outline_mm[1:], outline_mm[0]),
        strict=True,
    ):
        (ax, ay), (bx, by) = _outward(before, corner), _outward(corner, after)
        reach = by_mm / (1 + ax * bx + ay * by)
        moved.append((corner[0] + reach * (ax + bx), corner[1] + reach * (ay + by)))
    return tuple(moved)


def _outward(start_mm: PointMm, end_mm: PointMm) -> PointMm:
    dx, dy = end_mm[0] - start_mm[0], end_mm[1] - start_mm[1]
    length = math.hypot(dx, dy)
    return dy / length, -dx / length


def bands(size_mm: tuple[float, float], colours: Sequence[str]) -> Iterator[Shape]:
    """Level bands of colour from the top of a sheet to its foot, without seams."""
    width, height = size_mm
    for number, colour in enumerate(colours):
        top = height * number / len(colours)
        yield Polygon(box(0.0, top, width, height - top), palette.fill(colour))


def sprinkled(
    size_mm: tuple[float, float], count: int, clear: Iterable[tuple[PointMm, float]] = ()
) -> Iterator[Shape]:
    """Fine stars spread evenly over a sheet, none within the (middle, radius) of `clear`."""
    keep_clear = tuple(clear)
    for number in range(1, count + 1):
        at = (size_mm[0] * (number * _EVEN_X % 1.0), size_mm[1] * (number * _EVEN_Y % 1.0))
        if any(math.dist(at, middle) < radius for middle, radius in keep_clear):
            continue
        radius_mm = (0.16, 0.22, 0.3, 0.2, 0.42)[number % 5]
        colour = palette.GOLD if number % 7 == 0 else palette.IVORY
        yield Disc(at, radius_mm, palette.fill(colour, 0.75))
        if number % 5 == 4 and number % 3 == 0:
            rays = star(4, radius_mm * 3.4, radius_mm * 0.6, at)
            yield Polygon(rays, palette.fill(colour, 0.8))


def around_origin(size_mm: tuple[float, float], shapes: Iterable[Shape]) -> Drawing:
    """A drawing whose middle is the origin of the shapes."""
    middle = (size_mm[0] / 2, size_mm[1] / 2)
    return Drawing(size_mm, turned(Drawing((0.0, 0.0), tuple(shapes)), middle))


def placed(shapes: Iterable[Shape], at_mm: PointMm, angle_deg: float = 0.0) -> tuple[Shape, ...]:
    """Shapes around the origin moved to `at_mm`, turned clockwise."""
    return turned(Drawing((0.0, 0.0), tuple(shapes)), at_mm, angle_deg)


def outlined(points_mm: Sequence[PointMm], ink: Ink) -> Polygon:
    """A polygon of any sequence of points."""
    return Polygon(tuple(points_mm), ink)
