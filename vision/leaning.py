"""How much discs around tokens lean to a token's colour, worked out for all of them at once.

One raster about each token says of its points how they lean; what a disc holds is a sum over it,
so that a place can be asked about again and again while it is made exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crescent_colour import Hides, TokenColours
from vision.rectify import around, paired, sample

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

_STEP = 0.19  # of the radius, between two points of a raster
_EDGE = 16  # steps from a token to the edge of its raster
_SIDE = 2 * _EDGE + 1
_REACH = 2.72  # of the radius: no point that a token below may hide or show lies farther
_WELL_INSIDE = 0.95  # of the radius
_FEWEST_POINTS = 7.0  # of a disc: fewer say nothing


@dataclass(frozen=True)
class LeaningField:
    """`sums` (tokens * _SIDE, _SIDE, 2): over the disc about each point, what the points in view
    say for a token, and how many of them say anything."""

    tokens_mm: Array
    radius_mm: float
    sums: Plane

    def at(self, places_mm: Array) -> Array:
        """How much (-2 to 2) discs at places (n, 2) mm lean to a token's colour; 0 is neither."""
        apart = paired(places_mm)[:, None] - paired(self.tokens_mm)
        nearest = np.abs(apart).argmin(axis=1)
        away_mm = apart[np.arange(len(nearest)), nearest].view(np.float64).reshape(-1, 2)
        steps = away_mm / (_STEP * self.radius_mm) + _EDGE
        # Beyond its raster a token's neighbour begins.
        steps = steps.clip(0, _SIDE - 1)
        steps[:, 1] += nearest * _SIDE
        said, points = sample(self.sums, steps.astype(np.float32)[None])[0].T.astype(np.float64)
        return np.where(points > _FEWEST_POINTS, said / np.maximum(points, 1.0), 0.0)


def leaning_field(
    colours: TokenColours, hides: Hides, tokens_mm: Array, radius_mm: float
) -> LeaningField:
    """What the colours around tokens (n, 2) mm say, where nothing known hides them."""
    inside = _near_the_middle()
    points = around(tokens_mm, _raster()[inside] * radius_mm)
    shown = ~hides(points)
    said = np.zeros((*shown.shape, 2), np.float32)
    if shown.any():
        evidence, known = colours.evidence(points[shown][None])
        # Of what the print is like there nothing may be known: that says neither.
        said[shown] = np.stack([evidence * known, known], axis=-1)[0]
    rasters = np.zeros((len(tokens_mm), _SIDE * _SIDE, 2), np.float32)
    rasters[:, inside] = said
    image = rasters.reshape(-1, _SIDE, 2)
    sums = cv2.filter2D(image, cv2.CV_32F, _disc(), borderType=cv2.BORDER_CONSTANT)
    return LeaningField(tokens_mm, radius_mm, np.asarray(sums, np.float32))


@lru_cache(maxsize=1)
def _raster() -> Array:
    """The points (_SIDE * _SIDE, 2) of a token's raster, in radii."""
    line = np.arange(-_EDGE, _EDGE + 1) * _STEP
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


@lru_cache(maxsize=1)
def _near_the_middle() -> NDArray[np.intp]:
    return np.flatnonzero((_raster() ** 2).sum(axis=1) < _REACH**2)


@lru_cache(maxsize=1)
def _disc() -> Plane:
    """A disc as wide as what lies well inside a token, one value to a step."""
    reach = int(np.ceil(_WELL_INSIDE / _STEP))
    line = np.arange(-reach, reach + 1) * _STEP
    apart = np.hypot(*np.meshgrid(line, line))
    covered = np.clip((_WELL_INSIDE - apart) / _STEP + 0.5, 0.0, 1.0)
    return np.asarray(covered, np.float32)
