"""Eyes on a Raspberry Pi camera that may break, on a clock that only they turn."""

from __future__ import annotations

from camera_fakes import claim
from pi_camera_fakes import StrictPicamera2

from companion.devices.reopening import ReopeningCamera
from companion.flow import Frame, Observation, Status
from companion.running.eyes import AFTER_LOSS_S, Eyes
from companion.running.loop import Inbox
from hardware.camera_pi import PiCamera

NOTICED_WITHIN_S = 2.0
BACK_WITHIN_S = 10.0
PACE_S = 0.2


class AnyReader:
    """Reads whatever picture comes."""

    def read(self, frame: Frame) -> Observation:
        return Observation("board", frame.exposed_at_s, Status.READ)


class Watched:
    """Eyes on a Raspberry Pi camera that may break, on a clock that only they turn."""

    def __init__(self, picamera2: type[StrictPicamera2]) -> None:
        self.picamera2, self.clock = picamera2, picamera2.clock
        self.inbox = Inbox()
        self.camera = ReopeningCamera(self._open, self.clock)
        self.eyes = Eyes(self.camera, AnyReader(), self.inbox, self.clock, PACE_S)

    def _open(self) -> PiCamera:
        return PiCamera(self.clock, load=lambda: self.picamera2, claim=claim)

    def look(self) -> str | None:
        """Look once and rest as the eyes do; gives why there is no picture, or None."""
        seen = self.eyes.step()
        said = self.inbox.take(0.0)[2]
        assert seen == (said is None)
        self.clock.turn(PACE_S if seen else AFTER_LOSS_S)
        return said

    def look_until(self, seen: bool, within_s: float) -> tuple[float, str | None]:
        """Look until there is a picture, or none; how long that took, and the last sentence."""
        began_s = self.clock.now_s()
        while True:
            said = self.look()
            took_s = self.clock.now_s() - began_s
            assert took_s < within_s + 1.0, said
            if (said is None) == seen:
                return took_s, said
