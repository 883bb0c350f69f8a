"""What can be printed of a game: boards and pieces as drawings, with their cut lines and markers.

The drawings are the art: sheets print them, the simulated table photographs them, the page shows
them, and readers are given pictures made of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from companion.board import Dish, PointMm, Tag
from companion.drawing import Drawing, Ink, Polygon
from companion.places import Family, Place

Modules = tuple[tuple[bool, ...], ...]

_BLACK = Ink(fill="#000000")
_WHITE = Ink(fill="#ffffff")
_QUIET_MODULES = 1.0  # white kept round a marker, in its own modules


@dataclass(frozen=True, slots=True)
class PiecePrint:
    """One kind of piece: what is printed on it, how it is cut, how many are needed.

    `outline_mm` is the cut line around the middle of the drawings.  `back` is what the other
    side shows, None when it is left blank, and `back_kind` is what that side counts as when it
    lies up, "" when it never does.  `stands` says that it is folded into a stand-up.
    `set_of` names the owner of a set (a seat's colour), "" for common pieces.
    """

    kind: str
    family: str
    front: Drawing
    outline_mm: tuple[PointMm, ...]
    count: int
    thickness_mm: float
    back: Drawing | None = None
    stands: bool = False
    set_of: str = ""
    back_kind: str = ""


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """A board: its art without markers, its marker squares, its places.

    `key` and `values` are its title in the game's words.  `count` copies are needed; `tags` of
    copy number i are `tags[i]`, so that no two boards on a table carry the same markers.
    """

    name: str
    key: str
    drawing: Drawing
    tags: tuple[tuple[Tag, ...], ...]
    places: tuple[Place, ...] = ()
    dish: Dish | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many copies of the board are on a table."""
        return len(self.tags)


@dataclass(frozen=True, slots=True)
class Lie:
    """A piece as it lies on a table: on which copy of which board, at which place, and how.

    `turn` counts steps of its family's turns clockwise from the place's up direction (without
    meaning when the family has no turns); `back` says that its other side is up.  A token thrown
    into the board's dish has no place, ""; it `touches` the areas of these colours.
    """

    board: str
    copy: int
    place: str
    family: str
    kind: str
    turn: int = 0
    back: bool = False
    touches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prints:
    """Everything of an edition that can be printed; `dictionary` is OpenCV's name of the markers.

    `notes` are keys of the game's words for cutting and assembling, in order.
    """

    dictionary: str
    boards: tuple[BoardPrint, ...]
    pieces: tuple[PiecePrint, ...]
    families: tuple[Family, ...]
    notes: tuple[str, ...] = ()


def marked_board(board: BoardPrint, copy: int, black: Mapping[int, Modules]) -> Drawing:
    """The art of copy number `copy` (from 0) with its markers and their white edges on top.

    `black` gives each tag's modules with the black border, row by row, True for black.
    """
    shapes: list[Polygon] = []
    for tag in board.tags[copy]:
        edge = _QUIET_MODULES / len(black[tag.id])
        shapes.append(Polygon(_part(tag, -edge, -edge, 1 + edge, 1 + edge), _WHITE))
    for tag in board.tags[copy]:
        shapes += marker_shapes(tag, black[tag.id])
    return board.drawing.with_shapes(shapes)


def marker_shapes(tag: Tag, black: Modules) -> list[Polygon]:
    """The black modules of a marker at its corners.

    Runs along rows and along columns both: where one leaves a seam the other covers it, so that
    no viewer shows hairlines between modules.
    """
    size = len(black)
    columns = tuple(zip(*black, strict=True))
    found = []
    for index, first, last in _runs(black):
        found.append(_part(tag, first / size, index / size, last / size, (index + 1) / size))
    for index, first, last in _runs(columns):
        found.append(_part(tag, index / size, first / size, (index + 1) / size, last / size))
    return [Polygon(points, _BLACK) for points in found]


def _runs(rows: Modules) -> Iterator[tuple[int, int, int]]:
    """(row, first, one past the last) of every run of black modules."""
    for index, row in enumerate(rows):
        place = 0
        for is_black, run in groupby(row):
            length = len(list(run))
            if is_black:
                yield index, place, place + length
            place += length


def _part(tag: Tag, left: float, top: float, right: float, bottom: float) -> tuple[PointMm, ...]:
    """Corners of a part of the marker's square; 0 to 1 leads across and down it."""
    return tuple(
        _within(tag, across, down)
        for across, down in ((left, top), (right, top), (right, bottom), (left, bottom))
    )


def _within(tag: Tag, across: float, down: float) -> PointMm:
    top_left, top_right, bottom_right, bottom_left = tag.corners_mm
    weights = (
        (1 - across) * (1 - down),
        across * (1 - down),
        across * down,
        (1 - across) * down,
    )
    corners = (top_left, top_right, bottom_right, bottom_left)
    return (
        sum(w * corner[0] for w, corner in zip(weights, corners, strict=True)),
        sum(w * corner[1] for w, corner in zip(weights, corners, strict=True)),
    )
