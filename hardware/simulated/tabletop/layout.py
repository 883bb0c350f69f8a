"""What stands and lies on a simulated table, in millimetres.

The table's frame: x right, y down as seen from above, heights upwards from the boards' faces
when they lie flat.  A board's frame: from its top-left corner, x right, y down.  Angles are
degrees clockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm
from companion.prints import BoardPrint, Lie, PiecePrint

Floats = NDArray[np.float64]

BOARD_THICK_MM = 2.0


def turning(angle_deg: float) -> Floats:
    """The matrix that turns row vectors clockwise (x right, y down) by `vectors @ matrix`."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, s], [-s, c]])


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a board's middle lies on the table, and how far the board is turned."""

    middle_mm: PointMm
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Bend:
    """How a sheet is warped: how much higher (mm) than its middle line its edges lie.

    `across_mm` at the left and right edge, `down_mm` at the upper and lower one (negative:
    lower), `twist_mm` at two opposite corners, the other two lower.
    """

    across_mm: float = 0.0
    down_mm: float = 0.0
    twist_mm: float = 0.0

    @property
    def lowest_mm(self) -> float:
        """The height of the lowest point before the sheet is let down onto the table."""
        places = [(u, v) for u in (-1.0, 0.0, 1.0) for v in (-1.0, 0.0, 1.0)]
        return min(self._raw_mm(u, v) for u, v in places)

    def _raw_mm(self, u: float, v: float) -> float:
        return self.across_mm * u * u + self.down_mm * v * v + self.twist_mm * u * v


@dataclass(frozen=True, eq=False)
class LaidBoard:
    """One copy of a board as it lies."""

    art: BoardPrint
    copy: int
    pose: Pose
    bend: Bend = Bend()

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return self.art.drawing.size_mm

    @cached_property
    def outline_mm(self) -> Floats:
        """Its four corners on the table: top-left, top-right, bottom-right, bottom-left."""
        width, height = self.size_mm
        return self.on_table(np.array([(0, 0), (width, 0), (width, height), (0, height)], float))

    def on_table(self, points_mm: Floats) -> Floats:
        """Board points (n, 2) to table points."""
        away = points_mm - np.asarray(self.size_mm) / 2
        return np.asarray(away @ turning(self.pose.turn_deg) + self.pose.middle_mm)

    def lift_mm(self, points_mm: NDArray[np.floating]) -> NDArray[np.floating]:
        """How high the warped sheet lies at board points (..., 2); 0 where it touches."""
        half = np.asarray(self.size_mm, points_mm.dtype) / 2
        u = np.clip(points_mm[..., 0] / half[0] - 1, -1.1, 1.1)
        v = np.clip(points_mm[..., 1] / half[1] - 1, -1.1, 1.1)
        bend = self.bend
        high = bend.across_mm * u * u + bend.down_mm * v * v + bend.twist_mm * u * v
        return np.asarray(np.maximum(high - bend.lowest_mm, 0))


@dataclass(frozen=True, eq=False)
class LaidPiece:
    """One piece as it lies: its middle and turn in its board's frame.

    `lie` is what was to be laid, `board` the board's number in the layout, `base_mm` how high
    its underside lies above the board, `level` how many pieces lie below it, `lean_mm` by how
    much its gloss is displaced because it does not lie quite level.
    """

    art: PiecePrint
    lie: Lie
    board: int
    middle_mm: PointMm
    turn_deg: float
    base_mm: float = 0.0
    level: int = 0
    lean_mm: PointMm = (0.0, 0.0)

    @property
    def place(self) -> str:
        """The place it lies on."""
        return self.lie.place

    @property
    def back(self) -> bool:
        """Whether its other side is up."""
        return self.lie.back

    @property
    def height_mm(self) -> float:
        """How far it rises above its underside."""
        return self.art.front.size_mm[1] if self.art.stands else self.art.thickness_mm


@dataclass(frozen=True, slots=True, eq=False)
class _Resting:
    centre_mm: PointMm
    foot_mm: float
    outline_mm: Floats


@dataclass(frozen=True, eq=False)
class TableLayout:
    """Boards side by side and the pieces on them."""

    boards: tuple[LaidBoard, ...]
    pieces: tuple[LaidPiece, ...] = ()
    _rest: dict[LaidPiece, _Resting] = field(default_factory=dict, repr=False)

    def centre_mm(self, piece: LaidPiece) -> PointMm:
        """The middle of a piece on the table."""
        return self._known(piece).centre_mm

    def turn_deg(self, piece: LaidPiece) -> float:
        """How far a piece is turned on the table."""
        return self.boards[piece.board].pose.turn_deg + piece.turn_deg

    def foot_mm(self, piece: LaidPiece) -> float:
        """The height of a piece's underside, the warp of its sheet included."""
        return self._known(piece).foot_mm

    def outline_mm(self, piece: LaidPiece) -> Floats:
        """A flat piece's outline on the table, (n, 2)."""
        return self._known(piece).outline_mm

    def _known(self, piece: LaidPiece) -> _Resting:
        """Where a piece rests on the table; computed once."""
        if piece not in self._rest:
            self._rest[piece] = self._resting(piece)
        return self._rest[piece]

    def _resting(self, piece: LaidPiece) -> _Resting:
        board, middle = self.boards[piece.board], np.array([piece.middle_mm])
        x, y = board.on_table(middle)[0]
        corners = np.asarray(piece.art.outline_mm, float)
        if piece.back:
            corners = corners * (-1, 1)
        outline = np.asarray(corners @ turning(self.turn_deg(piece)) + (x, y))
        return _Resting(
            (float(x), float(y)), piece.base_mm + float(board.lift_mm(middle)[0]), outline
        )

    @cached_property
    def known(self) -> frozenset[LaidPiece]:
        """Its pieces, to ask whether one is among them."""
        return frozenset(self.pieces)

    @cached_property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all boards."""
        corners = np.concatenate([board.outline_mm for board in self.boards])
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        return float(left), float(top), float(right), float(bottom)
