"""Which area of a dish each pixel of a raster over its board belongs to."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.describing.outlines import area_outline
from vision.rectify import Grid

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Colours = NDArray[np.float32]

HUB = "hub"
GROUND = "ground"
_EDGE_MM = 1.5  # beside an area's outline that belongs to none: lines lie there
_HUB_EDGE_MM = 1.0
_GROUND_SCALE = 0.97  # of the board's size
_TAG_SCALE = 1.35  # of a marker's: its white margin


class AreaRaster:
    """The areas of one dish, the hub and the ground around as labels on a raster.

    `names` by label; `labels` (height, width), -1 beyond the board and on outlines.  `inside`
    are the flat indices of the pixels that have a label; of these pixels, in this order,
    `label` (n,) says which, `off_tags` (n,) which are no part of a marker, and `pixels` lists for
    each label the indices of its own.
    """

    def __init__(self, board: Board, grid: Grid) -> None:
        self.grid = grid
        self.names, self.labels = _labelled(board, grid)
        self.tags = polygons(grid, [np.array(tag.corners_mm) for tag in board.tags], _TAG_SCALE)
        self.tag_pixels = np.flatnonzero(self.tags)
        self.inside = np.flatnonzero(self.labels >= 0)
        self.label = self.labels.ravel()[self.inside]
        self.off_tags = ~self.tags.ravel()[self.inside]
        self.pixels = [np.flatnonzero(self.label == label) for label in range(len(self.names))]

    def mask(self, chosen: NDArray[np.intp]) -> Mask:
        """A mask (height, width) of some of the pixels that have a label, chosen by index."""
        mask = np.zeros(self.labels.size, bool)
        mask[self.inside[chosen]] = True
        return mask.reshape(self.labels.shape)

    def picture(self, colours: Colours) -> Colours:
        """A picture (height, width, 3) of colours (3, n) of the pixels that have a label."""
        channels = np.zeros((3, self.labels.size), np.float32)
        channels[:, self.inside] = colours
        return np.asarray(cv2.merge(list(channels.reshape(3, *self.labels.shape))), np.float32)


def _labelled(board: Board, grid: Grid) -> tuple[list[str], NDArray[np.int8]]:
    """The areas' names and a raster of their indices; -1 beyond the board and on outlines."""
    width, height = grid.size_wh
    labels = np.full((height, width), -1, np.int8)
    size = np.array([[0, 0], [board.size_mm[0], 0], [*board.size_mm], [0, board.size_mm[1]]])
    names = [GROUND]
    labels[polygons(grid, [size.astype(np.float64)], _GROUND_SCALE)] = 0
    for area in board.dish.areas:
        outline = np.array(area_outline(area, board.dish).buffer(-_EDGE_MM).exterior.coords)
        if len(outline) > 3:
            labels[polygons(grid, [outline], 1.0)] = len(names)
            names.append(area.colour)
    labels[circle(grid, board.dish.centre_mm, board.dish.hub_radius_mm - _HUB_EDGE_MM)] = len(names)
    names.append(HUB)
    return names, labels


def circle(grid: Grid, centre_mm: tuple[float, float], radius_mm: float) -> Mask:
    """A mask of the raster's pixels inside a circle."""
    return circles(grid, np.array([centre_mm]), radius_mm)


def circles(grid: Grid, centres_mm: Array, radius_mm: float) -> Mask:
    """A mask of the raster's pixels inside any of the circles of one size about (n, 2) mm."""
    width, height = grid.size_wh
    mask = np.zeros((height, width), np.uint8)
    radius = round(max(radius_mm, 0.0) * grid.px_per_mm * 16)
    for x, y in np.round(grid.to_px(centres_mm) * 16).astype(int).tolist():
        cv2.circle(mask, (x, y), radius, 1, cv2.FILLED, shift=4)
    return mask.view(bool)


def polygons(grid: Grid, outlines_mm: Sequence[Array], scale: float) -> Mask:
    """A mask of polygons (n, 2) mm, each scaled about its own middle."""
    width, height = grid.size_wh
    mask = np.zeros((height, width), np.uint8)
    for outline in outlines_mm:
        middle = outline.mean(axis=0)
        pixels = grid.to_px(middle + (outline - middle) * scale)
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 1, shift=4)
    return mask.view(bool)
