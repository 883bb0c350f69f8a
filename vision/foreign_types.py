"""What covers a board, as the search for it tells the other searches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.print_colours import NOISE_LEVEL
from vision.rectify import Grid

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Colours = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Foreign:
    """What covers a board: `mask` on the raster, `hand`, and the share of each area covered.

    `uncovered` is the share (0..1) of the target that is in view.  `blinded` names the areas in
    which a mirrored lamp may hide a token.
    """

    mask: Mask
    grid: Grid
    hand: bool
    uncovered: float
    covered: tuple[tuple[str, float], ...]
    blinded: tuple[str, ...] = ()

    def near(self, point_mm: tuple[float, float], reach_mm: float) -> bool:
        """Whether anything foreign lies within a distance of a board point."""
        x, y = self.grid.to_px(np.array([point_mm]))[0]
        reach = reach_mm * self.grid.px_per_mm
        top, left = max(int(y - reach), 0), max(int(x - reach), 0)
        part = self.mask[top : int(y + reach) + 2, left : int(x + reach) + 2]
        rows, columns = np.nonzero(part)
        return bool((np.hypot(rows + top - y, columns + left - x) <= reach).any())

    def reaches(self, points_mm: Array, reach_mm: float) -> Mask:
        """For each of the points (n, 2) mm: whether anything foreign lies within a distance."""
        if not self.mask.any():
            return np.zeros(len(points_mm), bool)
        clear = (~self.mask).astype(np.uint8)
        away = cv2.distanceTransform(clear, cv2.DIST_L2, 3) / self.grid.px_per_mm
        pixels = np.round(self.grid.to_px(points_mm)).astype(int)
        columns, rows = np.clip(pixels, 0, np.array(self.grid.size_wh) - 1).T
        return np.asarray(away[rows, columns] <= reach_mm)


@dataclass(frozen=True, eq=False)
class PrintPicture:
    """The print's own colour `bgr` (height, width, 3) at each place of a raster under the present
    lamp, black where that is not known; `whole` when it is known of all areas, `photographed` when
    a picture of the empty board shows its every line."""

    bgr: Colours
    whole: bool = False
    photographed: bool = False

    @cached_property
    def directions(self) -> tuple[Colours, Colours]:
        """The colours' directions (pixels, 3) and brightness (pixels,).

        The brightness is 0, and the direction none, where the print is not known.
        """
        total = cv2.transform(self.bgr, np.ones((1, 3), np.float32))
        lifted = self.bgr + NOISE_LEVEL
        squares = cv2.transform(cv2.multiply(lifted, lifted), np.ones((1, 3), np.float32))
        length = np.where(total > 0, cv2.sqrt(squares), np.float32(np.inf))
        directions = cv2.divide(lifted, cv2.merge([length] * 3))
        return np.asarray(directions.reshape(-1, 3), np.float32), np.asarray(total.ravel())


@dataclass(frozen=True, slots=True)
class Strange:
    """Where the board's colours are not its own: `mask` on a raster over the board.

    `glare` is where that, or what is left out of it, is a mirrored lamp, `blinding` where it is
    nearly white though not printed so; `like_tokens` is where the colour is rather that of a token
    seen elsewhere than the print's, however near the two.
    `printed` is the print's own colour at each place, `white` (3,) what white looks like.
    """

    mask: Mask
    glare: Mask
    blinding: Mask
    like_tokens: Mask
    printed: PrintPicture
    grid: Grid
    white: Colours

    @property
    def odd(self) -> Mask:
        """Where it looks strange or like a token."""
        return self.mask | self.like_tokens

    def may_cover(self, points_mm: Array) -> Mask:
        """Which of the points (..., 2) mm look strange or like a token."""
        return self.at(self.odd, points_mm)

    def at(self, mask: Mask, points_mm: Array) -> Mask:
        """What a mask on this raster holds at points (..., 2) mm; its edge goes on beyond it."""
        height, width = mask.shape
        places_px = np.rint(self.grid.to_px(points_mm)).astype(np.intp)
        columns, rows = places_px[..., 0], places_px[..., 1]
        return np.asarray(mask[rows.clip(0, height - 1), columns.clip(0, width - 1)])
