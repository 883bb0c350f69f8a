"""Do places lie on the outlines that are printed round them?

Along every outline the picture's edges are measured across it.  Where a small common move of all
places makes them clearly stronger, the print says where the places belong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm
from vision.rectify import sample

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_STEP_MM = 1.5  # between points of an outline
_BLUR_MM = 0.25
_LINE_MM = 0.6  # both edges of a printed line become one
_REACH_MM = 4.0  # how far away print is looked for
_SEARCH_MM = 0.5
_CLEARLY = 1.25  # times as strong as beside it
_LEAST = 3.0  # root of levels per mm: of edges that count at all
_STEPS = (1.0, 0.5, 0.25, 0.12)


@dataclass(frozen=True)
class PrintedFit:
    """The move that lays places onto their print: p @ `turn` + `shift_mm`; how far it moves them.

    `off_mm` is the mean over the places' middles, `strength` how much stronger edges are there
    than elsewhere near.
    """

    turn: Array
    shift_mm: Array
    off_mm: float
    strength: float


def printed_fit(
    picture_bgr: Picture, px_per_mm: float, outlines_mm: Sequence[Sequence[PointMm]]
) -> PrintedFit | None:
    """Compare places with a flat picture of the bare board; None when no outlines are printed."""
    edges = _Edges(picture_bgr, px_per_mm, outlines_mm)
    line = np.arange(-_REACH_MM, _REACH_MM + 0.01, _SEARCH_MM)
    shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    scores = np.array([edges.strength(np.eye(2), shift) for shift in shifts])
    best = int(np.argmax(scores))
    usual = float(np.median(scores))
    if scores[best] < _LEAST or scores[best] < _CLEARLY * usual:
        return None
    turn, shift = edges.climbed(np.eye(2), shifts[best])
    middles = np.array([np.mean(outline, axis=0) for outline in outlines_mm])
    off = np.linalg.norm(middles @ turn + shift - middles, axis=1)
    return PrintedFit(turn, shift, float(off.mean()), edges.strength(turn, shift) / usual)


class _Edges:
    """How strongly a picture changes across outlines, wherever they are moved."""

    def __init__(
        self, picture_bgr: Picture, px_per_mm: float, outlines_mm: Sequence[Sequence[PointMm]]
    ) -> None:
        self._scale = px_per_mm
        blurred = cv2.GaussianBlur(
            picture_bgr.astype(np.float32), (0, 0), max(0.5, _BLUR_MM * px_per_mm)
        )
        down, right = np.gradient(blurred * np.float32(px_per_mm), axis=(0, 1))
        products = [right * right, right * down, down * down]
        tensor = np.stack([each.max(axis=2, initial=0.0) for each in products[::2]], axis=2)
        across = np.take_along_axis(
            products[1], np.abs(products[1]).argmax(axis=2)[..., None], axis=2
        )
        self._tensor = cv2.GaussianBlur(
            np.concatenate([tensor, across], axis=2), (0, 0), max(0.5, _LINE_MM * px_per_mm)
        )
        parts = [_along(np.array(outline, np.float64)) for outline in outlines_mm]
        self._points = np.concatenate([points for points, _ in parts])
        self._normals = np.concatenate([normals for _, normals in parts])
        self._middle = np.array(picture_bgr.shape[1::-1]) / px_per_mm / 2

    def strength(self, turn: Array, shift_mm: Array) -> float:
        """Mean change across the moved outlines, as the root of levels per mm."""
        points = self._points @ turn + shift_mm
        pixels = (points * self._scale - 0.5).astype(np.float32)
        xx, yy, xy = np.moveaxis(sample(self._tensor, pixels[None])[0], -1, 0)
        x, y = self._normals.T
        square = np.maximum(xx * x * x + 2 * xy * x * y + yy * y * y, 0.0)
        # The square root of the change: one strong edge must not outweigh many faint ones.
        return float(np.sqrt(np.sqrt(square)).mean())

    def climbed(self, turn: Array, shift_mm: Array) -> tuple[Array, Array]:
        """The strongest place near by: shifts, size and turn are tried by turns."""
        reach = float(np.abs(self._points - self._middle).max())
        best = self.strength(turn, shift_mm)
        for step in _STEPS:
            improved = True
            while improved:
                improved = False
                for change, sign in ((c, s) for c in range(4) for s in (1.0, -1.0)):
                    more, away = np.eye(2), np.zeros(2)
                    size = sign * step * _SEARCH_MM
                    if change < 2:
                        away[change] = size
                    elif change == 2:
                        more *= 1 + size / reach
                    else:
                        more += np.array([[0, 1], [-1, 0]]) * size / reach
                    # A turn goes about the board's middle.
                    new_turn = turn @ more
                    new_shift = (shift_mm - self._middle) @ more + self._middle + away
                    strength = self.strength(new_turn, new_shift)
                    moved = new_shift + self._middle @ new_turn - self._middle
                    if strength > best + 1e-3 and np.linalg.norm(moved) < 1.5 * _REACH_MM:
                        turn, shift_mm, best, improved = new_turn, new_shift, strength, True
        return turn, shift_mm


def _along(outline: Array) -> tuple[Array, Array]:
    """Points (n, 2) along a closed outline and their normals."""
    closed = np.vstack([outline, outline[:1]])
    steps = np.diff(closed, axis=0)
    lengths = np.maximum(np.linalg.norm(steps, axis=1), 1e-9)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    at = np.arange(_STEP_MM / 2, along[-1], _STEP_MM)
    which = np.clip(np.searchsorted(along, at) - 1, 0, len(steps) - 1)
    points = closed[which] + steps[which] * ((at - along[which]) / lengths[which])[:, None]
    direction = steps[which] / lengths[which][:, None]
    return points, np.column_stack([-direction[:, 1], direction[:, 0]])
