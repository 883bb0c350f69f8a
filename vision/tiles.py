"""A raster cut into square tiles, so that a picture is worked on only where that is asked for.

The chosen tiles are stacked into one tall picture: one call of OpenCV then does for all of them
what would take one call each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
Mask = NDArray[np.bool_]

SIDE_PX = 8  # of a tile on a raster on which a token's radius is nine pixels


@dataclass(frozen=True, slots=True)
class Tiles:
    """Some tiles of a raster of `size_wh` pixels: `rows` and `columns` (n,) of the tiles."""

    size_wh: tuple[int, int]
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.rows)

    @staticmethod
    def touching(mask: NDArray[np.uint8], size_wh: tuple[int, int]) -> Tiles:
        """The tiles of a raster that a mask half as fine, 0 or 255, holds any pixel of."""
        down, across = tiles_over(size_wh)
        side = SIDE_PX // 2
        below, right = down * side - len(mask), across * side - mask.shape[1]
        whole = cv2.copyMakeBorder(mask, 0, below, 0, right, cv2.BORDER_CONSTANT)
        each = whole.reshape(down, side, across * side).max(axis=1).reshape(down, across, side)
        rows, columns = np.nonzero(each.max(axis=2))
        return Tiles(size_wh, rows, columns)

    @property
    def share(self) -> float:
        """How much of the raster they cover (0..1)."""
        down, across = tiles_over(self.size_wh)
        return len(self) / (down * across)

    def taken(self, picture: Picture) -> Picture:
        """The tiles of a `padded` picture, one below the other.

        Its scale may be a multiple of the raster's.
        """
        down, across = tiles_over(self.size_wh)
        side = picture.shape[0] // down
        each = picture.reshape(down, side, across, side, *picture.shape[2:])
        return each[self.rows, :, self.columns].reshape(-1, side, *picture.shape[2:])

    def put(self, picture: Picture, stacked: Picture) -> None:
        """Write tiles, one below the other, to their places in a padded picture."""
        side = stacked.shape[1]
        down, across = tiles_over(self.size_wh)
        places = picture.reshape(down, side, across, side, *picture.shape[2:])
        places[self.rows, :, self.columns] = stacked.reshape(-1, side, *stacked.shape[1:])


def tiles_over(size_wh: tuple[int, int]) -> tuple[int, int]:
    """How many tiles, down and across, cover a raster of so many pixels."""
    return -(-size_wh[1] // SIDE_PX), -(-size_wh[0] // SIDE_PX)


def padded(picture: Picture, scale: int = 1) -> Picture:
    """A copy (height, width, ...) that ends with whole tiles, its last pixels going on.

    `scale` is that of the picture against the raster.
    """
    side = SIDE_PX * scale
    height, width = picture.shape[:2]
    edges = 0, -height % side, 0, -width % side
    return np.asarray(cv2.copyMakeBorder(picture, *edges, cv2.BORDER_REPLICATE))
