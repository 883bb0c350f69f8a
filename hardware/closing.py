"""The part every camera shares: used in a `with` block, and what follows from its frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.flow import Frame
from hardware.ports import GLIMPSE_WIDTH_PX, Clock, Glimpse


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

    @abstractmethod
    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame; see the Camera protocol."""

    def luma(self, newer_than_s: float, wait_s: float) -> Glimpse:
        """Give a frame's brightness, made small; see the Camera protocol."""
        frame = self.frame(newer_than_s, wait_s)
        width, height = frame.size_wh
        share = min(1.0, GLIMPSE_WIDTH_PX / width)
        small_wh = max(1, round(width * share)), max(1, round(height * share))
        small_bgr = cv2.resize(frame.image_bgr, small_wh, interpolation=cv2.INTER_AREA)
        luma = np.asarray(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
        return Glimpse(luma, frame.exposed_at_s)

    def moved(self) -> bool:
        """Always False: its grey pictures are no cheaper than its frames."""
        return False

    def still(self, wait_s: float) -> Frame:
        """Give a frame begun after the call; it has no larger ones."""
        return self.frame(self._clock.now_s(), wait_s)

    def settle(self) -> str:
        """Nothing to settle; see the Camera protocol."""
        return ""
