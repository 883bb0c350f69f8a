"""Where could a token lie?  Rim evidence at the tokens' known radius, whatever their art.

The flattened picture's multi-channel structure tensor (Di Zenzo 1986) is normalised, so that a
faint rim counts like a strong one, and gathered around rings of the token's radius: a place
scores the share of its rim that has an edge pointing along the radius.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Grid, around, sample
from vision.tiles import Tiles, enlarged, padded

Array = NDArray[np.float64]
Plane = NDArray[np.float32]
Points = NDArray[np.floating]

RADIUS_PX = 9  # the raster is chosen so that a token has this radius
LEAST_SHARE = 0.15
MOST_CANDIDATES = 56
_SAMPLES = 48  # along a rim
_RIM_WIDTH_PX = 0.5  # at half the resolution
_EDGE_FLOOR = 12.0  # grey levels a pixel: gradients well below this are noise
_SUM = np.ones(3, np.float32)


@dataclass(frozen=True)
class RimEvidence:
    """Normalised structure tensor (height, width, 3: xx, xy, yy) on a raster over the board.

    `half` is the same at half the resolution, if that is known already.
    """

    tensor: Plane
    grid: Grid
    samples: int = _SAMPLES
    half: RimEvidence | None = None

    def halved(self) -> RimEvidence:
        """The same at half the resolution and with half the samples: blunter and quicker."""
        return self.half or self._own_half

    @cached_property
    def _own_half(self) -> RimEvidence:
        height, width = self.tensor.shape[:2]
        half = cv2.resize(self.tensor, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        return RimEvidence(np.asarray(half, np.float32), self.grid.halved(), self.samples // 2)

    def places(self, radius_mm: float) -> tuple[Array, Array]:
        """The best places (n, 2) mm and the shares of their rims with an edge, best first.

        Peaks are found at half the resolution; the shares are taken on the full one.
        """
        half = self.halved()
        score = half._score_map()
        highest = cv2.dilate(score, np.ones((5, 5), np.uint8))
        peaks = (score == highest) & (score > LEAST_SHARE)
        peaks[[0, -1]] = peaks[:, [0, -1]] = False
        rows, columns = np.divmod(np.flatnonzero(peaks), score.shape[1])
        order = np.argsort(-score[rows, columns], kind="stable")[:MOST_CANDIDATES]
        rows, columns = rows[order], columns[order]
        shift_x = _vertex(*(score[rows, columns + i] for i in (-1, 0, 1)))
        shift_y = _vertex(*(score[rows + i, columns] for i in (-1, 0, 1)))
        pixels = np.column_stack([columns + shift_x, rows + shift_y])
        places_mm = half.grid.to_mm(pixels)
        rims = self._radial(places_mm, radius_mm).mean(axis=1).astype(np.float64)
        order = np.argsort(-rims, kind="stable")
        return places_mm[order], rims[order]

    def _score_map(self) -> Plane:
        """The share of the rim with an edge for a token centred on each pixel (half size).

        Beyond the raster nothing has an edge.
        """
        height, width = self.tensor.shape[:2]
        spectra = _ring_spectra(RADIUS_PX / 2, height, width)
        below, right = (
            full - own for full, own in zip(spectra[0].shape, (height, width), strict=True)
        )
        total = np.zeros_like(spectra[0])
        for part, spectrum in zip(cv2.split(self.tensor), spectra, strict=True):
            padded = cv2.copyMakeBorder(part, 0, below, 0, right, cv2.BORDER_CONSTANT, value=0.0)
            total += cv2.mulSpectrums(cv2.dft(padded), spectrum, 0)
        score = cv2.dft(total, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
        return np.asarray(score[:height, :width], np.float32)

    def _radial(self, centres_mm: Array, radius_mm: float) -> Plane:
        """Strength of radial edges along each rim (n, samples)."""
        normals, weights = _normals(self.samples)
        offsets_px = normals * np.float32(radius_mm * self.grid.px_per_mm)
        places = around(self.grid.to_px(centres_mm).astype(np.float32), offsets_px)
        return np.asarray((sample(self.tensor, places) * weights) @ _SUM, np.float32)

    def rim_scores(
        self, centres_mm: Array, radius_mm: float, hides: Callable[[Points], NDArray[np.bool_]]
    ) -> tuple[Array, Array]:
        """Scores over the visible part of the rims, and how large that part is (0..1).

        `centres_mm` (n, 2); `hides` says of points (..., 2) mm whether something covers them.
        """
        normals, _ = _normals(self.samples)
        rims_mm = around(centres_mm.astype(np.float32), normals * np.float32(radius_mm))
        seen = (~hides(rims_mm)).astype(np.float32)
        count = seen @ np.ones(self.samples, np.float32)
        score = np.einsum("ns,ns->n", self._radial(centres_mm, radius_mm), seen)
        score /= np.maximum(count, 1)
        return score.astype(np.float64), (count / self.samples).astype(np.float64)


def rim_evidence(flat_bgr: NDArray[np.uint8], grid: Grid) -> RimEvidence:
    """The evidence in a flattened picture (height, width, 3) whose raster is `grid`."""
    return RimEvidence(_tensor(flat_bgr), grid)


def rim_evidence_in(
    tiles: Tiles, where: NDArray[np.bool_], flat_bgr: NDArray[np.uint8], grid: Grid
) -> RimEvidence:
    """The same in some tiles of the raster only.

    `where` is a mask of half the resolution, which the tiles cover: elsewhere nothing has an edge.
    """
    around = _tensor(tiles.taken_with_edges(flat_bgr))
    asked = tiles.taken(padded(where.view(np.uint8), 0.5))
    own = cv2.copyTo(tiles.without_edges(around), enlarged(asked, 2))
    half = cv2.resize(own, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    halved = RimEvidence(tiles.on_nothing(half), grid.halved(), _SAMPLES // 2)
    return RimEvidence(tiles.on_nothing(own), grid, half=halved)


def _tensor(picture_bgr: NDArray[np.uint8]) -> Plane:
    """The normalised structure tensor (height, width, 3) of a picture."""
    slope_x = cv2.Sobel(picture_bgr, cv2.CV_32F, 1, 0)
    slope_y = cv2.Sobel(picture_bgr, cv2.CV_32F, 0, 1)
    ones = np.ones((1, 3), np.float32)
    parts = [
        cv2.transform(cv2.multiply(one, other), ones)
        for one, other in ((slope_x, slope_x), (slope_x, slope_y), (slope_y, slope_y))
    ]
    strength = parts[0] + parts[2] + np.float32(3 * _EDGE_FLOOR**2)
    return np.asarray(cv2.merge([cv2.divide(part, strength) for part in parts]), np.float32)


def board_grid(size_mm: tuple[float, float], radius_mm: float) -> Grid:
    """The raster over a board and a token's width around it."""
    margin = 2 * radius_mm
    return Grid.over(
        (-margin, -margin), (size_mm[0] + margin, size_mm[1] + margin), RADIUS_PX / radius_mm
    )


@lru_cache(maxsize=4)
def _normals(samples: int) -> tuple[Plane, Plane]:
    """Unit vectors (samples, 2) all round, and what of a tensor (samples, 3) lies along them."""
    angle = np.linspace(0, 2 * np.pi, samples, endpoint=False)
    x, y = np.cos(angle), np.sin(angle)
    normals, weights = np.stack([x, y], axis=1), np.stack([x * x, 2 * x * y, y * y], axis=1)
    return normals.astype(np.float32), weights.astype(np.float32)


@lru_cache(maxsize=4)
def _ring_spectra(radius_px: float, height: int, width: int) -> tuple[Plane, Plane, Plane]:
    """The ring's kernels, transformed: that many of them beat summing over so large a ring.

    They are of the size that transforms fastest and leaves the ring room beside the raster.
    """
    kernels = _ring_kernels(radius_px)
    reach = len(kernels[0]) // 2
    size = cv2.getOptimalDFTSize(height + reach), cv2.getOptimalDFTSize(width + reach)

    def spectrum(kernel: Plane) -> Plane:
        padded = np.zeros(size, np.float32)
        padded[: len(kernel), : len(kernel)] = kernel
        return np.asarray(cv2.dft(np.roll(padded, (-reach, -reach), (0, 1))), np.float32)

    first, second, third = map(spectrum, kernels)
    return first, second, third


def _ring_kernels(radius_px: float) -> tuple[Plane, Plane, Plane]:
    reach = math.ceil(radius_px + 2)
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    distance = np.hypot(across, down) + 1e-9
    ring = np.exp(-0.5 * ((distance - radius_px) / _RIM_WIDTH_PX) ** 2)
    ring /= ring.sum()
    across, down = across / distance, down / distance
    parts = (ring * across**2, ring * 2 * across * down, ring * down**2)
    return parts[0].astype(np.float32), parts[1].astype(np.float32), parts[2].astype(np.float32)


def _vertex(before: Plane, middle: Plane, after: Plane) -> Array:
    """Offset (-0.5..0.5) of the top of a parabola through three neighbours."""
    bend = np.maximum(2 * middle - before - after, 1e-6)
    return np.asarray(np.clip((after - before) / 2 / bend, -0.5, 0.5), np.float64)
