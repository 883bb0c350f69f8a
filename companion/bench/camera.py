"""How soon the table is told that its camera is lost, and that it is back."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.bench import Row
from companion.errors import CompanionError
from companion.flow import Frame, Observation, Status

if TYPE_CHECKING:
    from companion.running.loop import Inbox
    from hardware.pretend_webcam import PretendWebcam

NOTICED_GOAL_S = 2.0
BACK_GOAL_S = 10.0
_REPEATS = 5
_PACE_S = 0.2
_LONGEST_S = 30.0
_TAKE_S = 0.05


def rows() -> Iterator[Row]:
    """Unplug a webcam that is none, and have it hang; the slowest of several times each."""
    for what in ("unplugged", "hanging", "hanging while it measures the light"):
        times = [_once(what) for _ in range(_REPEATS)]
        noticed_s, back_s = (max(column) for column in zip(*times, strict=True))
        yield Row(
            "camera loss told to the table", noticed_s, "s", NOTICED_GOAL_S, f"{what}, slowest"
        )
        yield Row("camera back", back_s, "s", BACK_GOAL_S, f"plugged in again, {what}, slowest")


class _NoReader:
    """What the pictures show does not matter here."""

    def read(self, frame: Frame) -> Observation:
        return Observation("none", frame.exposed_at_s, Status.NO_BOARD)


def _once(what: str) -> tuple[float, float]:
    """Seconds until a loss is told, and until pictures are there again."""
    from companion.running.eyes import Eyes
    from companion.running.loop import Inbox
    from hardware.camera_usb import UsbCamera
    from hardware.clock import MonotonicClock
    from hardware.pretend_webcam import PretendWebcam

    webcam, clock, inbox, stop = PretendWebcam(), MonotonicClock(), Inbox(), threading.Event()
    camera = UsbCamera(
        "/dev/pretend", clock, size_wh=(640, 480), open_capture=webcam.open, exists=webcam.exists
    )
    eyes = Eyes(camera, _NoReader(), inbox, clock, _PACE_S)
    looking = threading.Thread(target=eyes.run, args=(stop,), name="eyes", daemon=True)
    looking.start()
    try:
        _told(inbox, lost=False)
        if what.endswith("light"):
            webcam.settings_made.clear()
            eyes.settle_soon()
            webcam.settings_made.wait(_LONGEST_S)
        _fault(webcam, what, True)
        noticed_s = _told(inbox, lost=True)
        _fault(webcam, what, False)
        return noticed_s, _told(inbox, lost=False)
    finally:
        webcam.hang(False)
        stop.set()
        looking.join(_LONGEST_S)
        camera.close()


def _fault(webcam: PretendWebcam, what: str, there: bool) -> None:
    if what.startswith("hanging"):
        webcam.hang(there)
    elif there:
        webcam.unplugged.set()
    else:
        webcam.unplugged.clear()


def _told(inbox: Inbox, lost: bool) -> float:
    """Seconds until the table hears of a lost camera, or of a new picture."""
    began_s = time.monotonic()
    while inbox.take(_TAKE_S)[2 if lost else 1] is None:
        if time.monotonic() - began_s > _LONGEST_S:
            raise CompanionError("the table was told nothing of its camera")
    return time.monotonic() - began_s
