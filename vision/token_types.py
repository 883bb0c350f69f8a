"""A token as the reader sees it, before it becomes a sighting."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenToken:
    """One token.

    `kind` indexes the art's names, None when hidden too far; `kinds` are the probabilities by
    name, most likely first.  `centre_mm` of the footprint and its `sigma_mm` (of the fit
    alone), `angle_rad` clockwise, `level` 0 on the board, 1 on another token.  `correlation`
    over the visible part, `visible` that part's share (0..1), `rim` the share of the visible
    rim with an edge.  `why` says in words what keeps the kind from being told, or is empty.
    """

    kind: int | None
    kinds: tuple[tuple[str, float], ...]
    centre_mm: tuple[float, float]
    angle_rad: float
    sigma_mm: float
    level: int
    correlation: float
    visible: float
    rim: float
    why: str = ""

    def distance_mm(self, other: SeenToken) -> float:
        """Distance between the two footprints' centres."""
        return math.dist(self.centre_mm, other.centre_mm)
