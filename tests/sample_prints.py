"""A small made-up game to print: one board, discs, two-sided hexes, stand-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.board import Tag
from companion.drawing import Disc, Drawing, Ink, Polygon, regular_polygon_mm
from companion.places import Family, Place
from companion.prints import BoardPrint, PiecePrint, Prints
from vision.marker_art import marker_bits

DICTIONARY = "DICT_4X4_50"
BOARD_MM = (300.0, 250.0)
TAG_MM = 20.0
HEX_OUTLINE = regular_polygon_mm((0.0, 0.0), 15.0, 6)
DISC_OUTLINE = regular_polygon_mm((0.0, 0.0), 5.0, 36)
DISCS = 150
HEXES = 33
RED, GREEN, BLUE = "#cc0000", "#008800", "#0000cc"


def tag(number: int, x: float, y: float) -> Tag:
    right, bottom = x + TAG_MM, y + TAG_MM
    return Tag(number, ((x, y), (right, y), (right, bottom), (x, bottom)))


TAGS = tuple(
    tag(number, x, y)
    for number, (x, y) in enumerate(
        [(6, 6), (274, 6), (274, 224), (6, 224), (138, 6), (138, 224), (6, 115), (274, 115)]
    )
)


def box(width: float, height: float, colour: str) -> Polygon:
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return Polygon(corners, Ink(fill=colour))


def sample_board() -> BoardPrint:
    art = Drawing(BOARD_MM, (box(*BOARD_MM, "#203060"), Disc((150, 125), 60, Ink(fill="#e0c060"))))
    place = Place("middle", regular_polygon_mm((150.0, 125.0), 6.0, 24), ("disc",))
    second = tuple(Tag(each.id + 10, each.corners_mm) for each in TAGS)
    return BoardPrint("ground", "board.ground", art, (TAGS, second), (place,))


def hex_art(mark_x: float, colour: str) -> Drawing:
    """A hex with a mark left or right of its middle."""
    mark = Disc((15.0 + mark_x, 15.0), 3.0, Ink(fill="#ffffff"))
    ground = regular_polygon_mm((15.0, 15.0), 15.0, 6)
    return Drawing((30.0, 30.0), (Polygon(ground, Ink(fill=colour)), mark))


def sample_pieces() -> tuple[PiecePrint, ...]:
    disc = Drawing((10.0, 10.0), (Disc((5.0, 5.0), 5.0, Ink(fill=RED)),))
    front, back = hex_art(-6.0, GREEN), hex_art(6.0, GREEN)
    stand = ((-8.0, -12.0), (8.0, -12.0), (8.0, 12.0), (-8.0, 12.0))
    front_of_stand = Drawing((16.0, 24.0), (box(16, 24, RED), box(16, 6, BLUE)))
    back_of_stand = Drawing((16.0, 24.0), (box(16, 24, GREEN), box(8, 6, BLUE)))
    return (
        PiecePrint("red disc", "disc", disc, DISC_OUTLINE, DISCS, 2.0),
        PiecePrint("hex", "tile", front, HEX_OUTLINE, HEXES, 2.0, back=back),
        PiecePrint("man", "man", front_of_stand, stand, 3, 1.0, back_of_stand, stands=True),
    )


def sample_prints() -> Prints:
    families = (
        Family("disc", ("red disc",), DISC_OUTLINE, 2.0),
        Family("tile", ("hex", "hex back"), HEX_OUTLINE, 2.0, turns=6, lies_on=("disc",)),
        Family("man", ("man",), HEX_OUTLINE, 1.0),
    )
    return Prints(DICTIONARY, (sample_board(),), sample_pieces(), families, ("note.first",))


def markers() -> dict[int, tuple[tuple[bool, ...], ...]]:
    return {number: marker_bits(DICTIONARY, number) for number in range(20)}


def say(key: str, language: str, values: Mapping[str, Any]) -> str:
    words = {"game": {"en": "Sample", "zh-Hant": "範例"}, "note.first": {"en": "Glue it well."}}
    return words.get(key, {}).get(language, key)
