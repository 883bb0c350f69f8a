"""The Stargazer Board: a round dial with a notch for every number of the track."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, Polygon, Shape, Stroke, Words, arc_points_mm
from companion.games.starfall.art.layout import (
    board_side_mm,
    board_tags,
    slot_deg,
    slot_mm,
    slot_outline_mm,
    track_radius_mm,
)
from companion.games.starfall.art.lettering import both, fitted
from companion.games.starfall.art.outlines import Shapes, box_mm, shifted, square_mm, star_mm
from companion.games.starfall.art.palette import (
    BRASS,
    DIM,
    DISC,
    NIGHT,
    PALE,
    PAPER,
    RIM,
    fill,
    line,
)
from companion.games.starfall.art.tiles import FAMILY
from companion.games.starfall.edition import Edition
from companion.places import Place
from companion.prints import BoardPrint

NAME = "stargazer"
_GOLDEN = 0.6180339887


def slot_place(edition: Edition, slot: int) -> str:
    """The place of a number."""
    return str(edition.numbers[slot])


def board_print(edition: Edition) -> BoardPrint:
    """The board with its markers and a place for every number."""
    places = tuple(
        Place(
            slot_place(edition, slot),
            slot_outline_mm(edition, slot),
            (FAMILY,),
            up_deg=slot_deg(edition, slot),
        )
        for slot in range(len(edition.numbers))
    )
    return BoardPrint(
        NAME, "board.stargazer", board_drawing(edition), (board_tags(edition),), places
    )


@lru_cache(maxsize=4)
def board_drawing(edition: Edition) -> Drawing:
    """The board, bare."""
    side = board_side_mm(edition)
    middle, disc = (side / 2, side / 2), edition.print.disc_mm / 2
    shapes: list[Shape] = [
        Polygon(box_mm(0.0, 0.0, side, side), fill(NIGHT)),
        *_stars(side),
        Disc(middle, disc, fill(DISC)),
        Disc(middle, disc, line(RIM, 1.2)),
        *_dial(edition),
    ]
    for slot in range(len(edition.numbers)):
        shapes += _notch(edition, slot)
    title = both("board.title")
    inner = track_radius_mm(edition) - edition.print.tile_mm / 2
    top = side / 2 - inner * 0.5
    shapes.append(fitted(title, (side / 2, top), 5.0, inner * 0.9, BRASS, bold=True))
    shapes.append(fitted(edition.name, (side / 2, top + 7.0), 2.6, inner * 0.7, PALE))
    return Drawing((side, side), tuple(shapes))


def _notch(edition: Edition, slot: int) -> Shapes:
    """The place of a tile, with its number inside and on the dial before it."""
    angle, tile = slot_deg(edition, slot), edition.print.tile_mm
    at, number = slot_mm(edition, slot), str(edition.numbers[slot])
    half = board_side_mm(edition) / 2
    before = shifted((half, half), track_radius_mm(edition) - tile / 2 - 6.0, angle)
    return (
        Polygon(slot_outline_mm(edition, slot), fill(NIGHT)),
        Polygon(square_mm(at, tile - 0.6, angle), line(BRASS, 0.6)),
        Polygon(square_mm(at, tile - 6.0, angle), line(DIM, 0.4)),
        Words(number, at, tile * 0.42, BRASS, angle, bold=True),
        Words(number, before, 5.0, PAPER, angle, bold=True),
    )


def _dial(edition: Edition) -> Shapes:
    """Rings, ticks and a compass inside the track; an arrow from number to number."""
    half = board_side_mm(edition) / 2
    middle = (half, half)
    inner = track_radius_mm(edition) - edition.print.tile_mm / 2
    rings = tuple(Disc(middle, inner * r, line(RIM, w)) for r, w in ((0.8, 0.6), (0.76, 0.3)))
    count = len(edition.numbers)
    ticks = tuple(
        Stroke(
            (
                shifted(middle, inner * 0.76, 360.0 * n / (count * 4)),
                shifted(middle, inner * 0.8, 360.0 * n / (count * 4)),
            ),
            line(RIM, 0.3),
        )
        for n in range(count * 4)
    )
    arrows: list[Shape] = []
    for slot in range(count - 1):
        start = slot_deg(edition, slot) + 90.0 / count
        arc = arc_points_mm(middle, inner * 0.7, start, start + 180.0 / count, 3.0)
        tip = arc[-1]
        wing = tuple(shifted(middle, inner * r, start + 130.0 / count) for r in (0.73, 0.67))
        arrows.append(Stroke(arc, line(PALE, 0.5)))
        arrows.append(Stroke((wing[0], tip, wing[1]), line(PALE, 0.5)))
    return (
        *rings,
        *ticks,
        *arrows,
        Polygon(star_mm(middle, inner * 0.58, 8, 0.42, 22.5), fill(DIM, 0.5)),
        Polygon(star_mm(middle, inner * 0.6, 4, 0.3), fill(RIM, 0.55)),
    )


def _stars(side: float) -> Shapes:
    """A faint field of stars, the same each time."""
    found: list[Shape] = []
    for n in range(160):
        at = (side * ((n * _GOLDEN) % 1.0), side * ((n + 0.5) / 160))
        found.append(Disc(at, (0.3, 0.45, 0.7)[n % 3], fill(PAPER, 0.5)))
    return tuple(found)
