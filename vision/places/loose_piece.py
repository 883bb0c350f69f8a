"""One small piece, found anywhere in a place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.ground import turning

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Loose:
    """A small piece that was found, with what else it may be.

    `kinds` are costs by kind index, best first; `before` is the mean cost of there being nothing
    (0..MOST_SQUARE), `cost` that of the best fit, both over `area_mm2`.
    """

    family: Family
    bank: Bank
    centre_mm: tuple[float, float]
    up_deg: float
    row: int
    cost: float
    misfit: float
    before: float
    kinds: tuple[tuple[int, float], ...]
    height_mm: float

    @property
    def outline_mm(self) -> Array:
        """The outline around the middle, as the piece lies."""
        return np.asarray(np.array(self.family.outline_mm) @ turning(self.up_deg), np.float64)

    @property
    def radius_mm(self) -> float:
        """Radius of a disc of the piece's area."""
        return float(np.sqrt(self.bank.area_mm2 / np.pi))

    @property
    def gained(self) -> float:
        """By how much the piece explains better what is seen: cost times mm2."""
        return (self.before - self.cost) * self.bank.area_mm2
