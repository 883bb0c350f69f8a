"""Where a picture is highest, and which of several values of the same owner come first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
Plane = NDArray[np.float32]

_OF_BEST = 0.45


def peaks(means: Plane, least: float, apart_px: float, most: int) -> Numbers:
    """The pixels (n, 2) where a picture is highest, none near a better one, at most so many."""
    rows, columns = np.nonzero(means > max(least, _OF_BEST * float(means.max())))
    order = np.argsort(-means[rows, columns], kind="stable")
    left = np.column_stack([columns, rows])[order]
    kept: list[Numbers] = []
    while len(left) and len(kept) < most:
        kept.append(left[0])
        left = left[np.hypot(*(left - left[0]).T) >= apart_px]
    return np.array(kept)


def with_others(pixels: Numbers, others: Numbers, apart_px: float) -> Numbers:
    """Pixels (n, 2), and those of the others that are not near any of them."""
    if not len(others):
        return pixels
    away = np.hypot(*(others[:, None] - pixels[None]).transpose(2, 0, 1)).min(axis=1)
    return np.vstack([pixels, others[away > apart_px]])


def ranks(values: Array, owners: Numbers) -> Numbers:
    """For each value how many of the same owner are smaller."""
    order = np.lexsort((values, owners))
    starts = np.flatnonzero(np.diff(owners[order], prepend=-1))
    sizes = np.diff(starts, append=len(order))
    found = np.empty(len(order), np.int64)
    found[order] = np.arange(len(order)) - np.repeat(starts, sizes)
    return found
