"""The shape of `table.toml`: which tables and keys there are, and what each has to be."""

from __future__ import annotations

import re

import msgspec

from companion.board import PointMm


class Shape(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file; unknown keys are refused."""


class BoardTable(Shape, frozen=True):
    """`[board]`"""

    name: str
    size_mm: PointMm
    picture: str | None = None
    game: str = ""
    edition: str = ""


class TagTable(Shape, frozen=True):
    """`[[markers.tag]]`"""

    id: int
    corners_mm: tuple[PointMm, PointMm, PointMm, PointMm]


class MarkersTable(Shape, frozen=True):
    """`[markers]`"""

    dictionary: str
    tag: list[TagTable]


class AreaTable(Shape, frozen=True):
    """`[[dish.area]]`"""

    colour: str
    from_deg: float | None = None
    to_deg: float | None = None
    polygon_mm: list[PointMm] | None = None


class DishTable(Shape, frozen=True):
    """`[dish]`"""

    centre_mm: PointMm
    target_radius_mm: float
    hub_radius_mm: float
    area: list[AreaTable]


class TokenKindTable(Shape, frozen=True):
    """A value of `[token.kinds]`"""

    count: int
    picture: str


class TokenKindsTable(Shape, frozen=True):
    """`[token.kinds]`"""

    x2: TokenKindTable | None = None
    scouting: TokenKindTable | None = None
    foraging: TokenKindTable | None = None
    offering: TokenKindTable | None = None
    recall: TokenKindTable | None = None
    stardust: TokenKindTable | None = None


class TokenTable(Shape, frozen=True):
    """`[token]`"""

    diameter_mm: float
    thickness_mm: float
    kinds: TokenKindsTable


class CircleTable(Shape, frozen=True):
    """`circle_mm` of a place"""

    centre: PointMm
    radius: float


class PlaceTable(Shape, frozen=True):
    """`[[place]]`"""

    name: str
    families: list[str]
    polygon_mm: list[PointMm] | None = None
    circle_mm: CircleTable | None = None
    up_deg: float = 0.0
    capacity: int = 1


class KindTable(Shape, frozen=True):
    """A value of `[family.kinds]`"""

    picture: str


class FamilyTable(Shape, frozen=True):
    """`[[family]]`"""

    name: str
    thickness_mm: float
    kinds: dict[str, KindTable]
    outline_mm: list[PointMm] | None = None
    diameter_mm: float | None = None
    picture_mm: PointMm | None = None
    turns: int = 0
    lies_on: list[str] = []


Row = tuple[float, float, float]


class CameraTable(Shape, frozen=True):
    """`[camera]`"""

    matrix: tuple[Row, Row, Row]
    distortion: list[float]
    size_wh: tuple[int, int]


class TableShape(msgspec.Struct, frozen=True):
    """The whole file; other tables at the top level may stand beside these."""

    board: BoardTable
    markers: MarkersTable
    dish: DishTable | None = None
    token: TokenTable | None = None
    place: list[PlaceTable] = []
    family: list[FamilyTable] = []
    camera: CameraTable | None = None


_NOUNS = {
    "float": "a number",
    "int": "a whole number",
    "str": "text in quotes",
    "array": "a list in [ ]",
    "object": "a table",
    "bool": "true or false",
    "null": "nothing",
}


def shape_sentence(message: str) -> str:
    """Our sentence for a shape error of the decoder, whose text names what and where."""
    what, _, where = message.partition(" - at `$")
    key = where.rstrip("`").removeprefix(".")
    dotted = f"{key}." if key else ""
    if match := re.fullmatch(r"Object missing required field `(.+)`", what):
        missing = f"{dotted}{match[1]}" if key else f"[{match[1]}]"
        return f"{missing} is missing; add it as docs/board-description.md shows"
    if match := re.fullmatch(r"Object contains unknown field `(.+)`", what, re.DOTALL):
        return f"{dotted}{one_line(match[1])} is not known; correct its spelling or remove it"
    if match := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", what):
        return f"{key} has {match[2]} entries; give {match[1]}"
    if match := re.fullmatch(r"Expected `(.+)`, got `(\w+)`", what):
        wanted = match[1].split(" | ")[0]
        expected, got = (_NOUNS.get(name, name) for name in (wanted, match[2]))
        return f"{key} is {got}; it has to be {expected}"
    return f"{key or 'the file'} can't be used ({one_line(what)}); correct it"


def one_line(text: str) -> str:
    """Text without line breaks or control characters, at most 200 characters."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= 200 else shown[:199] + "…"
