"""A camera that is opened when frames are asked for, and again after it failed."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CameraError
from companion.flow import Frame
from hardware.ports import Camera, CameraState, Clock

AGAIN_AFTER_S = 2.0
# A camera that says it stopped may only have missed one frame; after this many it is reopened.
FAILURES = 3


class ReopeningCamera:
    """Keeps the table alive without its camera: each attempt's sentence is what people see.

    `open_camera` raises CameraError while there is none; it is tried at most every two seconds.
    """

    def __init__(self, open_camera: Callable[[], Camera], clock: Clock) -> None:
        self._open, self._clock = open_camera, clock
        self._camera: Camera | None = None
        self._failures = 0
        self._tried_at_s = float("-inf")
        self._why = CameraError(CameraState.STARTING.value, "the camera is starting")

    @property
    def problem(self) -> str:
        """What the open camera can't keep fixed, see the Camera protocol; from any thread."""
        camera = self._camera
        return camera.problem if camera is not None else ""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame, see the Camera protocol; opens the camera when it is not."""
        camera = self._camera or self._reopen()
        try:
            frame = camera.frame(newer_than_s, wait_s)
        except CameraError as error:
            self._failures += 1
            self._why = error
            if self._failures >= FAILURES:
                self.close()
            raise
        self._failures = 0
        return frame

    def moved(self) -> bool:
        """Say whether something moved in view, see the Camera protocol."""
        return self._camera is not None and self._camera.moved()

    def settle(self) -> str:
        """Measure and fix light and focus, see the Camera protocol; opens the camera first."""
        return (self._camera or self._reopen()).settle()

    def close(self) -> None:
        """Let the device go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

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
