"""What shows right beside a token and is not the print: it may be a part of another below it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cover import beside
from vision.foreign_types import Strange
from vision.rectify import ring

Array = NDArray[np.float64]

_REACH = 1.15  # of the radius: just beyond the token's own side, within a crescent
_DIRECTIONS = 48
_LEAST_RUN = 7  # directions next to each other: a bit more than fifty degrees
_OWN_REACH = 1.3  # of the radius: what is so near to a known token belongs to it


def adjoin_something(discs_mm: Array, strange: Strange, radius_mm: float) -> list[bool]:
    """Of each token whether a strange colour, or a token's, follows its rim, apart from the others.

    `discs_mm` (n, 2, 2) are their silhouettes: a thick token's own side is nothing beside it.
    """
    if len(discs_mm) == 0:
        return []
    points = beside(discs_mm, ring(_DIRECTIONS), _REACH * radius_mm)
    odd = strange.may_cover(points.reshape(-1, 2)).reshape(points.shape[:-1])
    # Of what the others may own only those are asked that something follows at all.
    rows = np.flatnonzero(_run_round(odd, _LEAST_RUN))
    others_mm = discs_mm.reshape(-1, 2)
    away = points[rows, :, None] - others_mm
    near = (away * away).sum(axis=-1) <= (_OWN_REACH * radius_mm) ** 2
    near &= (np.arange(len(others_mm)) // 2 != rows[:, None])[:, None]
    beside_it = np.zeros(len(discs_mm), bool)
    beside_it[rows] = _run_round(odd[rows] & ~near.any(axis=-1), _LEAST_RUN)
    return list(map(bool, beside_it))


def _run_round(flags: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Of each row (n, m), closed to a circle, whether so many in a row are set."""
    count = flags.shape[1]
    closed = np.concatenate([flags, flags[:, : length - 1]], axis=1)
    run = flags.copy()
    for step in range(1, length):
        run &= closed[:, step : step + count]
    return np.asarray(run.any(axis=1))
