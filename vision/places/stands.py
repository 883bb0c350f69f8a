"""Points at which pieces may lie, of several boards that are read together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.places.patches import moved_mm

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Stands:
    """Points (n) where tops of pieces may be.

    `boards` (n,) the number of the board; `centres_mm` (n, 2) on that board; `up_deg` (n,) in
    which direction an upright piece points there; `heights_mm` (n,) above the board.
    """

    boards: Numbers
    centres_mm: Array
    up_deg: Array
    heights_mm: Array

    @staticmethod
    def of(
        boards: Sequence[int],
        centres_mm: Sequence[tuple[float, float]],
        up_deg: Sequence[float],
        heights_mm: Sequence[float],
    ) -> Stands:
        """Stands of plain numbers."""
        return Stands(
            np.array(boards, np.int64),
            np.array(centres_mm, np.float64).reshape(-1, 2),
            np.array(up_deg, np.float64),
            np.array(heights_mm, np.float64),
        )

    def __len__(self) -> int:
        return len(self.boards)

    def chosen(self, which: NDArray[Any] | slice) -> Stands:
        """Only those of the indices `which`."""
        return Stands(
            self.boards[which], self.centres_mm[which], self.up_deg[which], self.heights_mm[which]
        )

    def laid(self, lie: Array) -> Stands:
        """The same shifted and turned by `lie` (n, 3 or more): mm, mm in the upright frame of
        each, radians.
        """
        centres = moved_mm(self.centres_mm, self.up_deg, lie[:, :2])
        return Stands(self.boards, centres, self.up_deg + np.degrees(lie[:, 2]), self.heights_mm)
