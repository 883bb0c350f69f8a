"""The part every camera shares: used in a `with` block, and what follows from its frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame
from hardware.ports import GLIMPSE_WIDTH_PX, Clock, Glimpse


def small(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture (height, width, ...) at most GLIMPSE_WIDTH_PX across; its own, never a view."""
    height, width = image.shape[:2]
    share = min(1.0, GLIMPSE_WIDTH_PX / width)
    if share == 1.0:
        return image.copy()
    small_wh = max(1, round(width * share)), max(1, round(height * share))
    return np.asarray(cv2.resize(image, small_wh, interpolation=cv2.INTER_AREA), np.uint8)


class Closing(ABC):
    """Something that is closed when its `with` block ends."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what is held; closing twice is fine."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class PlainCamera(Closing):
    """A camera whose frames are all it has: grey and large pictures are made from them."""

    _clock: Clock
    problem = ""  # there is nothing to keep fixed

    @abstractmethod
    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame; see the Camera protocol."""

    def luma(self, newer_than_s: float, wait_s: float) -> Glimpse:
        """Give a frame's brightness, made small; see the Camera protocol."""
        frame = self.frame(newer_than_s, wait_s)
        luma = cv2.cvtColor(small(frame.image_bgr), cv2.COLOR_BGR2GRAY)
        return Glimpse(np.asarray(luma, np.uint8), frame.exposed_at_s)

    def moved(self) -> bool:
        """Always False: its grey pictures are no cheaper than its frames."""
        return False

    def still(self, wait_s: float) -> Frame:
        """Give a frame begun after the call; it has no larger ones."""
        return self.frame(self._clock.now_s(), wait_s)

    def settle(self) -> str:
        """Nothing to settle; see the Camera protocol."""
        return ""
