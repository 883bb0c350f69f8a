"""Sky Tiles: a sky of their own with the objects on it, and the backs of the deck."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import (
    Disc,
    Drawing,
    PointMm,
    Polygon,
    Shape,
    Stroke,
    Words,
    arc_points_mm,
)
from companion.games.starfall.art.objects import (
    black_hole,
    comet,
    moon,
    nebula,
    planet,
    star,
)
from companion.games.starfall.art.outlines import Shapes, box_mm, rounded_mm, shifted, star_mm
from companion.games.starfall.art.palette import (
    BRASS,
    DIM,
    DISC,
    GROUNDS,
    INK,
    PALE,
    PAPER,
    RIM,
    fill,
    line,
)
from companion.games.starfall.edition import Edition, Tile
from companion.prints import PiecePrint

FAMILY = "sky tile"
_TURN_DEG = 137.5  # from one tile's arrangement to the next one's: no two look alike
_SPOTS = {
    1: ((0.0, 0.0, 0.27),),
    2: ((0.19, 0.0, 0.19), (0.19, 180.0, 0.19)),
    3: ((0.22, 0.0, 0.17), (0.22, 120.0, 0.17), (0.22, 240.0, 0.17)),
    4: tuple((0.25, 90.0 * n, 0.15) for n in range(4)),
    5: ((0.0, 0.0, 0.14), *((0.29, 90.0 * n, 0.14) for n in range(4))),
}


@lru_cache(maxsize=128)
def tile_drawing(edition: Edition, number: int) -> Drawing:
    """The face of a tile."""
    side, tile = edition.print.tile_mm, edition.tiles[number]
    return Drawing(
        (side, side),
        (
            Polygon(box_mm(0.0, 0.0, side, side), fill(GROUNDS[number * 3 % len(GROUNDS)])),
            *_sky(side, number),
            Polygon(rounded_mm(1.0, 1.0, side - 2.0, side - 2.0, 2.4), line(BRASS, 0.5)),
            *_objects(edition, tile, number),
            *_names(tile.name, side),
        ),
    )


@lru_cache(maxsize=4)
def back_drawing(side_mm: float) -> Drawing:
    """The back of every tile: a sky dial."""
    middle = (side_mm / 2, side_mm / 2)
    rings = tuple(Disc(middle, side_mm * r, line(RIM, 0.4)) for r in (0.4, 0.33, 0.18))
    ticks = tuple(
        Stroke(
            (shifted(middle, side_mm * 0.33, a), shifted(middle, side_mm * 0.4, a)), line(RIM, 0.4)
        )
        for a in range(0, 360, 15)
    )
    return Drawing(
        (side_mm, side_mm),
        (
            Polygon(box_mm(0.0, 0.0, side_mm, side_mm), fill(DISC)),
            Polygon(rounded_mm(1.0, 1.0, side_mm - 2, side_mm - 2, 2.4), line(RIM, 0.5)),
            *rings,
            *ticks,
            Polygon(star_mm(middle, side_mm * 0.3, 8, 0.3), fill(BRASS)),
            Disc(middle, side_mm * 0.06, fill(PAPER)),
        ),
    )


@lru_cache(maxsize=4)
def hidden_drawing(side_mm: float) -> Drawing:
    """What stands for a tile that one may not see: a back with a question mark."""
    mark = Words("?", (side_mm / 2, side_mm / 2), side_mm * 0.3, INK, bold=True)
    return back_drawing(side_mm).with_shapes((mark,))


def tile_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """Every tile once (STAR-COMP-1)."""
    side, thick = edition.print.tile_mm, edition.print.tile_thickness_mm
    outline = box_mm(-side / 2, -side / 2, side, side)
    back = back_drawing(side)
    return tuple(
        PiecePrint(tile.name, FAMILY, tile_drawing(edition, number), outline, 1, thick, back=back)
        for number, tile in enumerate(edition.tiles)
    )


def _sky(side: float, number: int) -> Shapes:
    """Orbits round a middle outside the tile, and a field of stars: both a tile's own."""
    far = shifted((side / 2, side / 2), side * 0.72, number * _TURN_DEG)
    toward = number * _TURN_DEG + 180.0
    arcs: list[Shape] = []
    for n in range(1, 5):
        reach = side * (0.16 + 0.27 * n + 0.011 * (number % 5))
        points = arc_points_mm(far, reach, toward - 80.0, toward + 80.0, 4.0)
        inside = tuple(p for p in points if 1.4 < p[0] < side - 1.4 and 1.4 < p[1] < side - 1.4)
        if len(inside) > 1:
            arcs.append(Stroke(inside, line(DIM, 0.7)))
    dots: list[Shape] = []
    for n in range(22):
        x = (0.5 + n * 0.7548776662 + number * 0.37) % 1.0
        y = (0.5 + n * 0.5698402910 + number * 0.61) % 1.0
        at = (side * (0.05 + 0.9 * x), side * (0.05 + 0.9 * y))
        radius = side * (0.006, 0.009, 0.014)[(n * 5 + number) % 3]
        dots.append(Disc(at, radius, fill(PAPER if n % 3 else PALE, 0.9)))
    return (*arcs, *dots)


def _objects(edition: Edition, tile: Tile, number: int) -> Shapes:
    """All objects, arranged round the middle of the tile."""
    makers = [star] * tile.stars + [planet] * tile.planets + [moon] * tile.moons
    makers += [black_hole] * tile.black_holes + [comet] * tile.comets
    spots = _spots(len(makers) + len(tile.nebulae), number, edition.print.tile_mm)
    shapes: list[Shape] = []
    for make, (middle, radius) in zip(makers, spots, strict=False):
        shapes += make(middle, radius)
    for colour, (middle, radius) in zip(tile.nebulae, spots[len(makers) :], strict=True):
        shapes += nebula(middle, radius, colour, edition.colours[colour][0].upper())
    return tuple(shapes)


def _spots(count: int, number: int, side: float) -> list[tuple[PointMm, float]]:
    """Middles and radii for so many objects; a tile with many has them on a grid."""
    middle = (side / 2, side / 2)
    if count in _SPOTS:
        return [
            (shifted(middle, side * away, angle + number * _TURN_DEG), side * radius)
            for away, angle, radius in _SPOTS[count]
        ]
    columns = max(1, math.ceil(math.sqrt(count)))
    step = side * 0.8 / columns
    return [
        (
            (side * 0.1 + (n % columns + 0.5) * step, side * 0.1 + (n // columns + 0.5) * step),
            step * 0.45,
        )
        for n in range(count)
    ]


def _names(name: str, side: float) -> Shapes:
    """The tile's name in two corners, so that one of them is seen when the other is not."""
    height = side * 0.06
    away = side * 0.1
    return (
        Words(name, (away, away * 0.72), height, PAPER, bold=True),
        Words(name, (side - away, side - away * 0.72), height, PAPER, 180.0, bold=True),
    )
