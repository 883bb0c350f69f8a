"""The raster on which a board is seen flat, and the picture of the bare board on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.places import PlaceBoard
from vision.pictures import read_picture
from vision.rectify import Grid

Picture = NDArray[np.uint8]

PX_PER_MM = 1.6


def grid_over(board: PlaceBoard) -> Grid:
    """The raster over the board and all its markers."""
    corners = np.array([tag.corners_mm for tag in board.tags]).reshape(-1, 2)
    low = np.minimum(corners.min(axis=0), 0.0)
    high = np.maximum(corners.max(axis=0), board.size_mm)
    return Grid.over((low[0], low[1]), (high[0], high[1]), PX_PER_MM)


def laid_out(board: PlaceBoard, grid: Grid) -> Picture:
    """The picture of the bare board on the raster."""
    assert board.empty is not None
    picture = read_picture(board.empty).image_bgr
    width, height = board.size_mm
    wanted = max(2, round(width * grid.px_per_mm)), max(2, round(height * grid.px_per_mm))
    small = cv2.resize(picture, wanted, interpolation=cv2.INTER_AREA)
    sx, sy = wanted[0] / width, wanted[1] / height
    step = 1 / grid.px_per_mm
    back = np.array(
        [
            [sx * step, 0, (grid.origin_mm[0] + 0.5 * step) * sx - 0.5],
            [0, sy * step, (grid.origin_mm[1] + 0.5 * step) * sy - 0.5],
        ]
    )
    return np.asarray(
        cv2.warpAffine(
            small,
            back,
            grid.size_wh,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
