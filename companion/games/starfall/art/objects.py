"""The objects on Sky Tiles: each told by its shape alone."""

from __future__ import annotations

from companion.drawing import Disc, PointMm, Polygon, Stroke, Words, arc_points_mm
from companion.games.starfall.art.outlines import (
    Shapes,
    cloud_mm,
    ellipse_mm,
    shifted,
    star_mm,
)
from companion.games.starfall.art.palette import (
    COMET,
    COMET_TAIL,
    HOLE,
    HOLE_RING,
    INK,
    MOON,
    MOON_SHADE,
    NEBULAE,
    PAPER,
    PLANET,
    PLANET_BAND,
    PLANET_RING,
    STAR,
    STAR_HEART,
    fill,
    line,
)


def star(middle: PointMm, radius: float) -> Shapes:
    """A star of five rays with a bright heart."""
    return (
        Polygon(star_mm(middle, radius, 5, 0.46), fill(INK)),
        Polygon(star_mm(middle, radius * 0.9, 5, 0.46), fill(STAR)),
        Polygon(star_mm(middle, radius * 0.46, 5, 0.46), fill(STAR_HEART)),
    )


def planet(middle: PointMm, radius: float) -> Shapes:
    """A globe with bands inside a tilted ring."""
    globe = radius * 0.66
    ring = ellipse_mm(middle, radius, radius * 0.3, -20.0)
    front = ring[:25]  # the lower half lies before the globe
    bands = tuple(
        Polygon(
            ellipse_mm(shifted(middle, globe * away, angle), globe * wide, globe * 0.13, -20.0),
            fill(PLANET_BAND, 0.85),
        )
        for away, angle, wide in ((0.5, -20.0, 0.74), (0.5, 160.0, 0.74))
    )
    return (
        Polygon(ring, line(INK, radius * 0.3)),
        Polygon(ring, line(PLANET_RING, radius * 0.16)),
        Disc(middle, globe * 1.08, fill(INK)),
        Disc(middle, globe, fill(PLANET)),
        *bands,
        Stroke(front, line(INK, radius * 0.3)),
        Stroke(front, line(PLANET_RING, radius * 0.16)),
    )


def moon(middle: PointMm, radius: float) -> Shapes:
    """A crescent with three craters."""
    body = radius * 0.92
    outer = arc_points_mm(middle, body, 20.0, 340.0, 8.0)
    bite = shifted(middle, body * 0.62, 0.0)
    tips = outer[0], outer[-1]
    reach = ((tips[0][0] - bite[0]) ** 2 + (tips[0][1] - bite[1]) ** 2) ** 0.5
    lower = _lower_arc(bite, reach, tips)
    craters = tuple(
        Disc(shifted(middle, body * away, angle), body * wide, fill(MOON_SHADE))
        for away, angle, wide in ((0.66, 180.0, 0.14), (0.72, 130.0, 0.1), (0.7, 235.0, 0.12))
    )
    shape = (*outer, *lower)
    return Polygon(shape, line(INK, radius * 0.2)), Polygon(shape, fill(MOON)), *craters


def _lower_arc(
    middle: PointMm, radius: float, tips: tuple[PointMm, PointMm]
) -> tuple[PointMm, ...]:
    """The arc from the left tip round below to the right one."""
    arc = arc_points_mm(middle, radius, 270.0, 90.0, 6.0)
    low = max(tips[0][1], tips[1][1])
    return tuple(point for point in arc if point[1] >= low)


def black_hole(middle: PointMm, radius: float) -> Shapes:
    """A black disc in a broken, swirling ring."""
    arms = tuple(
        Stroke(
            tuple(
                shifted(middle, radius * (0.98 - 0.0042 * step), start + step)
                for step in range(0, 100, 10)
            ),
            line(HOLE_RING, radius * 0.17),
        )
        for start in (0.0, 120.0, 240.0)
    )
    return (
        Disc(middle, radius * 1.02, fill(INK, 0.8)),
        *arms,
        Disc(middle, radius * 0.56, line(PAPER, radius * 0.09)),
        Disc(middle, radius * 0.52, fill(HOLE)),
    )


def comet(middle: PointMm, radius: float) -> Shapes:
    """A round head, lower right, with three tails behind it."""
    head = shifted(middle, radius * 0.46, 135.0)
    tails = tuple(
        Stroke(
            (head, shifted(head, radius * length, angle)),
            line(colour, radius * width),
        )
        for colour, extra in ((INK, 0.12), (COMET_TAIL, 0.0))
        for length, angle, width in (
            (1.4, 315.0, 0.2 + extra),
            (1.06, 292.0, 0.15 + extra),
            (1.06, 338.0, 0.15 + extra),
        )
    )
    return (
        *tails,
        Disc(head, radius * 0.44, fill(INK)),
        Disc(head, radius * 0.36, fill(COMET)),
        Disc(shifted(head, radius * 0.1, 315.0), radius * 0.14, fill(PAPER)),
    )


def nebula(middle: PointMm, radius: float, colour: int, letter: str) -> Shapes:
    """A cloud of a colour, with as many lobes as the colour's number and its letter inside."""
    lobes = colour % len(NEBULAE) + 4
    return (
        Polygon(cloud_mm(middle, radius, lobes), fill(INK)),
        Polygon(cloud_mm(middle, radius * 0.92, lobes), fill(NEBULAE[colour % len(NEBULAE)])),
        Polygon(cloud_mm(middle, radius * 0.6, lobes), fill(PAPER, 0.35)),
        Words(letter, middle, radius * 0.62, INK, bold=True),
    )
