"""Equal squares on a plane: how they lie, and a first guess of that from one photograph.

Every marker is a square of the same side.  The tilt of the plane is the one under which their
squares, laid back onto it, come out equal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.lens_prior import LensPrior

Array = NDArray[np.float64]

_TILTS_DEG = np.arange(0.0, 62.0, 3.0)
_AZIMUTHS_DEG = np.arange(0.0, 360.0, 12.0)


def lie_of(corners_mm: Array) -> Array:
    """Middle and angle (x, y, radians) of each square (n, 4, 2), seen as printed."""
    middle = corners_mm.mean(axis=1)
    along = (corners_mm[:, 1] - corners_mm[:, 0]) + (corners_mm[:, 2] - corners_mm[:, 3])
    return np.column_stack([middle, np.arctan2(along[:, 1], along[:, 0])])


def squares_of(lies: Array, side_mm: float) -> Array:
    """Corners (n, 4, 2) of squares that lie so; top-left first, clockwise as printed."""
    half = side_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    sine, cosine = np.sin(lies[:, 2]), np.cos(lies[:, 2])
    turn = np.stack([np.stack([cosine, sine], -1), np.stack([-sine, cosine], -1)], 1)
    return np.asarray(square @ turn + lies[:, None, :2], np.float64)


def rigid_fit(from_mm: Array, to_mm: Array) -> tuple[Array, Array, float]:
    """Turn (2, 2) and shift (2,) so that from @ turn + shift is near to; the worst distance."""
    centre_from, centre_to = from_mm.mean(axis=0), to_mm.mean(axis=0)
    a, b = from_mm - centre_from, to_mm - centre_to
    angle = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    shift = centre_to - centre_from @ turn
    off = np.linalg.norm(from_mm @ turn + shift - to_mm, axis=1)
    return turn, np.asarray(shift, np.float64), float(off.max())


def first_lies(corners_px: Array, side_mm: float, size_wh: tuple[int, int]) -> Array:
    """How markers seen at (n, 4, 2) px lie on their plane: (n, 3) mm, mm, radians."""
    prior = LensPrior.unknown(size_wh)
    rays = np.empty((*corners_px.shape[:2], 3))
    rays[..., :2] = (corners_px - prior.mean[1:3]) / np.exp(prior.mean[0])
    rays[..., 2] = 1.0
    best: tuple[float, Array] = (np.inf, np.empty(0))
    for tilt in np.radians(_TILTS_DEG):
        for azimuth in np.radians(_AZIMUTHS_DEG if tilt > 0 else _AZIMUTHS_DEG[:1]):
            laid = _laid_back(rays, tilt, azimuth)
            if laid is None:
                continue
            cost, scale = _unevenness(laid)
            if cost < best[0]:
                best = cost, laid * (side_mm / scale)
    return lie_of(best[1])


def _laid_back(rays: Array, tilt: float, azimuth: float) -> Array | None:
    """Rays (n, 4, 3) on a tilted plane at distance 1; None when some never meet it."""
    normal = np.array(
        [np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)]
    )
    depth = rays @ normal
    if (depth < 0.2).any():
        return None
    points = rays / depth[..., None]
    right = np.array([1.0, 0.0, 0.0]) - normal * normal[0]
    right /= np.linalg.norm(right)
    down = np.cross(normal, right)
    return np.stack([points @ right, points @ down], axis=-1)


def _unevenness(laid: Array) -> tuple[float, float]:
    """How unlike the squares' sides and diagonals are, and their side."""
    sides = np.linalg.norm(laid - np.roll(laid, 1, axis=1), axis=2)
    diagonals = np.linalg.norm(laid[:, :2] - laid[:, 2:], axis=2) / np.sqrt(2)
    lengths = np.concatenate([sides, diagonals], axis=1)
    return float(np.log(lengths).std()), float(np.exp(np.log(lengths).mean()))
