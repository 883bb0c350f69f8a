"""The areas: a mat with markers for each player's tiles and Stardust."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, regular_polygon_mm
from companion.games.starfall.art.dust import family_of
from companion.games.starfall.art.layout import (
    ASIDE,
    area_name,
    area_tags,
    dust_box_mm,
    edge_mm,
    pile_box_mm,
)
from companion.games.starfall.art.lettering import both, fitted
from companion.games.starfall.art.outlines import Shapes, box_mm, rounded_mm, star_mm
from companion.games.starfall.art.palette import BRASS, DIM, MAT, PALE, ZONE, fill, line
from companion.games.starfall.art.tiles import FAMILY as TILE
from companion.games.starfall.edition import Edition
from companion.games.starfall.pieces import SEATS
from companion.places import Place
from companion.prints import BoardPrint

TILES, STARDUST = "tiles", "stardust"
Box = tuple[float, float, float, float]


def area_prints(edition: Edition) -> tuple[BoardPrint, ...]:
    """An area for every seat that can play."""
    return tuple(_area(edition, seat) for seat in range(max(edition.players)))


def _area(edition: Edition, seat: int) -> BoardPrint:
    families = tuple(dict.fromkeys(family_of(edition, kind) for kind in range(len(edition.pieces))))
    start = sum(piece.start for piece in edition.pieces)
    places = (
        Place(TILES, box_mm(*pile_box_mm(edition)), (TILE,), capacity=len(edition.tiles)),
        Place(STARDUST, box_mm(*dust_box_mm(edition)), families, capacity=start),
    )
    return BoardPrint(
        area_name(seat),
        "board.area",
        area_drawing(edition, seat),
        (area_tags(edition, seat),),
        places,
        values={"seat": SEATS[seat]},
    )


@lru_cache(maxsize=8)
def area_drawing(edition: Edition, seat: int) -> Drawing:
    """A seat's mat, bare: quiet ground, so that what lies on it is told from it."""
    wide, high = edition.print.area_mm
    shapes: list[Shape] = [
        Polygon(box_mm(0.0, 0.0, wide, high), fill(MAT)),
        *_zone(pile_box_mm(edition)),
        *_zone(dust_box_mm(edition)),
    ]
    title = both("board.area", seat=SEATS[seat])
    y, half = edge_mm(edition) / 2, wide * ASIDE / 2 + edge_mm(edition) / 4
    shapes.append(fitted(title, (half, y), 5.0, wide * ASIDE * 0.5, BRASS, bold=True))
    hint = (wide * (1 + ASIDE) / 2, y)
    shapes.append(fitted(both("area.hint"), hint, 3.6, wide * 0.4, PALE))
    shapes += _sign(seat, (half, high - y), y * 0.6)
    return Drawing((wide, high), tuple(shapes))


def _zone(box: Box) -> Shapes:
    left, top, width, height = box
    return (
        Polygon(rounded_mm(left, top, width, height, 4.0), fill(ZONE)),
        Polygon(rounded_mm(left + 0.6, top + 0.6, width - 1.2, height - 1.2, 3.6), line(DIM, 0.6)),
    )


def _sign(seat: int, middle: PointMm, radius: float) -> Shapes:
    """A seat's own sign: five rays, four rays, a triangle, a ring."""
    if seat == 0:
        return (Polygon(star_mm(middle, radius, 5, 0.45), fill(BRASS)),)
    if seat == 1:
        return (Polygon(star_mm(middle, radius, 4, 0.34), fill(BRASS)),)
    if seat == 2:
        return (Polygon(regular_polygon_mm(middle, radius, 3), fill(BRASS)),)
    return (Disc(middle, radius * 0.7, line(BRASS, radius * 0.3)),)
