"""The sky as it is printed: sectors, orbits, spaces, line images, the North Star."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Stroke, arc_points_mm
from companion.games.polaris.art.chart import (
    frame_radii_mm,
    goal_corners,
    sector_deg,
    sky_radius_mm,
)
from companion.games.polaris.art.glyphs import Shapes, box_mm, dust, north_star, star_mm
from companion.games.polaris.art.ground import line_place, middle_mm, side_mm, spaces_mm
from companion.games.polaris.art.lettering import both, fitted
from companion.games.polaris.art.palette import (
    DARK,
    DIM,
    GOLD,
    IVORY,
    NIGHT,
    PALE,
    RED,
    RING,
    SKY,
    fill,
    line,
)
from companion.games.polaris.edition import Edition

_NORTH_PART = 0.85  # of a space's diameter: the radius of the North Star


@lru_cache(maxsize=4)
def sky_drawing(edition: Edition) -> Drawing:
    """The board with the sky, bare: no pieces, no markers for the camera."""
    side, middle = side_mm(edition), middle_mm(edition)
    corner = box_mm(2.0, 2.0, side - 4.0, side - 4.0)
    return Drawing(
        (side, side),
        (
            Polygon(box_mm(0.0, 0.0, side, side), fill(NIGHT)),
            *dust(4.0, 4.0, side - 8.0, side - 8.0, 150),
            Polygon(corner, line(GOLD, 0.25, 0.7)),
            *_goal_places(edition, middle),
            *_round(edition),
            *_title(edition, side),
        ),
    )


@lru_cache(maxsize=4)
def round_drawing(edition: Edition) -> Drawing:
    """The sky and the ring for its frame alone, for a small screen."""
    side = 2 * frame_radii_mm(edition)[1] + 4.0
    ground = Polygon(box_mm(0.0, 0.0, side, side), fill(NIGHT))
    whole = side_mm(edition)
    sky = Drawing((whole, whole), _round(edition))
    return Drawing((side, side), (ground,)).placed(sky, (side / 2, side / 2))


def _round(edition: Edition) -> Shapes:
    """Everything within the frame, and the ring that the frame lies on."""
    middle, radius = middle_mm(edition), sky_radius_mm(edition)
    inner, outer = frame_radii_mm(edition)
    return (
        Disc(middle, (inner + outer) / 2, line(RING, outer - inner)),
        *_sectors(edition, middle, radius),
        *dust(middle[0] - radius * 0.7, middle[1] - radius * 0.7, radius * 1.4, radius * 1.4, 60),
        *(Disc(middle, r, line(GOLD, 0.3)) for r in (radius, outer + 0.6)),
        *_lines(edition),
        *_spaces(edition),
        *north_star(middle, edition.chart.space_mm * _NORTH_PART),
    )


def _title(edition: Edition, side: float) -> Shapes:
    name = both("game")
    return (
        fitted(name, (side * 0.22, side * 0.035), side * 0.016, side * 0.2, GOLD, bold=True),
        fitted(edition.name, (side * 0.22, side * 0.06), side * 0.008, side * 0.2, PALE),
    )


def _sectors(edition: Edition, middle: PointMm, radius: float) -> Shapes:
    """Wedges in two tints by turns, a darker border line between them, a number on the rim."""
    count = edition.sky.sectors
    half = 180.0 / count
    shapes: list[Shape] = [Disc(middle, radius, fill(SKY[0]))]
    for sector in range(1, count, 2):
        angle = sector_deg(edition, sector)
        arc = arc_points_mm(middle, radius, angle - half, angle + half)
        shapes.append(Polygon((middle, *arc), fill(SKY[1])))
    for sector in range(count):
        angle = sector_deg(edition, sector)
        end = arc_points_mm(middle, radius, angle - half, angle - half)[0]
        shapes.append(Stroke((middle, end), line(RED, 0.5, 0.45)))
        beside = angle + half * 0.25  # between the columns of spaces
        at = arc_points_mm(middle, radius * 0.97, beside, beside)[0]
        shapes.append(fitted(str(sector + 1), at, radius * 0.028, radius, GOLD, bold=True))
    return tuple(shapes)


def _goal_places(edition: Edition, middle: PointMm) -> Shapes:
    shapes: list[Shape] = []
    for sector in range(edition.sky.sectors):
        corners = goal_corners(edition, sector, middle)
        shapes.append(Polygon(corners, Ink(fill=DARK, stroke=DIM, stroke_mm=0.3)))
        x, y = (sum(c[axis] for c in corners) / 4 for axis in (0, 1))
        shapes.append(Polygon(star_mm((x, y), 5.0, 8, 0.5), line(DIM, 0.25)))
    return tuple(shapes)


def _lines(edition: Edition) -> Shapes:
    """A fine line from space to space, and on it the outline of a token."""
    half_l, half_w = edition.print.line_length_mm / 2, edition.chart.line_width_mm / 2
    spaces = spaces_mm(edition)
    threads: list[Shape] = []
    tokens: list[Shape] = []
    for number, (one, other) in enumerate(edition.sky.ends):
        (x, y), angle = line_place(edition, number)
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        ends = [(x - dx * half_l, y - dy * half_l), (x + dx * half_l, y + dy * half_l)]
        if math.dist(spaces[one], ends[1]) < math.dist(spaces[one], ends[0]):
            ends.reverse()
        threads.append(Stroke((spaces[one], *ends, spaces[other]), line(PALE, 0.35, 0.8)))
        corners = tuple(
            (x + dx * along - dy * across, y + dy * along + dx * across)
            for along, across in (
                (-half_l, -half_w),
                (half_l, -half_w),
                (half_l, half_w),
                (-half_l, half_w),
            )
        )
        tokens.append(Polygon(corners, Ink(fill=NIGHT, stroke=PALE, stroke_mm=0.25, opacity=0.85)))
    return *threads, *tokens


def _spaces(edition: Edition) -> Shapes:
    """Round spaces: red ones with a heavy rim and a notch, white ones bright, plain ones dark;
    those of neutral stars have a double rim.
    """
    sky, radius = edition.sky, edition.chart.space_mm / 2
    shapes: list[Shape] = []
    for space, at in enumerate(spaces_mm(edition)[:-1]):
        bit = 1 << space
        ink, width = Ink(fill=DARK, stroke=PALE, stroke_mm=0.3), 0.0
        letters = PALE
        if sky.red & bit:
            width = radius * 0.24
            ink = Ink(fill="#3b1220", stroke=RED, stroke_mm=width)
        elif sky.white & bit:
            ink = Ink(fill=IVORY, stroke=GOLD, stroke_mm=0.4)
            letters = NIGHT
        shapes.append(Disc(at, radius - width / 2, ink))
        if sky.marked & bit:
            shapes.append(Disc(at, radius * 0.76, line(GOLD, 0.25)))
        shapes.append(fitted(sky.names[space], at, radius * 0.32, radius * 1.5, letters))
    return tuple(shapes)
