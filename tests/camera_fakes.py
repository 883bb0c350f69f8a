"""A stand-in for a cv2.VideoCapture, and claims among this process's tests only."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from hardware.claims import Claim, claim_device

# Other tests may run on this computer at the same time.
SCOPE = f"companion-test-{os.getpid()}"


def claim(name: str) -> Claim:
    """Claim a device among this process's tests only."""
    return claim_device(name, SCOPE)


class FakeCapture:
    """A device of a fixed size; can hang, fail, or send what it did not promise.

    `has` are the settings it has, with their values; it tells and keeps only those.
    """

    def __init__(self, size_wh: tuple[int, int] = (64, 48), pace_s: float = 0.005) -> None:
        self.size_wh, self.pace_s = size_wh, pace_s
        self.sends_wh = size_wh
        self.opened, self.released = True, False
        self.hanging = threading.Event()
        self.go_on = threading.Event()
        self.failing = False
        self.number = 0
        self.asked: dict[int, float] = {}
        self.has: dict[int, float] = {}
        self.grey: Callable[[FakeCapture], int] | None = None
        self._rest = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def read(self) -> tuple[bool, Any]:
        if self.hanging.is_set():
            assert self.go_on.wait(10), "the test never let the device go on"
        self._rest.wait(self.pace_s)
        if self.failing:
            return False, None
        self.number += 1
        width, height = self.sends_wh
        grey = self.number % 256 if self.grey is None else self.grey(self)
        return True, np.full((height, width, 3), grey, np.uint8)

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        if prop in self.has:
            self.has[prop] = value
            return True
        return False

    def get(self, prop: int) -> float:
        return {
            cv2.CAP_PROP_FRAME_WIDTH: float(self.size_wh[0]),
            cv2.CAP_PROP_FRAME_HEIGHT: float(self.size_wh[1]),
            cv2.CAP_PROP_FPS: 1 / self.pace_s,
        }.get(prop, self.has.get(prop, 0.0))

    def release(self) -> None:
        self.released = True
