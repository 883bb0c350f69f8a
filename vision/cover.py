"""What the tokens already read hide of the layer below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.rectify import Grid, sample
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Points = NDArray[np.floating]

_MARGIN = 0.09  # of the radius: blurred edge around what covers


@dataclass(frozen=True)
class Cover:
    """What hides the first layer: a mask (height, width) uint8 on the finer raster."""

    mask: NDArray[np.uint8]
    grid: Grid

    def hides(self, points_mm: Points) -> NDArray[np.bool_]:
        """Which of the points (..., 2) mm, on the plane of first-layer tops, are hidden."""
        if points_mm.size == 0:
            return np.zeros(points_mm.shape[:-1], bool)
        rows = len(points_mm) if points_mm.ndim > 2 else 1
        places = points_mm.reshape(rows, -1, 2).astype(np.float32)
        places *= np.float32(self.grid.px_per_mm)
        places += self.grid.to_px(np.zeros(2)).astype(np.float32)
        hidden = sample(self.mask, places, cv2.INTER_NEAREST)
        return np.asarray(hidden.reshape(points_mm.shape[:-1]) > 0)


def cover_of(view: FlatView, tokens: Sequence[SeenToken], spec: Tokens) -> Cover:
    """The silhouettes of tokens that lie on others, or would if something lay below them."""
    width, height = view.fine.size_wh
    mask = np.zeros((height, width), np.uint8)
    thickness = spec.thickness_mm
    radius_px = round(spec.radius_mm * (1 + _MARGIN) * view.fine.px_per_mm * 16)
    if not tokens:
        return Cover(mask, view.fine)
    lie_mm = np.array([token.centre_mm for token in tokens])
    raised = np.array([token.level > 0 for token in tokens])[:, None]
    tops_px = np.where(
        raised,
        view.pose.project_px(lie_mm, 2 * thickness),
        view.pose.project_px(lie_mm, thickness),
    )
    for height_mm in (thickness, 2 * thickness):
        places = view.fine.to_px(view.pose.to_board_mm(tops_px, height_mm))
        for x, y in np.round(places * 16).astype(int).tolist():
            cv2.circle(mask, (x, y), radius_px, 255, cv2.FILLED, shift=4)
    return Cover(mask, view.fine)
