"""Grey pictures, made only as far as somebody looks at them: most of a frame need not be."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MOST_REACH_PX, Marker

Gray = NDArray[np.uint8]

# A tracked corner moves no farther than the window reaches that it is refined from.
_MARGIN_PX = 2 * MOST_REACH_PX + 4


def to_gray(image_bgr: NDArray[np.uint8]) -> Gray:
    """A grey picture (height, width) uint8 of a BGR one."""
    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)


class Graying:
    """Makes frames of one camera grey around markers; the memory for it is kept."""

    def __init__(self) -> None:
        self._gray: Gray = np.zeros((0, 0), np.uint8)

    def around(self, image_bgr: NDArray[np.uint8], markers: Sequence[Marker]) -> Gray:
        """A grey picture (height, width) that holds the frame around the markers, and no more.

        The next call overwrites it.
        """
        height, width = image_bgr.shape[:2]
        if self._gray.shape != (height, width):
            self._gray = np.zeros((height, width), np.uint8)
        for marker in markers:
            left, top, right, bottom = marker.bounds_px
            rows = slice(max(top - _MARGIN_PX, 0), bottom + _MARGIN_PX)
            columns = slice(max(left - _MARGIN_PX, 0), right + _MARGIN_PX)
            cv2.cvtColor(image_bgr[rows, columns], cv2.COLOR_BGR2GRAY, self._gray[rows, columns])
        return self._gray
