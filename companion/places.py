"""Named places of a board and the families of pieces that may lie on them, in millimetres.

Board coordinates as in `companion.board`.  A reader is told by these what to look for; it knows
no game.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board import PointMm


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
