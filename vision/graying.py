"""Grey pictures, made only as far as somebody looks at them: most of a frame need not be."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Marker

Gray = NDArray[np.uint8]

# A tracked corner is refined from a dozen pixels around it and moves no farther than half of them.
_MARGIN_PX = 24


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
            low = np.floor(marker.corners_px.min(axis=0)).astype(int) - _MARGIN_PX
            high = np.ceil(marker.corners_px.max(axis=0)).astype(int) + _MARGIN_PX
            left, top = np.maximum(low, 0).tolist()
            right, bottom = np.minimum(high, (width, height)).tolist()
            part = image_bgr[top:bottom, left:right]
            cv2.cvtColor(part, cv2.COLOR_BGR2GRAY, dst=self._gray[top:bottom, left:right])
        return self._gray
