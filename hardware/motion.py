"""Whether anything moves in the small grey pictures of a camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

# Means of blocks about that many pixels wide: noise is gone from them, a token's edge is not.
BLOCK_PX = 8
# A block that becomes that much brighter or darker than the picture as a whole has changed.
STEP = 6.0
FEWEST_BLOCKS = 3


class Motion:
    """Compares each grey picture (height, width) uint8 with the one before it."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None

    def forget(self) -> None:
        """Take the next picture as the first."""
        self._last = None

    def moved(self, luma: NDArray[np.uint8]) -> bool:
        """Whether something moved since the last picture; never in the first.

        A lamp that flickers changes the whole picture alike, and is no motion.
        """
        height, width = luma.shape
        blocks_wh = max(1, width // BLOCK_PX), max(1, height // BLOCK_PX)
        means = cv2.resize(luma, blocks_wh, interpolation=cv2.INTER_AREA)
        now = np.asarray(means, np.float32)
        last, self._last = self._last, now
        if last is None or last.shape != now.shape:
            return False
        change = now - last
        return int((np.abs(change - np.median(change)) > STEP).sum()) >= FEWEST_BLOCKS
