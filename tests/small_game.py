"""The prints of a small pretend game: hex tiles, crystals, discs, a card, stand-ups, one board."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.board import Tag
from companion.drawing import Disc, Drawing, Ink, Polygon, Shape, Stroke, Words, regular_polygon_mm
from companion.places import Family, Place
from companion.prints import BoardPrint, Lie, PiecePrint, Prints

SIZE_MM = (240.0, 160.0)
TILE = regular_polygon_mm((0, 0), 16.5, 6)
DISC = regular_polygon_mm((0, 0), 4, 32)
CARD = ((-10.0, -15.0), (10.0, -15.0), (10.0, 15.0), (-10.0, 15.0))
COLOURS = {"red": "#a83a4b", "gold": "#d2a63a", "blue": "#2f66a8"}
PATTERNS = {"one": (0,), "bend": (0, 1), "line": (0, 3), "star": (0, 2, 4)}


def small_prints(copies: int = 2) -> Prints:
    """Everything of the game; board number i carries its own markers."""
    places = tuple(_places())
    ground: list[Shape] = [_paper(SIZE_MM, "#1c2748")]
    ground += [Polygon(p.outline_mm, Ink("#26345c", "#d8c48a", 0.6)) for p in places]
    tags = tuple(_tags(4 * copy) for copy in range(copies))
    board = BoardPrint("field", "board.field", Drawing(SIZE_MM, tuple(ground)), tags, places)
    pieces = (*_tiles(), *_discs(), _stand())
    names = tuple(piece.kind for piece in _tiles())
    families = (
        Family("tile", (*names, "back"), TILE, 2.0, 6),
        Family("gem", tuple(COLOURS), DISC, 3.0, 0, ("tile",)),
        Family("dust", ("dust",), DISC, 1.5, 0),
        Family("coin", ("coin",), DISC, 2.0, 0, ("coin",)),
        Family("person", ("person",), CARD, 1.2, 1),
    )
    return Prints("DICT_4X4_50", (board,), pieces, families)


def small_lies(prints: Prints, rng: np.random.Generator, copies: int = 1) -> tuple[Lie, ...]:
    """Something on most places."""
    tiles = [kind for kind in prints.families[0].kinds if kind != "back"]
    lies: list[Lie] = []
    for copy in range(copies):
        for place in prints.boards[0].places:
            lies += _filled(place.name, copy, tiles, rng)
    return tuple(lies)


def _filled(place: str, copy: int, tiles: Sequence[str], rng: np.random.Generator) -> list[Lie]:
    draw = rng.uniform()
    if draw < 0.55:
        kind, turn = tiles[int(rng.integers(len(tiles)))], int(rng.integers(6))
        tile = Lie("field", copy, place, "tile", kind, turn, bool(rng.uniform() < 0.2))
        gem = Lie("field", copy, place, "gem", list(COLOURS)[int(rng.integers(3))])
        return [tile, gem] if rng.uniform() < 0.5 else [tile]
    if draw < 0.7:
        return [Lie("field", copy, place, "dust", "dust")] * int(rng.integers(1, 7))
    if draw < 0.8:
        return [Lie("field", copy, place, "coin", "coin")] * int(rng.integers(1, 4))
    if draw < 0.85:
        return [Lie("field", copy, place, "person", "person")]
    return []


def _tags(first: int) -> tuple[Tag, ...]:
    width, height, side, inset = *SIZE_MM, 20.0, 6.0
    far_x, far_y = width - inset - side, height - inset - side
    corners = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y))
    return tuple(
        Tag(first + i, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
        for i, (x, y) in enumerate(corners)
    )


def _places() -> list[Place]:
    found = []
    for row, width in enumerate((3, 4, 3)):
        for column in range(width):
            x = SIZE_MM[0] / 2 + (column - (width - 1) / 2) * 30.0
            y = SIZE_MM[1] / 2 + (row - 1) * 26.0
            outline = regular_polygon_mm((x, y), 30 / math.sqrt(3), 6)
            families = ("tile", "gem", "dust", "coin", "person")
            found.append(Place(f"{row},{column}", outline, families, capacity=6))
    return found


def _paper(size_mm: tuple[float, float], colour: str) -> Polygon:
    width, height = size_mm
    return Polygon(((0, 0), (width, 0), (width, height), (0, height)), Ink(colour))


def _tiles() -> list[PiecePrint]:
    back = Drawing((36, 36), (_paper((36, 36), "#e8e4da"), _spoke(0)))
    return [
        PiecePrint(
            f"{colour} {pattern}",
            "tile",
            Drawing((36, 36), (_paper((36, 36), paint), *map(_spoke, edges))),
            TILE,
            4,
            2.0,
            back,
            back_kind="back",
        )
        for colour, paint in COLOURS.items()
        for pattern, edges in PATTERNS.items()
    ]


def _spoke(edge: int) -> Stroke:
    turn = math.radians(60 * edge + 30)
    tip = (18 + 15 * math.sin(turn), 18 - 15 * math.cos(turn))
    return Stroke(((18, 18), tip), Ink(stroke="#fff6d8", stroke_mm=2.8))


def _discs() -> list[PiecePrint]:
    def disc(kind: str, family: str, colour: str, thick_mm: float) -> PiecePrint:
        dot = Disc((4, 4), 1.6, Ink("#ffffff"))
        drawing = Drawing((8, 8), (_paper((8, 8), colour), dot))
        return PiecePrint(kind, family, drawing, DISC, 20, thick_mm)

    gems = [disc(name, "gem", colour, 3.0) for name, colour in COLOURS.items()]
    return [*gems, disc("dust", "dust", "#f3e9c0", 1.5), disc("coin", "coin", "#8a5c36", 2.0)]


def _stand() -> PiecePrint:
    letter = Words("R", (10, 15), 14, "#ffffff")
    drawing = Drawing((20, 30), (_paper((20, 30), "#c8452f"), letter))
    return PiecePrint("person", "person", drawing, CARD, 2, 1.2, stands=True)
