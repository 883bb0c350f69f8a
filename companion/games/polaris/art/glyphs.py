"""Signs of which the drawings are made: stars, moons, shooting stars, boxes."""

from __future__ import annotations

import math

from companion.drawing import (
    Disc,
    Ink,
    PointMm,
    Polygon,
    Shape,
    Stroke,
    arc_points_mm,
    regular_polygon_mm,
)
from companion.games.polaris.art.palette import DARK, GOLD, IVORY, SHADE, fill, line

Shapes = tuple[Shape, ...]

_GOLDEN = (math.sqrt(5) - 1) / 2


def box_mm(left: float, top: float, width: float, height: float) -> tuple[PointMm, ...]:
    """The corners of an upright rectangle."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def rounded_mm(
    left: float, top: float, width: float, height: float, radius: float
) -> tuple[PointMm, ...]:
    """The outline of a rectangle with round corners."""
    right, bottom = left + width, top + height
    corners = (
        ((right - radius, top + radius), 0.0),
        ((right - radius, bottom - radius), 90.0),
        ((left + radius, bottom - radius), 180.0),
        ((left + radius, top + radius), 270.0),
    )
    return tuple(
        point
        for middle, start in corners
        for point in arc_points_mm(middle, radius, start, start + 90.0, 18.0)
    )


def circle_mm(middle: PointMm, radius: float) -> tuple[PointMm, ...]:
    """A circle as an outline of 48 corners."""
    return regular_polygon_mm(middle, radius, 48)


def star_mm(
    middle: PointMm, radius: float, rays: int, inner: float, first_deg: float = 0.0
) -> tuple[PointMm, ...]:
    """A star with so many rays; `inner` is the depth of its notches as a part of the radius."""
    outer = regular_polygon_mm(middle, radius, rays, first_deg)
    notches = regular_polygon_mm(middle, radius * inner, rays, first_deg + 180.0 / rays)
    return tuple(point for pair in zip(outer, notches, strict=True) for point in pair)


def seat_sign(seat: int, middle: PointMm, radius: float, ink: Ink) -> Shapes:
    """A seat's own sign: five rays, four long rays, a triangle, a ring with a dot."""
    if seat == 0:
        return (Polygon(star_mm(middle, radius, 5, 0.45), ink),)
    if seat == 1:
        return (Polygon(star_mm(middle, radius, 4, 0.34), ink),)
    if seat == 2:
        low = (middle[0], middle[1] + radius * 0.12)
        return (Polygon(regular_polygon_mm(low, radius * 1.05, 3), ink),)
    width = radius * 0.34
    ring = Disc(middle, radius * 0.8 - width / 2, line(ink.fill, width))
    return ring, Disc(middle, radius * 0.26, ink)


def north_star(middle: PointMm, radius: float) -> Shapes:
    """The North Star: eight rays, four of them long."""
    return (
        Polygon(star_mm(middle, radius * 0.66, 4, 0.4, 45.0), fill(GOLD, 0.75)),
        Polygon(star_mm(middle, radius, 4, 0.24), fill(GOLD)),
        Disc(middle, radius * 0.2, fill(IVORY)),
    )


def moon(middle: PointMm, radius: float, lit: float) -> Shapes:
    """A moon of which the part `lit` (0 new to 1 full) is bright, on its right side."""
    x0, y0 = middle
    whole = Disc(middle, radius, Ink(fill=SHADE, stroke=GOLD, stroke_mm=radius * 0.07))
    if lit <= 0:
        return (whole,)
    right = arc_points_mm(middle, radius, 0.0, 180.0, 7.5)
    flat = (1 - 2 * lit) * radius  # where the shadow's edge crosses the middle line
    edge = tuple(
        (x0 + flat * math.sin(math.radians(a)), y0 - radius * math.cos(math.radians(a)))
        for a in range(180, -1, -8)
    )
    bright = Polygon((*right, *edge), fill(IVORY))
    rim = Disc(middle, radius, line(GOLD, radius * 0.07))
    return whole, bright, rim


def lit_part(phase: int, phases: int) -> float:
    """How much of the moon is bright in a phase: the first is new, the last full."""
    return phase / (phases - 1)


def shooting_star(middle: PointMm, size: float) -> Shapes:
    """A star with a tail that leads up to the left."""
    x, y = middle
    head = (x + size * 0.16, y + size * 0.16)
    tails = tuple(
        Stroke(
            ((head[0] - a * size, head[1] - b * size), (head[0] - c * size, head[1] - d * size)),
            line(GOLD, size * 0.06, 0.9),
        )
        for a, b, c, d in ((0.2, 0.2, 0.62, 0.62), (0.26, 0.02, 0.6, 0.34), (0.02, 0.26, 0.34, 0.6))
    )
    return (*tails, Polygon(star_mm(head, size * 0.3, 5, 0.45, 12.0), fill(IVORY)))


def dawn_sun(middle: PointMm, radius: float) -> Shapes:
    """A rising sun over a line."""
    x, y = middle
    half = (*arc_points_mm((x, y), radius * 0.5, -90.0, 90.0, 12.0),)
    rays = tuple(
        Stroke(
            (
                arc_points_mm(middle, radius * 0.64, a, a)[0],
                arc_points_mm(middle, radius * 0.95, a, a)[0],
            ),
            line(GOLD, radius * 0.1),
        )
        for a in (-75.0, -37.5, 0.0, 37.5, 75.0)
    )
    horizon = Stroke(((x - radius, y), (x + radius, y)), line(GOLD, radius * 0.1))
    return Polygon(half, fill(GOLD)), *rays, horizon


def dust(left: float, top: float, width: float, height: float, count: int) -> Shapes:
    """Faint stars all over a rectangle, evenly spread and the same each time."""
    found: list[Shape] = []
    for n in range(count):
        x = left + width * ((n * _GOLDEN) % 1.0)
        y = top + height * ((n + 0.5) / count)
        radius = (0.14, 0.2, 0.32)[(n * 7) % 3]
        found.append(Disc((x, y), radius, fill(IVORY, 0.35 if n % 4 else 0.6)))
    return tuple(found)


def disc_piece(radius: float, colour: str) -> Shapes:
    """The ground of a round token round (radius, radius): coloured, with a dark inner ring."""
    middle = (radius, radius)
    return (
        Disc(middle, radius, fill(colour)),
        Disc(middle, radius * 0.86, line(DARK, radius * 0.08, 0.55)),
    )
