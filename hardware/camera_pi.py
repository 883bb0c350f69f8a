"""The Raspberry Pi camera; the only file that imports picamera2.

Everything that picamera2 does happens in one thread, so that a camera that hangs only leaves the
caller without a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from companion.errors import CameraError
from companion.flow import Frame, Sentence
from hardware.claims import Claim, claim_device
from hardware.closing import Closing
from hardware.motion import Motion
from hardware.pacing import camera_closed
from hardware.patience import PatientCaller
from hardware.pi_device import RGB888, PiDevice, stopped
from hardware.ports import CameraState, Clock, Glimpse

SIZE_WH = (2304, 1296)
MOST_WAIT_S = 1.6
MOST_STILL_WAIT_S = 6.0
# A call may take a little longer than the capture in it, which has its own number.
_GRACE_S = 0.2
_GLIMPSE_WAIT_S = 0.3
# Between two answers of the camera, in calls that take many steps.
_START_S = 4.0
_SILENCE_S = 1.6
_CLOSE_S = 1.0

_INSTALL = Sentence(
    "pi_not_installed",
    "The Raspberry Pi camera software is not installed: run 'sudo apt install python3-picamera2' "
    "and make the environment with --system-site-packages.",
)
_MOST_WHY = 160
T = TypeVar("T")


def load_picamera2() -> Any:
    """Give picamera2's class.

    Raises CameraError: `no camera` when it is not installed, `unfit` when it can't be imported,
    which may fail with any error where it was built for another numpy.
    """
    try:
        from picamera2 import Picamera2
    except ModuleNotFoundError as error:
        raise CameraError(CameraState.NO_CAMERA.value, _INSTALL) from error
    except Exception as error:
        raise CameraError(
            CameraState.UNFIT.value,
            Sentence(
                "pi_software",
                "The Raspberry Pi camera software can't be loaded ({why}); its numpy may be newer "
                "than it was built for: run 'sudo make install' again, which installs the versions "
                "that fit, then start the companion again.",
                why=_why(error),
            ),
        ) from error
    return Picamera2


class PiCamera(Closing):
    """Camera `number` of this Raspberry Pi, at 2304 x 1296 unless told otherwise.

    Exposure, white balance and focus are measured when it starts, fixed where the camera has
    them, and measured again by `settle`; `problem` says what can't be fixed.  `focus_m` fixes
    the focus at that distance.  Raises CameraError: `no camera`, `busy`, `unfit` or `stopped`.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        number: int = 0,
        size_wh: tuple[int, int] = SIZE_WH,
        focus_m: float | None = None,
        pixels: str = RGB888,
        load: Callable[[], Any] = load_picamera2,
        claim: Callable[[str], Claim] = claim_device,
    ) -> None:
        self.name, self.size_wh, self.problem = f"pi {number}", size_wh, ""
        self._focus_m = focus_m
        self._motion = Motion()
        self._state, self._closed = CameraState.STARTING, False
        self._device: PiDevice | None = None
        picamera2 = load()
        self._claim = claim(self.name)
        self._caller = PatientCaller(self.name)
        try:
            opening = partial(self._open, picamera2, number, clock, pixels)
            self._asked(opening, _START_S)
        except BaseException:
            self.close()
            raise
        self._state = CameraState.LIVE

    @property
    def state(self) -> CameraState:
        """`live`, or `stopped` after a capture that gave nothing."""
        return CameraState.ENDED if self._closed else self._state

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame exposed after `newer_than_s`; see the Camera protocol."""
        wait_s = min(wait_s, MOST_WAIT_S)
        return self._taken(lambda device: device.frame(newer_than_s, wait_s), wait_s)

    def luma(self, newer_than_s: float, wait_s: float) -> Glimpse:
        """Give the brightness of the camera's own small stream; see the Camera protocol."""
        wait_s = min(wait_s, MOST_WAIT_S)
        return self._taken(lambda device: device.luma(newer_than_s, wait_s), wait_s)

    def moved(self) -> bool:
        """Compare the small stream with the last time; see the Camera protocol."""
        try:
            return self._motion.moved(self.luma(0.0, _GLIMPSE_WAIT_S).luma)
        except CameraError:
            return True  # whoever looks now learns at once that there is no picture

    def still(self, wait_s: float) -> Frame:
        """Give a picture of the sensor's full size; no frame comes meanwhile."""
        wait_s = min(wait_s, MOST_STILL_WAIT_S)
        return self._taken(lambda device: device.still(wait_s), _SILENCE_S)

    def settle(self) -> str:
        """Measure and fix light and focus again; see the Camera protocol."""
        focus_m = self._focus_m
        self._motion.forget()
        self.problem = self._taken(lambda device: device.settle(focus_m), _SILENCE_S)
        return self.problem

    def close(self) -> None:
        """Let the camera go; one that hangs is let go when it answers, whenever that is."""
        self._closed = True
        if not self._caller.end(self._let_go, _CLOSE_S):
            self._claim.hangs()

    def _open(self, picamera2: Any, number: int, clock: Clock, pixels: str) -> None:
        self._device = PiDevice(picamera2, number, clock, self.size_wh, pixels, self._caller.stir)
        self._device.play()
        self.problem = self._device.settle(self._focus_m)

    def _let_go(self) -> None:
        try:
            if self._device is not None:
                self._device.close()
        finally:
            self._claim.release()

    def _taken(self, take: Callable[[PiDevice], T], wait_s: float) -> T:
        device = self._device
        if self._closed or device is None:
            raise camera_closed(self.name)
        try:
            taken = self._asked(lambda: take(device), wait_s)
        except CameraError as error:
            self._state = CameraState(error.state)
            raise
        self._state = CameraState.LIVE
        return taken

    def _asked(self, function: Callable[[], T], wait_s: float) -> T:
        try:
            return self._caller.call(function, wait_s + _GRACE_S)
        except TimeoutError as error:
            raise stopped(self.name, wait_s) from error
        except CameraError:
            raise
        except Exception as error:
            # A sensor that goes away, or a version that is not foreseen, may raise anything.
            raise CameraError(
                CameraState.STOPPED.value,
                Sentence(
                    "pi_broken",
                    "The camera {camera} does not work ({why}); check its ribbon cable. It is "
                    "tried again by itself.",
                    camera=self.name,
                    why=_why(error),
                ),
            ) from error


def _why(error: Exception) -> str:
    """What an error says, short enough for one sentence."""
    lines = str(error).strip().splitlines()
    return lines[0][:_MOST_WHY].rstrip(" .") if lines else type(error).__name__
