"""Where a picture is highest, and which of several values of the same owner come first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
Plane = NDArray[np.float32]

_OF_BEST = 0.45


def peaks(means: Plane, least: float, apart_px: float, most: Numbers) -> tuple[Numbers, Numbers]:
    """Where pictures (m, height, width) are highest, none near a better one: the numbers of the
    pictures (n,) and the pixels (n, 2) x, y; of each picture at most so many (m,), best first.
    """
    count, height, width = means.shape
    floor = np.maximum(np.float32(least), np.float32(_OF_BEST) * means.max(axis=(1, 2)))
    reach = int(np.ceil(apart_px))
    wide = width + 2 * reach
    left = np.zeros((count, height + 2 * reach, wide), np.float32)
    high = means > floor[:, None, None]
    left[:, reach : reach + height, reach : reach + width] = np.where(high, means, 0)
    flat = left.reshape(count, wide * (height + 2 * reach))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    near = np.hypot(x, y) < apart_px
    disc = (y * wide + x)[near]
    owners, pixels = [], []
    open_ = np.arange(count)
    for number in range(int(most.max(initial=0))):
        open_ = open_[most[open_] > number]
        best = flat[open_].argmax(axis=1)
        some = flat[open_, best] > 0
        open_, best = open_[some], best[some]
        if not len(open_):
            break
        owners.append(open_)
        pixels.append(np.column_stack([best % wide - reach, best // wide - reach]))
        flat[open_[:, None], best[:, None] + disc] = 0
    if not owners:
        return np.empty(0, np.int64), np.empty((0, 2), np.int64)
    every = np.concatenate(owners)
    order = np.argsort(every, kind="stable")
    return every[order], np.concatenate(pixels)[order]


def with_others(
    spots: tuple[Numbers, Numbers], others: tuple[Numbers, Numbers], apart_px: float
) -> tuple[Numbers, Numbers]:
    """Spots of pictures as of `peaks`, and those of the others that are not near any of them."""
    if not len(others[0]):
        return spots
    away = np.hypot(*(others[1][:, None] - spots[1][None]).transpose(2, 0, 1))
    away[others[0][:, None] != spots[0][None]] = np.inf
    far = away.min(axis=1, initial=np.inf) > apart_px
    owners = np.concatenate([spots[0], others[0][far]])
    order = np.argsort(owners, kind="stable")
    return owners[order], np.vstack([spots[1], others[1][far]])[order]


def ranks(values: Array, owners: Numbers) -> Numbers:
    """For each value how many of the same owner are smaller."""
    order = np.lexsort((values, owners))
    starts = np.flatnonzero(np.diff(owners[order], prepend=-1))
    sizes = np.diff(starts, append=len(order))
    found = np.empty(len(order), np.int64)
    found[order] = np.arange(len(order)) - np.repeat(starts, sizes)
    return found
