"""Small figures around (0, 0): stars, moon, comet, sun, owl, coyote.

Each is as large as a circle of the radius given; `at` moves shapes to their place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from companion.drawing import (
    Disc,
    Drawing,
    Ink,
    PointMm,
    Polygon,
    Shape,
    Stroke,
    arc_points_mm,
    turned,
)
from companion.games.solani.art.palette import DEEP, GOLD, IVORY, edged, fill, line

Shapes = tuple[Shape, ...]

_INNER = 0.44  # inner against outer radius of a star with five points
_THIN = 0.3  # of a white star, which has four
# Steps of an even scatter over a square: powers of the plastic number.
_SCATTER = (0.7548776662466927, 0.5698402909980532)


def at(shapes: Iterable[Shape], middle_mm: PointMm, angle_deg: float = 0.0) -> Shapes:
    """Shapes around (0, 0) moved to `middle_mm` and turned clockwise."""
    return turned(Drawing((0.0, 0.0), tuple(shapes)), middle_mm, angle_deg)


def centred(size_mm: tuple[float, float], shapes: Iterable[Shape]) -> Drawing:
    """Shapes around (0, 0) as a drawing with its middle there."""
    return Drawing(size_mm, at(shapes, (size_mm[0] / 2, size_mm[1] / 2)))


def star(
    centre_mm: PointMm, radius_mm: float, ink: Ink, points: int = 5, inner: float = _INNER
) -> Polygon:
    """A star with one point upwards."""
    corners = []
    for step in range(2 * points):
        angle = math.pi * step / points
        reach = radius_mm if step % 2 == 0 else radius_mm * inner
        corners.append(
            (centre_mm[0] + reach * math.sin(angle), centre_mm[1] - reach * math.cos(angle))
        )
    return Polygon(tuple(corners), ink)


def gold_star(centre_mm: PointMm, radius_mm: float) -> Polygon:
    """A sure star: five points, filled with gold."""
    return star(centre_mm, radius_mm, fill(GOLD))


def white_star(centre_mm: PointMm, radius_mm: float) -> Polygon:
    """An optional star: four points, ivory and hollow."""
    return star(
        centre_mm, radius_mm, edged(DEEP, IVORY, radius_mm * 0.17), points=4, inner=_THIN + 0.12
    )


def guide_star(radius_mm: float) -> Shapes:
    """The guide star: eight long and short points around a ring."""
    return (
        star((0.0, 0.0), radius_mm * 0.72, fill(GOLD, 0.55), points=8, inner=0.4),
        star((0.0, 0.0), radius_mm, edged(GOLD, DEEP, radius_mm * 0.03), points=4, inner=0.28),
        Disc((0.0, 0.0), radius_mm * 0.15, fill(DEEP)),
        Disc((0.0, 0.0), radius_mm * 0.07, fill(IVORY)),
    )


def moon(radius_mm: float) -> Shapes:
    """A crescent with a small star in its arms."""
    outer = arc_points_mm((0.0, 0.0), radius_mm, 20.0, 250.0, 10.0)
    chord = math.hypot(outer[0][0] - outer[-1][0], outer[0][1] - outer[-1][1])
    middle = ((outer[0][0] + outer[-1][0]) / 2, (outer[0][1] + outer[-1][1]) / 2)
    start = math.degrees(math.atan2(outer[-1][0] - middle[0], middle[1] - outer[-1][1]))
    inner = arc_points_mm(middle, chord / 2, start, start - 180.0, 10.0)
    return (
        Polygon((*outer, *inner[1:-1]), fill(GOLD)),
        gold_star((-radius_mm * 0.42, -radius_mm * 0.42), radius_mm * 0.3),
    )


def comet(radius_mm: float) -> Shapes:
    """A bright head with three tails up to the right."""
    head = (-radius_mm * 0.42, radius_mm * 0.42)
    tails = []
    for angle, length in ((45.0, 1.55), (28.0, 1.2), (62.0, 1.2)):
        tip = arc_points_mm(head, radius_mm * length, angle, angle)[0]
        left = arc_points_mm(head, radius_mm * 0.36, angle - 40.0, angle - 40.0)[0]
        right = arc_points_mm(head, radius_mm * 0.36, angle + 40.0, angle + 40.0)[0]
        tails.append(Polygon((left, tip, right), fill(GOLD, 0.6)))
    return (*tails, Disc(head, radius_mm * 0.38, fill(GOLD)), gold_star_on(head, radius_mm * 0.24))


def gold_star_on(centre_mm: PointMm, radius_mm: float) -> Polygon:
    """A dark star on gold."""
    return star(centre_mm, radius_mm, fill(DEEP))


def sun(radius_mm: float) -> Shapes:
    """A disc with twelve rays."""
    return (
        star((0.0, 0.0), radius_mm, fill(GOLD), points=12, inner=0.66),
        Disc((0.0, 0.0), radius_mm * 0.56, edged(GOLD, DEEP, radius_mm * 0.07)),
        Disc((0.0, 0.0), radius_mm * 0.2, fill(DEEP)),
    )


def owl(radius_mm: float) -> Shapes:
    """An owl's face: two ears, two eyes, a beak."""
    r = radius_mm
    head = (
        *((-0.8 * r, -0.95 * r), (-0.35 * r, -0.62 * r), (0.35 * r, -0.62 * r)),
        *((0.8 * r, -0.95 * r), (0.92 * r, 0.05 * r), (0.62 * r, 0.68 * r)),
        *((0.0, 0.98 * r), (-0.62 * r, 0.68 * r), (-0.92 * r, 0.05 * r)),
    )
    eyes = [
        shape
        for x in (-0.42 * r, 0.42 * r)
        for shape in (
            Disc((x, -0.08 * r), 0.36 * r, edged(IVORY, DEEP, 0.06 * r)),
            Disc((x, -0.08 * r), 0.17 * r, fill(DEEP)),
        )
    ]
    beak = Polygon(((-0.14 * r, 0.3 * r), (0.14 * r, 0.3 * r), (0.0, 0.62 * r)), fill(DEEP))
    return (Polygon(head, fill(GOLD)), *eyes, beak)


def compass(radius_mm: float) -> Shapes:
    """What stands for a kind of feature that has no figure of its own."""
    return (
        Disc((0.0, 0.0), radius_mm * 0.85, line(GOLD, radius_mm * 0.08)),
        star((0.0, 0.0), radius_mm * 0.8, fill(GOLD), points=6, inner=0.35),
    )


FEATURES = {"moon": moon, "comet": comet, "sun": sun, "owl": owl}


def coyote(radius_mm: float) -> Shapes:
    """A howling coyote before the moon."""
    r = radius_mm
    body = (
        *((-0.62, 0.95), (-0.5, 0.35), (-0.36, 0.0), (-0.2, -0.22), (-0.26, -0.42)),
        *((-0.12, -0.36), (0.02, -0.5), (0.34, -0.92), (0.42, -0.82), (0.24, -0.42)),
        *((0.2, -0.2), (0.26, 0.1), (0.3, 0.5), (0.34, 0.95), (0.16, 0.95), (0.1, 0.5)),
        *((-0.02, 0.42), (-0.16, 0.7), (-0.2, 0.95), (-0.36, 0.95), (-0.34, 0.72)),
        *((-0.72, 0.9), (-0.95, 0.72), (-0.9, 0.62), (-0.74, 0.72)),
    )
    return (
        Disc((0.05 * r, -0.05 * r), 0.95 * r, fill(GOLD, 0.85)),
        Polygon(tuple((x * r, y * r) for x, y in body), fill(DEEP)),
    )


@lru_cache(maxsize=32)
def scattered(size_mm: tuple[float, float], count: int) -> Shapes:
    """Faint background stars, spread evenly over a rectangle from (0, 0)."""
    found = []
    for number in range(1, count + 1):
        x, y = ((number * step) % 1.0 for step in _SCATTER)
        radius_mm = (0.16, 0.22, 0.3)[number % 3]
        found.append(Disc((x * size_mm[0], y * size_mm[1]), radius_mm, fill(IVORY, 0.35)))
    return tuple(found)


def dashed(start_mm: PointMm, end_mm: PointMm, dash_mm: float, ink: Ink) -> Shapes:
    """A dashed straight line."""
    length = math.dist(start_mm, end_mm)
    count = max(1, round(length / (2 * dash_mm)))

    def point(part: float) -> PointMm:
        return tuple(a + (b - a) * part for a, b in zip(start_mm, end_mm, strict=True))  # type: ignore[return-value]

    return tuple(
        Stroke((point(number / count), point((number + 0.5) / count)), ink)
        for number in range(count)
    )
