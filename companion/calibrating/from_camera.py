"""Pictures of the calibration sheet taken from a camera by itself: when it is still and new."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.opening import FrameSource, open_camera
from companion.errors import CameraError, InputError
from companion.flow import Frame
from hardware.clock import MonotonicClock
from hardware.ports import Clock
from vision.calibration.session import CalibrationSession, nothing_new, stood_still
from vision.calibration.views import NoView, View

FRAME_WAIT_S = 2.0
STILL_WAIT_S = 10.0
LONGEST_START_S = 12.0
_FINAL = ("no camera", "unfit")  # waiting is of no use
AGAIN_AFTER_S = 0.5
# The same sentence again is not said more often than this.
SAY_AGAIN_S = 4.0


def watch_camera(
    spec: str, seconds: float, say: Callable[[str], None]
) -> tuple[CalibrationSession, str]:
    """Watch the camera that `spec` names until enough was shown; its views and its name.

    Raises InputError when that takes longer than `seconds`, CameraError without a camera.
    """
    clock = MonotonicClock()
    camera = open_camera(spec, clock)
    try:
        return collect(camera, clock, seconds, say)
    finally:
        camera.close()


def collect(
    camera: FrameSource, clock: Clock, seconds: float, say: Callable[[str], None]
) -> tuple[CalibrationSession, str]:
    """The same with an open camera."""
    watch = LiveWatch()
    began_s = clock.now_s()
    ends_s = began_s + seconds
    last_s, said, said_at_s, name = float("-inf"), "", float("-inf"), ""
    say("Show the calibration sheet to the camera; hold it still until it is taken.")
    while clock.now_s() < ends_s:
        try:
            frame = camera.frame(last_s, FRAME_WAIT_S)
        except CameraError as error:
            if error.state == "ended":
                break
            if error.state in _FINAL or name or clock.now_s() - began_s > LONGEST_START_S:
                raise
            clock.wait_s(AGAIN_AFTER_S)  # a webcam needs a moment until it is open
            continue
        last_s, name = frame.exposed_at_s, frame.camera
        sentence = watch.see(frame, lambda: camera.still(STILL_WAIT_S))
        if watch.session.views and watch.session.coverage.complete:
            say(f"{sentence} That is enough.")
            return watch.session, name
        if sentence != said or clock.now_s() - said_at_s > SAY_AGAIN_S:
            said, said_at_s = sentence, clock.now_s()
            say(sentence)
    missing = next(iter(watch.session.coverage.missing()), "")
    raise InputError(f"The pictures that were taken do not suffice. {missing}")


class LiveWatch:
    """Takes a view into the session when the sheet is still and shows something new."""

    def __init__(self) -> None:
        self.session = CalibrationSession()
        self._before: View | None = None

    def see(self, frame: Frame, still: Callable[[], Frame]) -> str:
        """Look at a frame; `still` takes the full-size picture that counts.  What to do next."""
        number = len(self.session.views) + 1
        name = f"picture {number}"
        try:
            view = self.session.look(frame.image_bgr, name)
            before, self._before = self._before, view
            if not stood_still(before, view):
                return "Hold the sheet still."
            if not self.session.is_new(view):
                return str(nothing_new(name))
            taken = still()
            if taken.size_wh != frame.size_wh:
                view = self.session.look(taken.image_bgr, name)
            self.session.keep(view, only_new=True)
        except NoView as useless:
            return str(useless)
        self._before = None
        missing = next(iter(self.session.coverage.missing()), "")
        return f"Picture {number} taken. {missing}".rstrip()
