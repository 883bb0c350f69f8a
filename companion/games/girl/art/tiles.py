"""Star tiles, Bonus tokens, Light crystals and Stardust: what lies on a player board."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing import Disc, Drawing, Polygon, Shape, Stroke
from companion.games.girl.art import palette
from companion.games.girl.art.outlines import (
    ORIGIN,
    around_origin,
    edge_deg,
    hexagon,
    star,
    towards,
)
from companion.games.girl.art.signs import light_shape, stardust_sign
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.hexes import EDGES_OF
from companion.places import circle_outline_mm

WHITE_COLOUR = 0


def tile_flat_mm(sizes: PrintDoc) -> float:
    """A star tile from flat side to flat side."""
    return sizes.hex_mm - sizes.tile_play_mm


def tile_outline_mm(sizes: PrintDoc) -> tuple[tuple[float, float], ...]:
    """The cut line of a star tile."""
    return hexagon(tile_flat_mm(sizes))


def star_front(colour: int, lines: int, sizes: PrintDoc) -> Drawing:
    """A front: colour 0 is white, else 1 + the place in COLOURS; `lines` is a mask of edges."""
    return _on_hex(sizes, _tile_shapes(colour, lines, sizes, _star_sign(colour)))


def star_back(lines: int, sizes: PrintDoc) -> Drawing:
    """The other side of every tile: white, a small star without Light."""
    sign = (
        Disc(ORIGIN, 3.6, palette.fill(palette.STAR_LINES[WHITE_COLOUR])),
        Polygon(star(4, 3.0, 0.8), palette.fill(palette.WHITE_TILE)),
    )
    return _on_hex(sizes, _tile_shapes(WHITE_COLOUR, lines, sizes, sign))


def _on_hex(sizes: PrintDoc, shapes: Iterator[Shape]) -> Drawing:
    reach = hexagon(tile_flat_mm(sizes) + 2 * sizes.bleed_mm)
    size = (2 * max(x for x, _ in reach), 2 * max(y for _, y in reach))
    return around_origin(size, shapes)


def _tile_shapes(
    colour: int, lines: int, sizes: PrintDoc, sign: tuple[Shape, ...]
) -> Iterator[Shape]:
    flat = tile_flat_mm(sizes)
    ground, edge, ink = (
        each[colour] for each in (palette.STAR_GROUNDS, palette.STAR_EDGES, palette.STAR_LINES)
    )
    yield Polygon(hexagon(flat + 2 * sizes.bleed_mm), palette.fill(edge))
    yield Polygon(hexagon(flat - 1.6), palette.fill(ground))
    yield Polygon(hexagon(flat * 0.74), palette.line(edge, 0.3, 0.5))
    ends = [towards(edge_deg(each), flat / 2 + sizes.bleed_mm) for each in EDGES_OF[lines]]
    for end in ends:
        yield Stroke((ORIGIN, end), palette.line(edge, sizes.line_mm + 1.4))
    for end in ends:
        yield Stroke((ORIGIN, end), palette.line(ink, sizes.line_mm))
    yield from sign


def _star_sign(colour: int) -> tuple[Shape, ...]:
    """The star in the middle: eight rays; one with Light shows the Light's shape."""
    ink, ground = palette.STAR_LINES[colour], palette.STAR_GROUNDS[colour]
    rays = Polygon(star(8, 7.2, 3.9), palette.fill(ink))
    if colour == WHITE_COLOUR:
        return (rays, Disc(ORIGIN, 2.6, palette.fill(ground)))
    return (
        rays,
        Disc(ORIGIN, 3.7, palette.fill(ground)),
        light_shape(colour - 1, 1.9, palette.fill(ink)),
    )


def crystal(colour: int, sizes: PrintDoc) -> Drawing:
    """A Light crystal: a disc of its colour with its shape and a dark rim."""
    radius = sizes.diameter_mm.crystal / 2
    return on_disc(
        sizes.diameter_mm.crystal,
        sizes.bleed_mm,
        palette.DEEP,
        (
            Disc(ORIGIN, radius * 0.86, palette.fill(palette.LIGHTS[colour])),
            light_shape(colour, radius * 0.4, palette.fill(palette.ON_LIGHT[colour])),
        ),
    )


def stardust(sizes: PrintDoc) -> Drawing:
    """A Stardust disc: pale, with a sparkle and a dark rim."""
    wide = sizes.diameter_mm.stardust
    return on_disc(wide, sizes.bleed_mm, palette.DEEP, stardust_sign(wide / 2))


def on_disc(diameter_mm: float, bleed_mm: float, ground: str, shapes: tuple[Shape, ...]) -> Drawing:
    """A round piece: its ground reaches over the cut line."""
    reach = diameter_mm / 2 + bleed_mm
    return around_origin(
        (2 * reach, 2 * reach), (Disc(ORIGIN, reach, palette.fill(ground)), *shapes)
    )


def disc_outline_mm(diameter_mm: float) -> tuple[tuple[float, float], ...]:
    """The cut line of a round piece."""
    return circle_outline_mm(ORIGIN, diameter_mm / 2)
