"""Another printing of a game: the same pieces and places, drawn by quite another hand.

Made by rules from the names of the kinds, so that nobody draws anything twice: other colours,
other ornaments, a larger board, its places a little elsewhere, stickers instead of printed
markers.  It stands for a copy that the companion has never seen.
"""

from __future__ import annotations

import colorsys
import math
import random
from dataclasses import replace

from companion.board import PointMm, Tag
from companion.drawing import Disc, Drawing, Ink, Polygon, Shape, Stroke, regular_polygon_mm
from companion.places import Family, Place
from companion.prints import BoardPrint, PiecePrint, Prints
from companion.teaching.placing import Affine, laid

STICKER_MM = 18.0
STRETCH = 1.03
_STRIP_MM = 27.0  # on either side, free of places: there people put stickers
_SHIFT: PointMm = (_STRIP_MM + 3.0, 2.5)


def second_art(prints: Prints, board_name: str, seed: int = 5) -> Prints:
    """One board of a game and everything that may lie on it, drawn anew."""
    original = next(board for board in prints.boards if board.name == board_name)
    names = {name for place in original.places for name in place.families}
    families = tuple(family for family in prints.families if family.name in names)
    sizes = {family.name: family for family in families}
    pieces = tuple(
        _piece(piece, sizes[piece.family], seed) for piece in prints.pieces if piece.family in names
    )
    return Prints(prints.dictionary, (_board(original, seed),), pieces, families)


def _colour(hue: float, light: float, full: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue % 1.0, light, full)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def _piece(piece: PiecePrint, family: Family, seed: int) -> PiecePrint:
    back = piece.back_kind or f"{piece.kind} back"
    drawn = replace(piece, front=_look(piece.kind, family, seed))
    return drawn if piece.back is None else replace(drawn, back=_look(back, family, seed))


def _look(kind: str, family: Family, seed: int) -> Drawing:
    """A ground of the kind's hue, a lopsided star of bars, beads, a broken rim."""
    chance = random.Random(f"{seed} {family.name} {kind}")
    width = 2 * max(abs(x) for x, _ in family.outline_mm)
    height = 2 * max(abs(y) for _, y in family.outline_mm)
    middle, reach = (width / 2, height / 2), min(width, height) / 2
    hue, light = chance.random(), chance.choice((0.22, 0.34, 0.62, 0.78))
    ink = "#f6f0e0" if light < 0.5 else "#1c1410"
    outline = tuple((x + middle[0], y + middle[1]) for x, y in family.outline_mm)
    shapes: list[Shape] = [Polygon(outline, Ink(fill=_colour(hue, light, 0.55)))]
    inner = tuple(
        (middle[0] + 0.86 * (x - middle[0]), middle[1] + 0.86 * (y - middle[1])) for x, y in outline
    )
    accent = _colour(hue + chance.uniform(0.25, 0.75), 0.5, 0.8)
    shapes.append(Polygon(inner, Ink(stroke=accent, stroke_mm=max(0.5, 0.05 * reach))))
    first, count = chance.uniform(0, 360), chance.randint(1, 4)
    for number in range(count):
        angle = first + number * chance.choice((37.0, 61.0, 90.0, 113.0))
        far = regular_polygon_mm(middle, reach * chance.uniform(0.5, 0.78), 1, angle)[0]
        near = regular_polygon_mm(middle, reach * chance.uniform(0.0, 0.3), 1, angle + 180)[0]
        shapes.append(Stroke((near, far), Ink(stroke=ink, stroke_mm=reach * 0.16)))
        shapes.append(Disc(far, reach * chance.uniform(0.12, 0.2), Ink(fill=accent)))
    corners = chance.randint(3, 6)
    sign = regular_polygon_mm(middle, reach * chance.uniform(0.24, 0.36), corners, first)
    shapes.append(Polygon(sign, Ink(fill=accent, stroke=ink, stroke_mm=reach * 0.06)))
    return Drawing((width, height), tuple(shapes))


def true_places(original: BoardPrint) -> tuple[Place, ...]:
    """Where the places of the second printing are."""
    scale = STRETCH
    return laid(original.places, Affine(scale, 0, _SHIFT[0], 0, scale, _SHIFT[1]), {})


def _board(original: BoardPrint, seed: int) -> BoardPrint:
    """Sand-coloured, scribbled over, thin dark outlines; stickers in corners and along edges."""
    chance = random.Random(f"{seed} board")
    width = round(original.drawing.size_mm[0] * STRETCH + 6.0 + 2 * _STRIP_MM, 1)
    height = round(original.drawing.size_mm[1] * STRETCH + 5.0, 1)
    ground = Polygon(((0, 0), (width, 0), (width, height), (0, height)), Ink(fill="#d8c49a"))
    shapes: list[Shape] = [ground]
    for _ in range(90):
        at = (chance.uniform(0, width), chance.uniform(0, height))
        turn, size = chance.uniform(0, 2 * math.pi), chance.uniform(3, 14)
        way = tuple(
            (at[0] + size * t * math.cos(turn + t), at[1] + size * t * math.sin(turn + t))
            for t in (0.0, 0.4, 0.8, 1.2, 1.6)
        )
        tone = _colour(chance.uniform(0.05, 0.16), chance.uniform(0.45, 0.8), 0.5)
        shapes.append(Stroke(way, Ink(stroke=tone, stroke_mm=chance.uniform(0.4, 1.4))))
    places = true_places(original)
    for place in places:
        fill = _colour(chance.uniform(0.08, 0.5), chance.uniform(0.55, 0.7), 0.35)
        outline = Ink(fill=fill, stroke="#4a3320", stroke_mm=0.6, opacity=0.9)
        shapes.append(Polygon(place.outline_mm, outline))
    tags = _stickers(width, height, chance)
    return BoardPrint(
        original.name,
        original.key,
        Drawing((width, height), tuple(shapes)),
        (tags,),
        places,
        values=original.values,
    )


def _stickers(width: float, height: float, chance: random.Random) -> tuple[Tag, ...]:
    """Six stickers, a little crooked, as people stick them."""
    edge = STICKER_MM / 2 + 4.0
    middles = [
        (edge, edge),
        (width - edge, edge),
        (width - edge, height - edge),
        (edge, height - edge),
        (edge, height / 2),
        (width - edge, height / 2),
    ]
    made = []
    for number, (x, y) in enumerate(middles):
        x, y = x + chance.uniform(-1, 1), y + chance.uniform(-1, 1)
        turn = math.radians(chance.uniform(-6, 6))
        half = STICKER_MM / 2
        corners = tuple(
            (
                x + a * half * math.cos(turn) - b * half * math.sin(turn),
                y + a * half * math.sin(turn) + b * half * math.cos(turn),
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        made.append(Tag(42 + number, corners))  # type: ignore[arg-type]
    return tuple(made)
