"""One place as understood."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vision.places.base import Guess
from vision.places.content import Content
from vision.places.decide import Weighed, weigh
from vision.places.spots import Spot


@dataclass(frozen=True)
class SpotRead:
    """One place as understood: content, its best rival, all that may lie lowest.

    `floor_mm` is how high the place itself lies: on the board, or on a piece.
    """

    spot: Spot
    content: Content
    rival: Content | None
    guesses: tuple[Guess, ...]
    floor_mm: float

    @cached_property
    def weighed(self) -> Weighed:
        """What the content is worth."""
        bank = self.content.base.bank
        area = float(bank.sizes[self.content.base.row]) / bank.px_per_mm**2
        return weigh(self.content, self.guesses, self.rival, area)
