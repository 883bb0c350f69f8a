"""See and read: takes the newest frame, reads it, hands the reading to the loop."""

from __future__ import annotations

import logging
import math
import threading
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Protocol

from companion.devices.device_words import CAMERA_BROKEN, CAMERA_ELSEWHERE, UNREADABLE
from companion.errors import CameraError, HaltedError
from companion.flow import Frame, Observation
from companion.running.loop import Clock, Inbox
from companion.running.relighting import LightWatch
from companion.session.ports import Seen

_log = logging.getLogger(__name__)

FRAME_WAIT_S = 0.8
AFTER_LOSS_S = 0.5
# Rest in a calm table, in units of the time that looking took.
CALM_REST = 3.0
# Look and rest together stay below this: a rested picture would pass for a lost camera's, and a
# loss has to be noticed within two seconds, the next frame's wait included.
YOUNG_S = 1.0
# How often resting eyes glimpse whether something moves.
GLIMPSE_S = 0.15
# A busy computer takes seconds to read a picture; longer than this, something hangs.
LONGEST_LOOK_S = 15.0
NEXT_LOOK_S = 2.0
STILL_WAIT_S = 6.0
# A camera that hangs is given up after that; one that has hung since the start rarely, since a
# new start was of no use.
GIVE_UP_S, GIVE_UP_AGAIN_S = 2.0, 60.0


class Camera(Protocol):
    """The part of a camera that seeing needs."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame whose exposure began after `newer_than_s`; raises CameraError."""

    def moved(self) -> bool:
        """Say whether something moved in view since it was asked last, if that is cheap."""

    def settle(self) -> str:
        """Measure and fix light and focus; what can't be fixed, or nothing; raises CameraError."""

    def still(self, wait_s: float) -> Frame:
        """Give a picture as large as the sensor is; raises CameraError."""


class Reader(Protocol):
    """Reads one board in a frame."""

    def read(self, frame: Frame) -> Observation:
        """Say what the frame shows."""


@dataclass(slots=True)
class _Still:
    """A large picture that somebody waits for."""

    answered: threading.Event = field(default_factory=threading.Event)
    given_up: bool = False
    frame: Frame | None = None
    error: CameraError | None = None


class Eyes:
    """Looks at most once every `pace_s`, and rests longer while the table is calm.

    A calm table takes a quarter of one core, unless looking takes longer than a quarter of
    `YOUNG_S`.  A camera that `draws` its pictures is not lost while it draws one.
    """

    def __init__(
        self,
        camera: Camera,
        reader: Reader,
        inbox: Inbox,
        clock: Clock,
        pace_s: float,
        draws: bool = False,
    ) -> None:
        self._camera, self._reader, self._inbox = camera, reader, inbox
        self._clock, self._pace_s, self._draws = clock, pace_s, draws
        self._last_s = float("-inf")
        self._failure = self._said = ""
        self._newest: Seen | None = None
        self._light, self._settle_asked = LightWatch(), threading.Event()
        self._hangs_since_s: float | None = None
        self._stills: SimpleQueue[_Still] = SimpleQueue()

    def run(self, stop: threading.Event) -> None:
        """Look until told to stop."""
        while not stop.is_set():
            began_s = self._clock.now_s()
            seen = self.step()
            took_s = self._clock.now_s() - began_s
            stop.wait(max(0.0, self._pace_s - took_s) if seen else AFTER_LOSS_S)
            self._rest(rest_s(took_s))

    @property
    def sight(self) -> tuple[Seen | None, str]:
        """The newest reading, and why there are no pictures now; from any thread."""
        return self._newest, self._said

    @property
    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it; from any thread."""
        since_s = self._hangs_since_s
        patience_s = GIVE_UP_S if self._newest is not None else GIVE_UP_AGAIN_S
        return since_s is not None and self._clock.now_s() - since_s >= patience_s

    def still(self, wait_s: float) -> Frame:
        """Give a picture as large as the camera makes; from any thread, between two looks.

        Raises CameraError like the camera's own `still`, or `stopped` after `wait_s`.
        """
        asked = _Still()
        self._stills.put(asked)
        if asked.answered.wait(wait_s) and asked.frame is not None:
            return asked.frame
        asked.given_up = True
        raise asked.error or CameraError("stopped", CAMERA_ELSEWHERE)

    def _rest(self, wait_s: float) -> None:
        """Rest while the table is calm and, where the camera can tell, nothing moves."""
        until_s = self._clock.now_s() + wait_s
        for _ in range(math.ceil(wait_s / GLIMPSE_S)):
            calm = self._inbox.rest(min(GLIMPSE_S, until_s - self._clock.now_s()))
            wanted = not calm or not self._stills.empty()
            if wanted or self._moved() or self._clock.now_s() >= until_s:
                return

    def _moved(self) -> bool:
        try:
            return self._camera.moved()
        except Exception:
            return True  # the next look tells what is wrong

    def settle_soon(self) -> None:
        """Have the camera measure the light anew before the next look; from any thread."""
        self._settle_asked.set()

    def step(self) -> bool:
        """Look once; gives False when there was nothing to see."""
        try:
            if self._settle_asked.is_set():
                self._settle()
            self._take_stills()
            if self._draws:
                self._inbox.busy_until_s = self._clock.now_s() + LONGEST_LOOK_S
            frame = self._camera.frame(self._last_s, FRAME_WAIT_S)
        except CameraError as error:
            self._hang(error.past_help)
            self._say(error.sentence)
            return False
        except HaltedError:
            return False
        except Exception as error:
            # Whatever a driver raises: eyes that close for good would leave a page that waits.
            self._hang(False)
            self._log_once("the camera failed", error)
            self._say(CAMERA_BROKEN)
            return False
        self._hang(False)
        self._last_s, self._said = frame.exposed_at_s, ""
        self._inbox.busy_until_s = self._clock.now_s() + LONGEST_LOOK_S
        try:
            observation = self._reader.read(frame)
        except HaltedError:
            return False
        except Exception as error:
            # One unreadable frame must not end the watch over the table.
            self._log_once("a frame could not be read", error)
            self._inbox.lose(UNREADABLE)
            return False
        self._inbox.busy_until_s = self._clock.now_s() + NEXT_LOOK_S
        self._newest = Seen(frame, observation)
        self._inbox.see(self._newest)
        if self._light.due(observation, self._clock.now_s()):
            self._settle_asked.set()
        return True

    def _settle(self) -> None:
        self._settle_asked.clear()
        self._inbox.busy_until_s = self._clock.now_s() + LONGEST_LOOK_S
        problem = self._camera.settle()
        self._light.settled(self._clock.now_s())
        _log.info("the camera measured the light anew%s", f": {problem}" if problem else "")

    def _take_stills(self) -> None:
        """Take the large pictures that are asked for; a camera that fails fails everybody."""
        while not self._stills.empty():
            asked = self._stills.get()
            if asked.given_up:
                continue
            self._inbox.busy_until_s = self._clock.now_s() + LONGEST_LOOK_S
            try:
                asked.frame = self._camera.still(STILL_WAIT_S)
            except CameraError as error:
                asked.error = error
                raise
            except Exception:
                asked.error = CameraError("stopped", CAMERA_BROKEN)
                raise
            finally:
                asked.answered.set()

    def _log_once(self, what: str, error: Exception) -> None:
        """Log an error that nobody foresaw, unless it is the last one again."""
        if repr(error) != self._failure:
            _log.error("%s", what, exc_info=error)
        self._failure = repr(error)

    def _hang(self, hangs: bool) -> None:
        """Note since when the camera hangs."""
        if not hangs:
            self._hangs_since_s = None
        elif self._hangs_since_s is None:
            self._hangs_since_s = self._clock.now_s()

    def _say(self, why: str) -> None:
        """Tell the page why there is no picture, and the terminal when the reason is new."""
        self._inbox.lose(why)
        if why != self._said:
            _log.warning("%s", why)
        self._said = why


def rest_s(took_s: float) -> float:
    """How long the eyes may rest in a calm table after a look that took `took_s` seconds."""
    return max(0.0, min(CALM_REST * took_s, YOUNG_S - took_s))
