"""The lamp taken out: what a photograph shows of a board, at the levels of its printed picture.

White and black are known where the markers are, so that there the lamp's colour, its strength and
the haze over black can be measured.  Between the markers, strength and colour follow a plane
through what they say, bent by what the bare print itself shows where it is bright enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.rectify import Grid

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]

_COARSE = 8  # pixels: light changes slowly
_WHITE_PERCENT, _BLACK_PERCENT = 88, 10
_LEAST_VEILED = 25  # per cent of the markers: gloss lies over some of them, not over all
_TAG_INSIDE = 0.92
_DIMMEST = 8.0  # levels of a white that is no white
_BRIGHT_PRINT = 60.0  # print darker than this says little of the light
_PRINT_ROUNDS = 4
_PRINT_SPREAD = 0.10  # of the logarithm of the light
_MARKER_WEIGHT = 6.0
_FEWEST_BLOCKS = 40
_BURNT = 250


@dataclass(frozen=True, slots=True)
class Light:
    """How paper levels become levels of the photograph: `gain` (height, width, 3) times that of
    paper, and `black`, the level of printed black as a share of white.
    """

    gain: Array
    black: float
    white: Array  # (3,), mean over the markers

    def paper(self, flat_bgr: Picture) -> Picture:
        """The flat photograph at paper levels, uint8."""
        lit = cv2.multiply(flat_bgr, self._scale, dtype=cv2.CV_8U)
        under = min(255, round(255 * self.black / (1 - self.black)))
        return np.asarray(cv2.subtract(lit, np.full_like(lit, under)) if under else lit, np.uint8)

    @property
    def _scale(self) -> Array:
        return np.asarray(255 / (1 - self.black) / self.gain, np.float32)


def measure_light(
    flat_bgr: Picture, grid: Grid, tags: Sequence[Tag], empty_bgr: Picture | None
) -> Light:
    """The light over a board seen flat; `empty_bgr` is the bare print on the same raster."""
    places, whites, blacks = [], [], []
    for tag in tags:
        inside = _tag_pixels(flat_bgr, grid, tag)
        if len(inside) < 16:
            continue
        places.append(np.mean(tag.corners_mm, axis=0))
        whites.append(np.percentile(inside, _WHITE_PERCENT, axis=0))
        blacks.append(np.percentile(inside, _BLACK_PERCENT, axis=0))
    white = np.maximum(np.array(whites), _DIMMEST)
    black = float(np.clip(np.percentile(np.array(blacks) / white, _LEAST_VEILED), 0.0, 0.6))
    where = _unit(np.array(places), grid)
    known = np.log(white)
    weight = np.full(len(where), _MARKER_WEIGHT)
    terms = _fit(where, known, weight, 3)
    if empty_bgr is not None:
        terms = _with_print(flat_bgr, empty_bgr, grid, black, terms, (where, known, weight))
    return Light(_raster(terms, grid), black, np.asarray(white.mean(axis=0), np.float32))


def _tag_pixels(flat_bgr: Picture, grid: Grid, tag: Tag) -> NDArray[np.float64]:
    """The pixels (n, 3) of a marker's square that lie on the raster."""
    corners = np.array(tag.corners_mm)
    middle = corners.mean(axis=0)
    pixels = grid.to_px(middle + _TAG_INSIDE * (corners - middle))
    low = np.floor(pixels.min(axis=0)).astype(int)
    high = np.ceil(pixels.max(axis=0)).astype(int) + 1
    x0, y0 = np.clip(low, 0, np.array(grid.size_wh))
    x1, y1 = np.clip(high, 0, np.array(grid.size_wh))
    part = flat_bgr[y0:y1, x0:x1]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels - (x0, y0)).astype(np.int32), 1)
    return np.asarray(part[mask > 0], np.float64)


def _with_print(
    flat_bgr: Picture,
    empty_bgr: Picture,
    grid: Grid,
    black: float,
    terms: NDArray[np.float64],
    markers: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The light's terms bent by what the bare print shows where nothing lies on it."""
    seen, printed = (_blocks(image) for image in (flat_bgr, empty_bgr))
    rows, columns = seen.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns]
    pixels = np.column_stack([x.ravel(), y.ravel()]) * _COARSE + (_COARSE - 1) / 2
    where = _unit(grid.to_mm(pixels), grid)
    seen, printed = seen.reshape(-1, 3), printed.reshape(-1, 3)
    usable = (seen.max(axis=1) < _BURNT) & (seen.min(axis=1) > 4)
    paper = np.maximum(printed * (1 - black) + 255 * black, 1.0) / 255
    bright = np.clip(printed.min(axis=1) / _BRIGHT_PRINT, 0.05, 1.0) * usable
    ratio = np.log(np.maximum(seen, 1) / paper)
    # A plane first: a curve through a board full of pieces would bend to please them.
    for count in [3] * (_PRINT_ROUNDS - 1) + [6]:
        off = np.abs(ratio - _design(where, terms.shape[0]) @ terms).max(axis=1)
        weight = bright * np.clip(1 - (off / (2.5 * _PRINT_SPREAD)) ** 2, 0, None) ** 2
        if (weight > 0).sum() < _FEWEST_BLOCKS:
            return terms
        terms = _fit(
            np.vstack([where, markers[0]]),
            np.vstack([ratio, markers[1]]),
            np.concatenate([weight, markers[2]]),
            count,
        )
    return terms


def _blocks(image: Picture) -> NDArray[np.float64]:
    height, width = (side // _COARSE * _COARSE for side in image.shape[:2])
    small = cv2.resize(
        image[:height, :width],
        (width // _COARSE, height // _COARSE),
        interpolation=cv2.INTER_AREA,
    )
    return np.asarray(small, np.float64)


def _unit(points_mm: NDArray[np.float64], grid: Grid) -> NDArray[np.float64]:
    """Board points in -1..1 across the raster."""
    half = np.array(grid.size_wh) / grid.px_per_mm / 2
    return np.asarray((points_mm - grid.origin_mm - half) / half, np.float64)


def _design(where: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    x, y = where.T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y][:count])


def _fit(
    where: NDArray[np.float64], values: NDArray[np.float64], weight: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """Least squares with a mild preference for even light: the terms (count, channels)."""
    design = _design(where, count)
    stay = np.diag([0.0] + [0.05] * 2 + [0.5] * 3)[:count, :count] * weight.sum() / 20
    normal = design.T @ (design * weight[:, None]) + stay + 1e-9 * np.eye(count)
    return np.asarray(np.linalg.solve(normal, design.T @ (values * weight[:, None])), np.float64)


def _raster(terms: NDArray[np.float64], grid: Grid) -> Array:
    width, height = grid.size_wh
    rows, columns = height // _COARSE + 2, width // _COARSE + 2
    y, x = np.mgrid[0:rows, 0:columns]
    pixels = np.column_stack([x.ravel(), y.ravel()]) * float(_COARSE)
    values = np.exp(_design(_unit(grid.to_mm(pixels), grid), len(terms)) @ terms)
    coarse = values.reshape(rows, columns, -1).astype(np.float32)
    step = 1 / _COARSE
    back = np.array([[step, 0, 0], [0, step, 0]], np.float32)
    return np.asarray(
        cv2.warpAffine(
            coarse,
            back,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )
