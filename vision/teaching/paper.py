"""A photograph at paper levels on any plane: lamp and perspective taken out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from companion.flow import Frame
from vision.places.light import Light, measure_light
from vision.pose import Pose
from vision.rectify import Grid, flatten, sample

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_LIGHT_PX_PER_MM = 2.0
_SHRINK_ABOVE = 1.6  # photograph pixels for one of the raster: beyond it, lines would be skipped


class PaperView:
    """One photograph of something flat with markers; the light is measured at those seen."""

    def __init__(
        self,
        frame: Frame,
        pose: Pose,
        size_mm: tuple[float, float],
        tags: Sequence[Tag],
        seen_ids: Collection[int],
        is_white: bool = False,
    ) -> None:
        """`is_white`: all but the markers is white paper, which tells of the light, too."""
        self._frame, self._pose = frame, pose
        self._middle = (size_mm[0] / 2, size_mm[1] / 2)
        self._whole = Grid.over((0.0, 0.0), size_mm, _LIGHT_PX_PER_MM)
        seen = [tag for tag in tags if tag.id in seen_ids]
        flat = flatten(frame.image_bgr, pose, self._whole, 0.0)
        white = np.full_like(flat, 255) if is_white else None
        self._light: Light = measure_light(flat, self._whole, seen, white)

    @property
    def px_per_mm(self) -> float:
        """How fine the photograph shows the middle."""
        return self._pose.px_per_mm(self._middle)

    def on(self, grid: Grid, height_mm: float = 0.0) -> Picture:
        """What is seen at a height, on a raster, at paper levels: (height, width, 3) BGR uint8."""
        image = self._frame.image_bgr
        shrink = self.px_per_mm / grid.px_per_mm
        if shrink > _SHRINK_ABOVE:
            side = 2 * round(shrink / 2) + 1
            image = np.asarray(cv2.blur(image, (side, side)), np.uint8)
        flat = flatten(image, self._pose, grid, height_mm)
        places = self._whole.to_px(_middles(grid)).astype(np.float32)
        gain = sample(self._light.gain, places.reshape(*flat.shape[:2], 2))
        black = self._light.black
        lit = (flat.astype(np.float32) * (255 / gain) - 255 * black) / (1 - black)
        return np.asarray(np.clip(lit + 0.5, 0, 255), np.uint8)


def _middles(grid: Grid) -> Array:
    """The middle of every raster pixel, row by row, (n, 2) mm."""
    width, height = grid.size_wh
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    return grid.to_mm(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
