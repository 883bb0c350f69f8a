"""Cut-outs of a flat picture around board points, each seen upright."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Grid, sample

Array = NDArray[np.float64]
Flat = NDArray[np.float32]
Picture = NDArray[np.uint8]


def patches(
    paper: Picture, grid: Grid, offsets_mm: Flat, centres_mm: Array, up_deg: Array
) -> Picture:
    """Cut-outs (n, side, side, 3) uint8 around board points, each seen upright."""
    maps = _patch_maps(grid, offsets_mm, centres_mm, up_deg)
    count, height, width = maps.shape[:3]
    found = np.empty((count, height, width, 3), np.uint8)
    step = max(1, 30_000 // height)  # the routine takes at most 32767 rows
    for first in range(0, count, step):
        part = maps[first : first + step]
        flat = sample(paper, part.reshape(-1, width, 2))
        found[first : first + step] = flat.reshape(len(part), height, width, 3)
    return found


def _patch_maps(grid: Grid, offsets_mm: Flat, centres_mm: Array, up_deg: Array) -> Flat:
    """Raster pixels (n, side, side, 2) float32 of patches around board points."""
    angle = np.radians(up_deg)
    sine = np.sin(angle).astype(np.float32)[:, None, None]
    cosine = np.cos(angle).astype(np.float32)[:, None, None]
    centre = grid.to_px(np.asarray(centres_mm, np.float64)).astype(np.float32)
    u = offsets_mm[None, ..., 0] * np.float32(grid.px_per_mm)
    v = offsets_mm[None, ..., 1] * np.float32(grid.px_per_mm)
    maps = np.empty((len(centre), *offsets_mm.shape), np.float32)
    maps[..., 0] = cosine * u - sine * v + centre[:, 0, None, None]
    maps[..., 1] = sine * u + cosine * v + centre[:, 1, None, None]
    return maps


def moved_mm(centres_mm: Array, up_deg: Array, shifts_mm: Array) -> Array:
    """Board points of shifts in each spot's own upright frame; all broadcast."""
    angle = np.radians(up_deg)
    sine, cosine = np.sin(angle), np.cos(angle)
    x, y = shifts_mm[..., 0], shifts_mm[..., 1]
    step = np.stack(np.broadcast_arrays(cosine * x - sine * y, sine * x + cosine * y), axis=-1)
    return np.asarray(centres_mm + step, np.float64)


def square_of_shifts(reach_mm: float, step_mm: float) -> Array:
    """Shifts (n, 2) mm on a square lattice around nothing."""
    count = round(reach_mm / step_mm)
    along = np.arange(-count, count + 1) * step_mm
    x, y = np.meshgrid(along, along)
    return np.column_stack([x.ravel(), y.ravel()])


def blurred(image: Picture, sigma_px: float) -> Picture:
    """The picture blurred, unless that would change nothing."""
    if sigma_px < 0.2:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px), np.uint8)
