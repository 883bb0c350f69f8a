"""A raster cut into square tiles, so that a picture is worked on only where that is asked for.

The chosen tiles are laid side by side as one wide picture: one call of OpenCV then does for all of
them what would take one call each, in a few long rows.
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
        # A tile is as wide as four bytes: read as one number they are not 0 if any is not.
        each = whole.view(np.uint32).reshape(down, side, across)
        rows, columns = np.nonzero(each.max(axis=1))
        return Tiles(size_wh, rows, columns)

    @property
    def share(self) -> float:
        """How much of the raster they cover (0..1)."""
        down, across = tiles_over(self.size_wh)
        return len(self) / (down * across)

    def taken(self, picture: Picture) -> Picture:
        """The tiles of a `padded` picture, side by side (side, tiles * side, ...).

        Its scale may be a multiple of the raster's, or half of it.
        """
        down, across = tiles_over(self.size_wh)
        side = len(picture) // down
        # One row of one tile is a strip: strips are copied as a whole.
        strips = picture.reshape(len(picture) * across, -1)
        chosen = (self.rows * side + np.arange(side)[:, None]) * across + self.columns
        beside = strips.take(chosen.ravel(), axis=0)
        return beside.reshape(side, len(self) * side, *picture.shape[2:])

    def put(self, picture: Picture, beside: Picture) -> None:
        """Write tiles that lie side by side to their places in a padded picture."""
        down, across = tiles_over(self.size_wh)
        side, channels = len(beside), picture.shape[2:]
        each = picture.reshape(down, side, across, side, *channels).swapaxes(0, 1)
        tiles = beside.reshape(side, len(self), side, *channels)
        each[:, self.rows, self.columns] = tiles

    def on_nothing(self, beside: Picture) -> Picture:
        """A picture that is 0 but for these tiles; its scale against the raster is theirs."""
        down, across = tiles_over(self.size_wh)
        side, channels = len(beside), beside.shape[2:]
        picture = np.zeros((down * side, across * side, *channels), beside.dtype)
        self.put(picture, beside)
        width, height = (size * side // SIDE_PX for size in self.size_wh)
        return picture[:height, :width]

    def taken_with_edges(self, picture: Picture) -> Picture:
        """The tiles of a picture of the raster's size with a pixel around, side by side.

        Beyond its border the picture is mirrored.
        """
        down, across = tiles_over(self.size_wh)
        below, right = down * SIDE_PX - len(picture), across * SIDE_PX - picture.shape[1]
        edged = cv2.copyMakeBorder(picture, 1, 1 + below, 1, 1 + right, cv2.BORDER_REFLECT_101)
        side, pixel = SIDE_PX + 2, edged[0, 0].nbytes
        # These strips overlap; each is copied as if it were a single value.
        steps = edged.strides[0], SIDE_PX * pixel
        strips = np.ndarray((len(edged), across), f"V{side * pixel}", edged.data, 0, steps)
        chosen = strips[self.rows * SIDE_PX + np.arange(side)[:, None], self.columns]
        beside = chosen.view(picture.dtype)
        return np.asarray(beside.reshape(side, len(self) * side, *picture.shape[2:]))

    def without_edges(self, beside: Picture) -> Picture:
        """Tiles that lie side by side without a pixel all around."""
        side, channels = len(beside), beside.shape[2:]
        inner = beside.reshape(side, len(self), side, *channels)[1:-1, :, 1:-1]
        return inner.reshape(side - 2, len(self) * (side - 2), *channels)


def tiles_over(size_wh: tuple[int, int]) -> tuple[int, int]:
    """How many tiles, down and across, cover a raster of so many pixels."""
    return -(-size_wh[1] // SIDE_PX), -(-size_wh[0] // SIDE_PX)


def padded(picture: Picture, scale: float = 1) -> Picture:
    """A copy (height, width, ...) that ends with whole tiles, its last pixels going on.

    `scale` is that of the picture against the raster.
    """
    side = round(SIDE_PX * scale)
    height, width = picture.shape[:2]
    edges = 0, -height % side, 0, -width % side
    return np.asarray(cv2.copyMakeBorder(picture, *edges, cv2.BORDER_REPLICATE))


def enlarged(mask: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """A mask whose every pixel is so many pixels wide and high: 2, 4 or 8.

    A pixel's copies in a row are written as one number of as many bytes, far quicker than OpenCV's
    nearest neighbours are found.
    """
    copies = int.from_bytes(b"\1" * times, "little")
    wide = np.multiply(mask, copies, dtype=f"u{times}").view(np.uint8)
    return wide.repeat(times, axis=0)
