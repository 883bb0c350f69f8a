"""When the next frame of a computed camera is exposed: never too soon, never older than asked."""

from __future__ import annotations

import math

from companion.errors import CameraError
from companion.flow import Sentence
from hardware.ports import CameraState, Clock


class Pace:
    """The exposures of one camera, one every `period_s` at most."""

    def __init__(self, name: str, clock: Clock, period_s: float) -> None:
        self._name, self._clock, self._period_s = name, clock, period_s
        self._last_s = float("-inf")

    def next_s(self, newer_than_s: float, wait_s: float, state: CameraState) -> float:
        """Wait for the next exposure and say when it is; raises CameraError, see `Camera.frame`."""
        if state is CameraState.ENDED:
            raise camera_closed(self._name)
        now_s = self._clock.now_s()
        after_s = math.nextafter(newer_than_s, math.inf)
        at_s = max(now_s, after_s, self._last_s + self._period_s)
        if at_s - now_s > wait_s:
            raise CameraError(
                CameraState.STOPPED.value,
                Sentence(
                    "camera_no_newer",
                    "The camera {camera} has no newer picture within {wait_s} s; ask again.",
                    camera=self._name,
                    wait_s=f"{wait_s:g}",
                ),
            )
        self._clock.wait_s(at_s - now_s)
        self._last_s = at_s
        return at_s


def camera_closed(name: str) -> CameraError:
    """The error of a camera that was let go."""
    sentence = Sentence("camera_closed", "The camera {camera} is closed.", camera=name)
    return CameraError(CameraState.ENDED.value, sentence)
