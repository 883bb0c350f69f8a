"""What a photograph tells of a board before anything is worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm

Array = NDArray[np.float64]
Seen = Mapping[int, Array]  # marker id to corners (4, 2) px


@dataclass(frozen=True)
class Photographed:
    """The markers seen in one photograph of `size_wh`."""

    seen: Seen
    size_wh: tuple[int, int]


@dataclass(frozen=True)
class Outline:
    """The board's corners in the first photograph (4, 2) px, clockwise from its top-left, and
    its measured size in mm.
    """

    corners_px: Array
    size_mm: tuple[float, float]

    @property
    def corners_mm(self) -> Array:
        """Where they lie on the board."""
        width, height = self.size_mm
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def outline_of(corners_px: Sequence[PointMm], size_mm: tuple[float, float]) -> Outline:
    """An outline from plain numbers."""
    return Outline(np.array(corners_px, np.float64), size_mm)
