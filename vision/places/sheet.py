"""The flat pictures of several boards on one sheet, so that places of all of them are cut out at
once.

A plane at a height is seen through the camera's point as the board's own plane is, only larger:
so one flat picture does for all heights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.places.planes import Planar
from vision.places.raster import PX_PER_MM
from vision.places.stands import Array, Numbers, Stands

Picture = NDArray[np.uint8]
Flat = NDArray[np.float32]

MOST_BOARDS = 12  # OpenCV takes pictures of at most 32767 rows
_BESIDE_PX = 32  # round each board its edge goes on so far
_COARSE_BELOW = 0.53  # of the raster's resolution
_MOST_ROWS = 30_000


class Sheet:
    """What is seen of several boards of one frame, each under its number."""

    def __init__(self, views: Mapping[int, Planar]) -> None:
        most = max(views) + 1
        self._cameras_mm = np.zeros((most, 3))
        self._shifts_px = np.zeros((most, 2))
        sizes = [view.grid.size_wh for view in views.values()]
        width = max(size[0] for size in sizes) + 2 * _BESIDE_PX
        height = sum(size[1] + 2 * _BESIDE_PX for size in sizes)
        self._paper = np.empty((height, width, 3), np.uint8)
        top = 0
        for number, view in views.items():
            grid, (wide, tall) = view.grid, view.grid.size_wh
            part = self._paper[top : top + tall + 2 * _BESIDE_PX]
            beside, right = _BESIDE_PX, width - wide - _BESIDE_PX
            part[:] = cv2.copyMakeBorder(
                view.paper, beside, beside, beside, right, cv2.BORDER_REPLICATE
            )
            self._cameras_mm[number] = view.camera_mm
            origin = np.array(grid.origin_mm) * PX_PER_MM
            self._shifts_px[number] = (_BESIDE_PX, top + _BESIDE_PX) - origin
            top += tall + 2 * _BESIDE_PX
        half = (width // 2, height // 2)
        small = cv2.resize(self._paper, half, interpolation=cv2.INTER_AREA)
        self._coarse = np.asarray(small, np.uint8)

    def cut(self, offsets_mm: Flat, stands: Stands, px_per_mm: float) -> Picture:
        """Cut-outs (n, p, 3) uint8 around points at their heights, each seen upright.

        `offsets_mm` (p, 2) go around the points.  `px_per_mm` is how finely they are spaced: fine
        lines that it would skip are averaged before.
        """
        share = self._shares(stands.boards, stands.heights_mm)[:, None]
        feet = self._cameras_mm[stands.boards, :2]
        seen = stands.centres_mm + share * (stands.centres_mm - feet)
        half = px_per_mm < _COARSE_BELOW * PX_PER_MM
        scale = 0.5 if half else 1.0
        # From mm around the point to pixels of the sheet, as two products of matrices.
        middle = scale * (seen * PX_PER_MM + self._shifts_px[stands.boards]) - 0.5
        angle, size = np.radians(stands.up_deg), scale * PX_PER_MM * (1 + share[:, 0])
        cosine, sine = size * np.cos(angle), size * np.sin(angle)
        points = np.vstack([offsets_mm.T, np.ones(len(offsets_mm), np.float32)])
        x = np.column_stack([cosine, -sine, middle[:, 0]]).astype(np.float32) @ points
        y = np.column_stack([sine, cosine, middle[:, 1]]).astype(np.float32) @ points
        return _sampled(self._coarse if half else self._paper, x, y)

    def seen_mm(self, boards: Numbers, points_mm: Array, tops_mm: Array, planes_mm: Array) -> Array:
        """Where points (n, 2) at the heights `tops_mm` seem to lie on lower planes."""
        share = self._shares(boards, tops_mm, planes_mm)[:, None]
        return points_mm + share * (points_mm - self._cameras_mm[boards, :2])

    def true_mm(self, boards: Numbers, points_mm: Array, tops_mm: Array, planes_mm: Array) -> Array:
        """Where points (n, 2) that seem to lie on lower planes are at the heights `tops_mm`."""
        share = self._shares(boards, tops_mm, planes_mm)[:, None]
        return (points_mm + share * self._cameras_mm[boards, :2]) / (1 + share)

    def leans(self, boards: Numbers, points_mm: Array) -> Array:
        """How slantwise points (n, 2) are seen: mm sidewards for each mm of height, (n,)."""
        camera = self._cameras_mm[boards]
        away = np.linalg.norm(points_mm - camera[:, :2], axis=1)
        return np.asarray(away / np.maximum(camera[:, 2], 1.0), np.float64)

    def _shares(self, boards: Numbers, tops_mm: Array, planes_mm: Array | float = 0.0) -> Array:
        """By how much points farther from the foot of the camera seem to lie from it: (n,)."""
        above = np.maximum(self._cameras_mm[boards, 2] - tops_mm, 1.0)
        return np.asarray((tops_mm - planes_mm) / above, np.float64)


def in_sheets(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """The boards that one sheet has room for."""
    for first in range(0, len(numbers), MOST_BOARDS):
        yield numbers[first : first + MOST_BOARDS]


def _sampled(image: Picture, x: Flat, y: Flat) -> Picture:
    """The picture at places (n, p) px; its edge goes on beyond the border."""
    found = np.empty((*x.shape, 3), np.uint8)
    for first in range(0, len(x), _MOST_ROWS):
        part = slice(first, first + _MOST_ROWS)
        cv2.remap(image, x[part], y[part], cv2.INTER_LINEAR, found[part], cv2.BORDER_REPLICATE)
    return found
