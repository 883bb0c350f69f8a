"""Named places of a board and the families of pieces that may lie on them, in millimetres.

Board coordinates as in `companion.board`.  A reader is told by these what to look for; it knows
no game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from companion.board import CameraModel, Dish, PointMm, Tag

CIRCLE_CORNERS = 48


@dataclass(frozen=True, slots=True)
class Family:
    """Pieces of one shape that differ by what is printed on them or by their colour.

    `outline_mm` is the outline around the piece's middle when it lies upright.  `turns` is how
    many ways of lying differ: 6 for a hex tile whose rotation matters, 1 when rotation is fixed
    by the place, 0 when a piece lies at any angle and its rotation means nothing.  `lies_on` are
    the families it may lie on, beside the board itself.
    """

    name: str
    kinds: tuple[str, ...]
    outline_mm: tuple[PointMm, ...]
    thickness_mm: float
    turns: int = 0
    lies_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: its outline, the families that may lie there, and how many of each.

    `up_deg` is the direction, clockwise from 12 o'clock, in which an upright piece points.
    `capacity` bounds how many pieces of one family lie there side by side or on each other.
    """

    name: str
    outline_mm: tuple[PointMm, ...]
    families: tuple[str, ...]
    up_deg: float = 0.0
    capacity: int = 1


@dataclass(frozen=True, slots=True)
class KindPicture:
    """What a piece's top looks like: a picture around its middle, lying upright.

    The picture shows `size_mm` (width, height); what lies outside the outline is not looked at.
    """

    family: str
    kind: str
    picture: Path
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlaceBoard:
    """A board with places, what may lie there and what it looks like (docs/board-description.md).

    `empty` is a picture of the bare board, edge to edge.  `dish` is there when the same board
    has one, as the Night Sky has.  `source` is the file it was read from.  `game` and `edition`
    say whose board it is, as far as that is known; readers do not look at them.
    """

    name: str
    size_mm: tuple[float, float]
    dictionary: str
    tags: tuple[Tag, ...]
    places: tuple[Place, ...]
    families: tuple[Family, ...]
    pictures: tuple[KindPicture, ...]
    empty: Path | None
    dish: Dish | None
    camera: CameraModel | None
    source: Path
    game: str = ""
    edition: str = ""


def circle_outline_mm(centre_mm: PointMm, radius_mm: float) -> tuple[PointMm, ...]:
    """A circle as a polygon of `CIRCLE_CORNERS` corners on it, the first at 12 o'clock."""
    angles = (2 * math.pi * i / CIRCLE_CORNERS for i in range(CIRCLE_CORNERS))
    return tuple(
        (centre_mm[0] + radius_mm * math.sin(a), centre_mm[1] - radius_mm * math.cos(a))
        for a in angles
    )


def as_circle(outline_mm: tuple[PointMm, ...]) -> tuple[PointMm, float] | None:
    """Centre and radius of an outline that is a circle in all but name, else None."""
    if len(outline_mm) < CIRCLE_CORNERS // 2:
        return None
    count = len(outline_mm)
    centre = (sum(x for x, _ in outline_mm) / count, sum(y for _, y in outline_mm) / count)
    radii = [math.dist(centre, corner) for corner in outline_mm]
    if max(radii) - min(radii) > 1e-3:
        return None
    steps = [
        math.dist(a, b) for a, b in zip(outline_mm, outline_mm[1:] + outline_mm[:1], strict=True)
    ]
    if max(steps) > 8 * max(radii) / CIRCLE_CORNERS:
        return None
    return (round(centre[0], 4), round(centre[1], 4)), round(sum(radii) / count, 4)
