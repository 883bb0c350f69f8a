"""Fixes exposure, white balance and focus of a USB camera, where it has them.

The automatics run while pictures are read; then each is switched off with the value that it had.
Many webcams don't tell the exposure that their automatics chose: when fixing it changes the
brightness of the picture, its automatics are left on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sentences import not_kept

SETTLE_S = 1.5
# Pictures until a setting shows; drivers keep up to four of them ready.
FRAMES_UNTIL_SET = 6
_MOST_BRIGHTER = 0.15


class Settings(Protocol):
    """The settings of a cv2.VideoCapture."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        """Ask for a setting: whether the device has it."""

    def get(self, propId: int) -> float:  # noqa: N803
        """Read a setting back."""


@dataclass(frozen=True, slots=True)
class _Automatic:
    """A switch of Video4Linux, its two positions, and the value that it governs."""

    words: str
    switch: int
    on: float
    off: float
    value: int


_EXPOSURE = _Automatic("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, cv2.CAP_PROP_EXPOSURE)
_OTHERS = (
    _Automatic("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, cv2.CAP_PROP_WB_TEMPERATURE),
    _Automatic("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, cv2.CAP_PROP_FOCUS),
)


class UsbSettling:
    """One measurement: made when the automatics are let go, fed each picture until done."""

    def __init__(self, settings: Settings, now_s: float) -> None:
        self._settings, self._until_s = settings, now_s + SETTLE_S
        everything = (_EXPOSURE, *_OTHERS)
        self._had = [a for a in everything if settings.set(a.switch, a.on)]
        self._frames_left = FRAMES_UNTIL_SET
        self._fixed_from: float | None = None
        self.problem = ""
        self.done = not self._had

    def feed(self, image_bgr: NDArray[np.uint8], now_s: float) -> None:
        """Take the newest picture (height, width, 3)."""
        if self.done or now_s < self._until_s:
            return
        brightness = float(image_bgr[::8, ::8].mean())
        if self._fixed_from is None:
            self._fixed_from = brightness
            loose = [a.words for a in self._had if not _fix(self._settings, a)]
            if loose:
                self.problem = not_kept(tuple(loose))
            return
        self._frames_left -= 1
        if self._frames_left > 0:
            return
        self.done = True
        if _EXPOSURE in self._had and _differ(self._fixed_from, brightness):
            self._settings.set(_EXPOSURE.switch, _EXPOSURE.on)
            self.problem = not_kept((_EXPOSURE.words,))


def _fix(settings: Settings, automatic: _Automatic) -> bool:
    """Switch off with the value it had; whether both are kept."""
    value = settings.get(automatic.value)
    switched: Any = settings.set(automatic.switch, automatic.off)
    settings.set(automatic.value, value)
    return bool(switched) and settings.get(automatic.value) == value


def _differ(before: float, after: float) -> bool:
    return abs(after - before) > _MOST_BRIGHTER * max(before, 1.0)
