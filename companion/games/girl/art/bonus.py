"""Bonus tokens: as many hexes as they cover, their sign large; turned over, the same in grey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape
from companion.games.girl.art import palette
from companion.games.girl.art.figures import hand, person
from companion.games.girl.art.joined import Outline, joined_hexes, middle_of, moved
from companion.games.girl.art.outlines import around_origin, grown
from companion.games.girl.art.signs import gem, number, points_badge
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.hexes import Cell

USED = "used"


@dataclass(frozen=True, slots=True)
class BonusShape:
    """The shape of the tokens around its middle, and the middles of its outermost hexes."""

    outline_mm: Outline
    left_mm: PointMm
    right_mm: PointMm


def bonus_shape(cells: Sequence[Cell], sizes: PrintDoc) -> BonusShape:
    """The token that fits on `cells`; raises ValueError for hexes that do not touch."""
    outline = joined_hexes(cells, sizes.hex_mm, sizes.tile_play_mm / 2)
    x, y = middle_of(outline)
    middles = sorted(middle_of(joined_hexes([cell], sizes.hex_mm)) for cell in cells)
    left, right = ((each[0] - x, each[1] - y) for each in (middles[0], middles[-1]))
    return BonusShape(moved(outline, (-x, -y)), left, right)


def used_kind(kind: str) -> str:
    """What a Bonus token is called once it is turned over."""
    return f"{kind} {USED}"


def bonus_drawing(kind: str, used: bool, shape: BonusShape, sizes: PrintDoc) -> Drawing:
    """One side of a token: fresh, or turned over because it was gained."""
    reach = grown(shape.outline_mm, sizes.bleed_mm)
    size = (2 * max(abs(x) for x, _ in reach), 2 * max(abs(y) for _, y in reach))
    return around_origin(size, _shapes(kind, used, shape, reach, sizes))


def _shapes(
    kind: str, used: bool, shape: BonusShape, reach: Outline, sizes: PrintDoc
) -> Iterator[Shape]:
    ground, ink = (palette.USED, palette.DEEP) if used else (palette.TEAL, palette.IVORY)
    trim = palette.DEEP if used else palette.GOLD
    yield Polygon(reach, palette.fill(ground))
    yield Polygon(grown(shape.outline_mm, -1.6), palette.line(trim, 0.9))
    yield from _sign(kind, used, shape, ink, sizes)


def _sign(kind: str, used: bool, shape: BonusShape, ink: str, sizes: PrintDoc) -> Iterator[Shape]:
    left, right, small = shape.left_mm, shape.right_mm, sizes.hex_mm * 0.3
    if kind == "double":
        yield number("x2", small, ink, left)
        yield from points_badge(
            "", small * 0.95, right, ink, palette.USED if used else palette.TEAL
        )
    elif kind == "lights":
        middles = (left, ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2), right)
        for colour, middle in enumerate(middles):
            if used:
                yield Disc(middle, small * 0.5, palette.line(ink, 1.4))
            else:
                yield from gem(colour, small * 0.72, middle)
    elif kind == "actions":
        yield number("+2", small, ink, left)
        yield from hand(small * 1.9, ink, right)
    else:
        yield from person(small * 2.1, ink, left)
        yield Disc(right, sizes.diameter_mm.villager / 2 + 0.8, palette.line(ink, 1.0))
        yield number("+1", small * 0.5, ink, right)
