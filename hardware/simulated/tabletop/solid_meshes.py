"""Boards and pieces as triangles in space, for a renderer that traces light.

Space: x right, y up as seen from above (minus the table's y), z the height, all millimetres.
Texture coordinates run from a picture's top-left corner, both 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely import segmentize
from shapely.geometry import Polygon
from shapely.ops import triangulate

from companion.board import PointMm
from hardware.simulated.tabletop.layout import (
    BOARD_THICK_MM,
    Floats,
    LaidBoard,
    LaidPiece,
    TableLayout,
)
from hardware.simulated.tabletop.upright import Card

_CELLS = 24  # a warped sheet is so many patches wide and high
_EDGE_MM = 2.0  # outlines are cut into pieces so short, so that triangles keep to them


@dataclass(frozen=True, eq=False)
class Mesh:
    """Corners (n, 3), texture coordinates (n, 2) and triangles (m, 3) of corner numbers."""

    corners: Floats
    uv: Floats
    triangles: NDArray[np.int32]


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    firsts = np.cumsum([0, *(len(mesh.corners) for mesh in meshes[:-1])])
    return Mesh(
        np.concatenate([mesh.corners for mesh in meshes]),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate(
            [mesh.triangles + first for mesh, first in zip(meshes, firsts, strict=True)]
        ).astype(np.int32),
    )


def board_face(board: LaidBoard) -> Mesh:
    """A board's printed face, warped as it lies."""
    steps = np.linspace(0, 1, _CELLS + 1)
    u, v = (axis.ravel() for axis in np.meshgrid(steps, steps))
    places = np.c_[u, v] * np.asarray(board.size_mm)
    corners = _in_space(board.on_table(places), board.lift_mm(places))
    cell = (np.arange(_CELLS)[:, None] * (_CELLS + 1) + np.arange(_CELLS)).ravel()
    below, right = cell + _CELLS + 1, cell + 1
    upper = np.c_[cell, below, right]
    lower = np.c_[right, below, below + 1]
    return Mesh(corners, np.c_[u, v], np.concatenate([upper, lower]).astype(np.int32))


def board_side(board: LaidBoard) -> Mesh:
    """The edge of a board, from its face down to the table."""
    width, height = board.size_mm
    rim = segmentize(Polygon([(0, 0), (width, 0), (width, height), (0, height)]), width / _CELLS)
    places = np.asarray(rim.exterior.coords)[:-1]
    flat, lift = board.on_table(places), board.lift_mm(places)
    return _band(_in_space(flat, lift), _in_space(flat, np.full(len(flat), -BOARD_THICK_MM)))


def piece_face(layout: TableLayout, piece: LaidPiece) -> Mesh:
    """The printed side of a piece that lies."""
    outline = [(-x, y) if piece.back else (x, y) for x, y in piece.art.outline_mm]
    own, triangles = _filled(outline)
    centre, turn = layout.centre_mm(piece), layout.turn_deg(piece)
    height = layout.foot_mm(piece) + piece.height_mm
    corners = _in_space(_turned(own, centre, turn), np.full(len(own), height))
    return Mesh(corners, _uv(piece, own), triangles)


def piece_side(layout: TableLayout, piece: LaidPiece) -> Mesh:
    """The edge of a piece that lies."""
    outline = layout.outline_mm(piece)
    foot = layout.foot_mm(piece)
    heights = (np.full(len(outline), foot + share * piece.height_mm) for share in (1, 0))
    upper, lower = (_in_space(outline, height) for height in heights)
    return _band(upper, lower)


def stand_faces(layout: TableLayout, piece: LaidPiece) -> Mesh:
    """Both sides of a stand-up, each showing the picture unmirrored."""
    own, triangles = _filled(piece.art.outline_mm)
    card = Card(layout, piece)
    front, back = (card.in_space(own * (mirror, 1), mirror) for mirror in (1, -1))
    faces = [Mesh(_space(side), _uv(piece, own), triangles) for side in (front, back)]
    return joined(faces)


def stand_side(layout: TableLayout, piece: LaidPiece) -> Mesh:
    """The edge of a stand-up."""
    card, outline = Card(layout, piece), np.asarray(piece.art.outline_mm, float)
    return _band(_space(card.in_space(outline, 1)), _space(card.in_space(outline, -1)))


def _in_space(flat: Floats, height: NDArray[np.floating]) -> Floats:
    return np.asarray(np.c_[flat[:, 0], -flat[:, 1], height], float)


def _space(points: Floats) -> Floats:
    return _in_space(points[:, :2], points[:, 2])


def _turned(own: Floats, centre: PointMm, turn_deg: float) -> Floats:
    angle = np.radians(turn_deg)
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(own @ np.array([[c, s], [-s, c]]) + centre, float)


def _uv(piece: LaidPiece, own: Floats) -> Floats:
    return np.asarray(own / np.asarray(piece.art.front.size_mm) + 0.5, float)


def _filled(outline: Sequence[PointMm]) -> tuple[Floats, NDArray[np.int32]]:
    """Corners of an outline, and triangles that fill it."""
    shape = segmentize(Polygon(outline), _EDGE_MM)
    inside = [part for part in triangulate(shape) if shape.contains(part.representative_point())]
    corners = np.concatenate([np.asarray(part.exterior.coords)[:3, :2] for part in inside])
    return corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3)


def _band(upper: Floats, lower: Floats) -> Mesh:
    """Walls between two outlines of equally many corners."""
    count = len(upper)
    here = np.arange(count)
    after = (here + 1) % count
    triangles = np.concatenate(
        [np.c_[here, here + count, after], np.c_[after, here + count, after + count]]
    )
    return Mesh(
        np.concatenate([upper, lower]), np.zeros((2 * count, 2)), triangles.astype(np.int32)
    )
