"""A camera that is opened when frames are asked for, and again after it failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.devices.device_words import CAMERA_STARTS
from companion.errors import CameraError
from companion.flow import Frame
from hardware.ports import Camera, CameraState, Clock

AGAIN_AFTER_S = 2.0
# A camera that says it stopped may only have missed one frame; after this many it is reopened.
FAILURES = 3
T = TypeVar("T")


class ReopeningCamera:
    """Keeps the table alive without its camera: each attempt's sentence is what people see.

    `open_camera` raises CameraError while there is none; it is tried at most every two seconds.
    """

    def __init__(self, open_camera: Callable[[], Camera], clock: Clock) -> None:
        self._open, self._clock = open_camera, clock
        self._camera: Camera | None = None
        self._failures = 0
        self._tried_at_s = float("-inf")
        self._why = CameraError(CameraState.STARTING.value, CAMERA_STARTS)

    @property
    def problem(self) -> str:
        """What the open camera can't keep fixed, see the Camera protocol; from any thread."""
        camera = self._camera
        return camera.problem if camera is not None else ""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame, see the Camera protocol; opens the camera when it is not."""
        return self._taken(lambda camera: camera.frame(newer_than_s, wait_s))

    def still(self, wait_s: float) -> Frame:
        """Give a picture of full size, see the Camera protocol; opens the camera first."""
        return self._taken(lambda camera: camera.still(wait_s))

    def moved(self) -> bool:
        """Say whether something moved in view, see the Camera protocol."""
        return self._camera is not None and self._camera.moved()

    def settle(self) -> str:
        """Measure and fix light and focus, see the Camera protocol; opens the camera first."""
        return self._taken(lambda camera: camera.settle())

    def close(self) -> None:
        """Let the device go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _taken(self, take: Callable[[Camera], T]) -> T:
        """What the camera gives; after some failures in a row it is closed."""
        camera = self._camera or self._reopen()
        try:
            taken = take(camera)
        except CameraError as error:
            self._failures += 1
            self._why = error
            if self._failures >= FAILURES:
                self.close()
            raise
        self._failures = 0
        return taken

    def _reopen(self) -> Camera:
        now_s = self._clock.now_s()
        if now_s - self._tried_at_s < AGAIN_AFTER_S:
            raise self._why
        self._tried_at_s, self._failures = now_s, 0
        try:
            self._camera = self._open()
        except CameraError as error:
            self._why = error
            raise
        return self._camera
