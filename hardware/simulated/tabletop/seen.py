"""What a camera sees of a table: light, and what each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.paint import Picture
from hardware.simulated.tabletop.rays import Window

HAND = 32_000


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture in linear light, and for each pixel what it mostly shows and how it shines.

    `owner` is 1 + number for the upper side of a piece, -1 - number for a board's face, HAND
    for a hand, else 0.  `shine` is the part of the light that is the lamp's mirror image, on
    boards and pieces.  A part of a picture begins at `at_xy` of the whole; windows are the whole's.
    """

    light_bgr: Picture
    owner: NDArray[np.int16]
    shine: NDArray[np.float16]
    at_xy: tuple[int, int] = (0, 0)

    @staticmethod
    def blank(size_wh: tuple[int, int], at_xy: tuple[int, int] = (0, 0)) -> Seen:
        """A picture to be painted."""
        width, height = size_wh
        return Seen(
            np.zeros((height, width, 3), np.float32),
            np.zeros((height, width), np.int16),
            np.zeros((height, width), np.float16),
            at_xy,
        )

    def light_in(self, window: Window) -> Picture:
        """The light of a window, to be read or painted."""
        return self.light_bgr[self._rows_columns(window)]

    def _rows_columns(self, window: Window) -> tuple[slice, slice]:
        left, top, width, height = window
        x, y = left - self.at_xy[0], top - self.at_xy[1]
        return slice(y, y + height), slice(x, x + width)

    def claim(
        self, window: Window, where: NDArray[np.bool_], owner: int, shine: NDArray[np.floating]
    ) -> None:
        """Say what some pixels of a window show, and how much they shine."""
        at = self._rows_columns(window)
        self.owner[at][where] = owner
        self.shine[at][where] = shine[where]
