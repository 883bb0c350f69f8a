"""A webcam that is none: it sends grey pictures until it is unplugged or hangs.

Its light can be fixed, as a webcam's usually can.

For measuring how soon a lost camera is noticed, on machines without one.
"""

from __future__ import annotations

import threading
from typing import Any

import cv2
import numpy as np

_PERIOD_S = 1 / 30
_LONGEST_HANG_S = 60.0


class PretendWebcam:
    """What UsbCamera opens as a capture; whoever measures unplugs it or has it `hang`."""

    def __init__(self, size_wh: tuple[int, int] = (640, 480)) -> None:
        self._size_wh = size_wh
        self._period = threading.Event()
        self._settings = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 157.0}
        self.settings_made = threading.Event()
        self.unplugged = threading.Event()
        self.answers = threading.Event()
        self.answers.set()

    def open(self, device: int | str) -> PretendWebcam:
        """Open it, see hardware.camera_usb.OpenCapture."""
        return self

    def exists(self, device: int | str) -> bool:
        """Whether the device is there."""
        return not self.unplugged.is_set()

    def hang(self, hangs: bool) -> None:
        """Have reads wait for ever, or go on."""
        if hangs:
            self.answers.clear()
        else:
            self.answers.set()

    def isOpened(self) -> bool:  # noqa: N802
        """Whether it can be opened now."""
        return not self.unplugged.is_set()

    def read(self) -> tuple[bool, Any]:
        """Wait for the next picture."""
        self.answers.wait(_LONGEST_HANG_S)
        self._period.wait(_PERIOD_S)
        if self.unplugged.is_set():
            return False, None
        width, height = self._size_wh
        return True, np.full((height, width, 3), 128, np.uint8)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        """It has an exposure and its automatics, and nothing else."""
        has = propId in self._settings
        if has:
            self._settings[propId] = value
            self.settings_made.set()
        return has

    def get(self, propId: int) -> float:  # noqa: N803
        """Its size and rate."""
        width, height = self._size_wh
        return {
            cv2.CAP_PROP_FRAME_WIDTH: float(width),
            cv2.CAP_PROP_FRAME_HEIGHT: float(height),
            cv2.CAP_PROP_FPS: 1 / _PERIOD_S,
        }.get(propId, self._settings.get(propId, 0.0))

    def release(self) -> None:
        """Nothing is held."""
