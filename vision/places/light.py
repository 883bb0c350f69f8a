"""The lamp taken out: what a photograph shows of a board, at the levels of its printed picture.

White and black are known where the markers are, so that there the lamp's colour, its strength and
the haze over black can be measured.  Between the markers, strength and colour follow a plane
through what they say, bent by what the bare print itself shows where it is bright enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.places.tones import least, most
from vision.rectify import Grid

Array = NDArray[np.float32]
Levels = NDArray[np.float32]
Terms = NDArray[np.float64]
Picture = NDArray[np.uint8]
_Samples = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]

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
    """How levels of a photograph become paper levels: `scale` (height, width, 3) times, less
    `under`.  `black` is the level of printed black as a share of white.
    """

    scale: Array
    black: float

    @property
    def gain(self) -> Array:
        """How levels of the photograph come of paper levels: (height, width, 3) times those."""
        return np.asarray(255 / (1 - self.black) / self.scale, np.float32)

    def paper(self, flat_bgr: Picture) -> Picture:
        """The flat photograph at paper levels, uint8."""
        lit = cv2.multiply(flat_bgr, self.scale, dtype=cv2.CV_8U)
        under = min(255, round(255 * self.black / (1 - self.black)))
        return np.asarray(cv2.subtract(lit, np.full_like(lit, under)) if under else lit, np.uint8)


class LightMeter:
    """Measures the light over one board seen flat; keeps what is the same in every frame."""

    def __init__(self, grid: Grid, empty_bgr: Picture | None) -> None:
        """`empty_bgr` is the bare print on the raster `grid`, if that is known."""
        self._grid = grid
        width, height = grid.size_wh
        # One block more on every side, so that all of the raster lies between blocks' middles.
        columns, rows = (np.arange(-1, -(-side // _COARSE) + 1) for side in (width, height))
        self._raster_design = self._design_at(columns, rows, (_COARSE - 1) / 2)
        self._raster_size = len(rows), len(columns)
        if empty_bgr is None:
            self._printed: Levels | None = None
        else:
            columns, rows = np.arange(width // _COARSE), np.arange(height // _COARSE)
            self._design = self._design_at(columns, rows, (_COARSE - 1) / 2)
            self._printed = _blocks(empty_bgr).reshape(-1, 3)
            dark = least(self._printed) / np.float32(_BRIGHT_PRINT)
            self._bright = np.clip(dark, 0.05, 1.0)

    def _design_at(self, columns: NDArray[np.int64], rows: NDArray[np.int64], off: float) -> Levels:
        x, y = (each.ravel() * float(_COARSE) + off for each in np.meshgrid(columns, rows))
        where = _unit(self._grid.to_mm(np.column_stack([x, y])), self._grid)
        return np.asarray(_design(where, 6), np.float32)

    def measure(self, flat_bgr: Picture, tags: Sequence[Tag]) -> Light:
        """The light, as the markers that are seen and the bare print say."""
        places, whites, blacks = [], [], []
        for tag in tags:
            inside = _tag_pixels(flat_bgr, self._grid, tag)
            if len(inside) < 16:
                continue
            places.append(np.mean(tag.corners_mm, axis=0))
            white, dark = _ranked(inside, (_WHITE_PERCENT, _BLACK_PERCENT))
            whites.append(white)
            blacks.append(dark)
        white = np.maximum(np.array(whites), _DIMMEST)
        black = float(np.clip(np.percentile(np.array(blacks) / white, _LEAST_VEILED), 0.0, 0.6))
        design = _design(_unit(np.array(places), self._grid), 6)
        markers = design, np.log(white), np.full(len(places), _MARKER_WEIGHT)
        terms = _fit(3, markers)
        if self._printed is not None:
            terms = self._with_print(flat_bgr, black, terms, markers)
        return Light(self._scale(terms, black), black)

    def _with_print(
        self, flat_bgr: Picture, black: float, terms: Terms, markers: _Samples
    ) -> Terms:
        """The light's terms bent by what the bare print shows where nothing lies on it."""
        assert self._printed is not None
        seen = _blocks(flat_bgr).reshape(-1, 3)
        usable = (most(seen) < _BURNT) & (least(seen) > 4)
        paper = np.maximum(self._printed * np.float32(1 - black) + np.float32(255 * black), 1.0)
        ratio = np.log(np.maximum(seen, 1) / (paper / 255))
        bright = self._bright * usable
        # A plane first: a curve through a board full of pieces would bend to please them.
        for count in [3] * (_PRINT_ROUNDS - 1) + [6]:
            known = self._design[:, : len(terms)] @ terms.astype(np.float32)
            off = most(np.abs(ratio - known)) / np.float32(2.5 * _PRINT_SPREAD)
            weight = bright * np.clip(1 - off**2, 0, None) ** 2
            if np.count_nonzero(weight) < _FEWEST_BLOCKS:
                return terms
            terms = _fit(count, markers, (self._design, ratio, weight))
        return terms

    def _scale(self, terms: Terms, black: float) -> Array:
        """What paper levels are of the photograph's, on the raster."""
        every = np.exp(-(self._raster_design[:, : len(terms)] @ terms.astype(np.float32)))
        coarse = (every * np.float32(255 / (1 - black))).reshape(*self._raster_size, 3)
        rows, columns = self._raster_size
        fine = cv2.resize(coarse, (_COARSE * columns, _COARSE * rows))
        width, height = self._grid.size_wh
        return np.asarray(fine[_COARSE : _COARSE + height, _COARSE : _COARSE + width], np.float32)


def measure_light(
    flat_bgr: Picture, grid: Grid, tags: Sequence[Tag], empty_bgr: Picture | None
) -> Light:
    """The light over a board seen flat; `empty_bgr` is the bare print on the same raster."""
    return LightMeter(grid, empty_bgr).measure(flat_bgr, tags)


def _tag_pixels(flat_bgr: Picture, grid: Grid, tag: Tag) -> Picture:
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
    return part[mask > 0]


def _ranked(pixels: Picture, per_cent: Sequence[float]) -> list[Terms]:
    """The levels (3,) that these shares of the pixels (n, 3) stay below in each colour."""
    ranks = [round(share / 100 * (len(pixels) - 1)) for share in per_cent]
    ordered = np.partition(pixels, ranks, axis=0)
    return [ordered[rank].astype(np.float64) for rank in ranks]


def _blocks(image: Picture) -> Levels:
    """The mean levels of blocks, (rows, columns, 3)."""
    height, width = (side // _COARSE * _COARSE for side in image.shape[:2])
    small = cv2.resize(
        image[:height, :width],
        (width // _COARSE, height // _COARSE),
        interpolation=cv2.INTER_AREA,
    )
    return np.asarray(small, np.float32)


def _unit(points_mm: Terms, grid: Grid) -> Terms:
    """Board points in -1..1 across the raster."""
    half = np.array(grid.size_wh) / grid.px_per_mm / 2
    return np.asarray((points_mm - grid.origin_mm - half) / half, np.float64)


def _design(where: Terms, count: int) -> Terms:
    x, y = where.T
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y][:count])


def _fit(count: int, *seen: _Samples) -> Terms:
    """Least squares of the first so many terms, with a mild preference for even light:
    (count, channels).

    Each of `seen` has designs (n, 6), values (n, channels) and weights (n,).
    """
    normal, pull, total = np.zeros((count, count)), np.zeros((count, 3)), 0.0
    for design, values, weight in seen:
        some = design[:, :count]
        weighted = (some * weight[:, None]).T
        normal += weighted @ some
        pull += weighted @ values
        total += float(weight.sum())
    stay = np.diag([0.0] + [0.05] * 2 + [0.5] * 3)[:count, :count] * total / 20
    return np.asarray(np.linalg.solve(normal + stay + 1e-9 * np.eye(count), pull), np.float64)
