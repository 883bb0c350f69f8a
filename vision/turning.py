"""Rings of samples against pictures at every turn: what turns is a wave along the ring.

A turn shifts the waves' phases only, so that all turns of a picture come from one product a wave.
Rings are so short that a product with a matrix makes waves of them sooner than a fast transform.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Waves = NDArray[np.complex64]

ANGLES = 64
_WAVES = ANGLES // 2 + 1


def waves_of(pictures: Plane) -> Waves:
    """Rings of pictures (kinds, rings, ANGLES) for `at_every_turn`: (waves, rings, kinds)."""
    return np.ascontiguousarray(np.conj(_waves(pictures)).transpose(2, 1, 0))


def at_every_turn(samples: Plane, pictures: Waves) -> Plane:
    """Sums over all samples (n, rings, ANGLES) times each picture's: (n, kinds, turns)."""
    products = np.matmul(_waves(samples).transpose(2, 0, 1), pictures)
    each = np.ascontiguousarray(products.transpose(1, 2, 0)).view(np.float32)
    turned = each.reshape(-1, 2 * _WAVES) @ _to_samples()
    return np.asarray(turned.reshape(*each.shape[:2], ANGLES), np.float32)


def _waves(samples: Plane) -> Waves:
    """Samples (..., ANGLES) as waves (..., waves)."""
    waves = np.asarray(samples, np.float32).reshape(-1, ANGLES) @ _to_waves()
    return np.asarray(waves.view(np.complex64).reshape(*samples.shape[:-1], _WAVES))


@cache
def _to_waves() -> Plane:
    """The discrete Fourier transform of real samples, (ANGLES, 2 * waves): real, imaginary."""
    waves = np.exp(-2j * np.pi / ANGLES * np.outer(np.arange(ANGLES), np.arange(_WAVES)))
    return np.ascontiguousarray(waves.view(np.float64), np.float32)


@cache
def _to_samples() -> Plane:
    """What turns that back, (2 * waves, ANGLES)."""
    whole = np.full((_WAVES, 1), 2 / ANGLES)
    whole[[0, -1]] = 1 / ANGLES  # the only waves that have no mirrored twin
    return np.ascontiguousarray(_to_waves().T * whole.repeat(2, axis=0), np.float32)
