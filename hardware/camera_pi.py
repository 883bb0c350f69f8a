"""The Raspberry Pi camera through picamera2, the only file that imports it.

What picamera2 does that this file guards against: a bare capture waits for ever, so every
capture has a number; formats are silently replaced, so the configuration is read back; a
capture may hand out a frame begun before the call, so its time is compared.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from companion.errors import CameraError
from companion.flow import Frame
from hardware.closing import Closing
from hardware.ports import CameraState, Clock

SIZE_WH = (2304, 1296)
MOST_WAIT_S = 2.0
_FORMAT = "RGB888"  # little-endian name: blue, green, red in memory
_BUFFERS = 3
_FOCUS_WAIT_S = 3.0
_LONGEST_EXPOSURE_S = 0.2  # taken off when the camera doesn't say how long it exposed

_INSTALL = (
    "The Raspberry Pi camera software is not installed: run 'sudo apt install python3-picamera2' "
    "and make the environment with --system-site-packages."
)
_NO_CAMERA = "No Raspberry Pi camera was found: check the ribbon cable at both ends, then restart."
_BUSY = "The Raspberry Pi camera is used by another program; close that one first."


def load_picamera2() -> Any:
    """Give picamera2's class; raises CameraError `no camera` when it is not installed."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError(CameraState.NO_CAMERA.value, _INSTALL) from error
    return Picamera2


class PiCamera(Closing):
    """Camera `number` of this Raspberry Pi at 2304 x 1296, three buffers.

    `focus_m` fixes the focus at that distance; None focuses once when starting, so that the
    focus never follows a hand.  Raises CameraError: `no camera`, `busy` or `unfit`.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        number: int = 0,
        size_wh: tuple[int, int] = SIZE_WH,
        focus_m: float | None = None,
        load: Callable[[], Any] = load_picamera2,
    ) -> None:
        self.name, self.size_wh, self._clock = f"pi {number}", size_wh, clock
        self._state = CameraState.STARTING
        self._camera = _opened(load(), number)
        try:
            self._configure()
            self._camera.start()
            self._focus(focus_m)
        except BaseException:
            self.close()
            raise
        self._state = CameraState.LIVE

    @property
    def state(self) -> CameraState:
        """`live`, or `stopped` after a capture that gave nothing."""
        return self._state

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame exposed after `newer_than_s`; see the Camera protocol."""
        if self._state is CameraState.ENDED:
            raise CameraError(self._state.value, f"The camera {self.name} is closed.")
        wait_s = min(wait_s, MOST_WAIT_S)
        until_s = self._clock.now_s() + wait_s
        while (left_s := until_s - self._clock.now_s()) > 0:
            image, began_s = self._capture(left_s)
            if began_s > newer_than_s:
                self._state = CameraState.LIVE
                return Frame(image, began_s, self.name)
        self._stopped(wait_s)

    def close(self) -> None:
        """Stop and let the camera go for other programs."""
        if self._state is CameraState.ENDED:
            return
        self._state = CameraState.ENDED
        for step in (self._camera.stop, self._camera.close):
            # A camera that is gone can't be stopped in order; it is let go all the same.
            with contextlib.suppress(RuntimeError, OSError):
                step()

    def _configure(self) -> None:
        wanted = {"size": self.size_wh, "format": _FORMAT}
        # No queue: a queued frame may have been exposed before it was asked for.
        configuration = self._camera.create_video_configuration(
            main=wanted, buffer_count=_BUFFERS, queue=False
        )
        self._camera.configure(configuration)
        got = self._camera.camera_configuration()["main"]
        if got["format"] != _FORMAT or tuple(got["size"]) != self.size_wh:
            raise CameraError(
                CameraState.UNFIT.value,
                f"The camera {self.name} gives {got['size']} {got['format']} instead of "
                f"{self.size_wh} {_FORMAT}; choose a size that it offers.",
            )

    def _focus(self, focus_m: float | None) -> None:
        if "AfMode" not in self._camera.camera_controls:
            return  # a camera with fixed focus refuses the setting
        if focus_m is not None:
            self._camera.set_controls({"AfMode": 0, "LensPosition": 1 / focus_m})
            return
        with contextlib.suppress(TimeoutError):
            self._camera.autofocus_cycle(wait=_FOCUS_WAIT_S)

    def _capture(self, wait_s: float) -> tuple[np.ndarray[Any, np.dtype[np.uint8]], float]:
        try:
            request = self._camera.capture_request(wait=wait_s)
        except (TimeoutError, RuntimeError):
            self._forget_jobs()
            self._stopped(wait_s)
        try:
            metadata = request.get_metadata()
            image = np.ascontiguousarray(request.make_array("main"))
        finally:
            request.release()
        width, height = self.size_wh
        if image.shape != (height, width, 3) or "SensorTimestamp" not in metadata:
            raise CameraError(
                CameraState.UNFIT.value,
                f"The camera {self.name} sends {image.shape} pictures, not "
                f"{(height, width, 3)} with their time; update picamera2.",
            )
        # The stamp counts from the boot like the monotonic clock (a Pi never sleeps) and marks
        # the end of the first row's exposure, as picamera2's own `flush` takes it.
        exposure_s = metadata.get("ExposureTime", _LONGEST_EXPOSURE_S * 1e6) / 1e6
        return image, metadata["SensorTimestamp"] / 1e9 - exposure_s

    def _forget_jobs(self) -> None:
        """Take back a capture that never came, or every later one would queue behind it."""
        if hasattr(self._camera, "cancel_all_and_flush"):
            self._camera.cancel_all_and_flush()

    def _stopped(self, wait_s: float) -> NoReturn:
        self._state = CameraState.STOPPED
        raise CameraError(
            self._state.value,
            f"The camera {self.name} has sent no new picture for {wait_s:.1f} s; check its "
            "ribbon cable and restart.",
        )


def _opened(picamera2: Any, number: int) -> Any:
    found = picamera2.global_camera_info()
    if not found:
        raise CameraError(CameraState.NO_CAMERA.value, _NO_CAMERA)
    if number >= len(found):
        raise CameraError(
            CameraState.NO_CAMERA.value,
            f"There is no camera number {number}; this Raspberry Pi has {len(found)}.",
        )
    try:
        return picamera2(number)
    except (RuntimeError, OSError) as error:
        # picamera2 has no error of its own for a camera that somebody else holds.
        raise CameraError(CameraState.BUSY.value, _BUSY) from error
