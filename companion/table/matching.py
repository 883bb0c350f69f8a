"""Which things on a table are the same as before: nearest pairs within reach."""

from __future__ import annotations

import math
from collections.abc import Sequence

PointMm = tuple[float, float]


def pair_up(
    before_mm: Sequence[PointMm], after_mm: Sequence[PointMm], reach_mm: float
) -> tuple[tuple[int, int], ...]:
    """Pair places that lie within `reach_mm`, nearest first, each place used once.

    Returns pairs (index before, index after), sorted by the first.
    """
    close = sorted(
        (distance, i, j)
        for i, before in enumerate(before_mm)
        for j, after in enumerate(after_mm)
        if (distance := math.dist(before, after)) <= reach_mm
    )
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, i, j in close:
        if i not in pairs and j not in used:
            pairs[i] = j
            used.add(j)
    return tuple(sorted(pairs.items()))
