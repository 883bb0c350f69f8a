"""A refereed table behind a real server, with a camera that reads what it is told lies there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from games.girl_table import GAME, looked
from live_fakes import FakeScene, tops

from companion.apps.live import LiveApp, LiveSettings
from companion.display.model import Display
from companion.errors import CameraError
from companion.flow import Frame, Press
from companion.live.booking import Booking
from companion.live.expected import TableArt
from companion.live.ports import TableObservation, table_observation
from companion.play.running_game import RunningGame
from companion.play.shelf import TABLE
from companion.prints import Lie
from companion.running.hub import Hub

WAIT_S = 10.0
PERIOD_S = 0.05


class ScriptedScene(FakeScene):
    """Camera and reader over a table on which `lies` lie; `lost` says why there is no picture."""

    reader = None
    problem = ""

    def __init__(self, clock: Any) -> None:
        super().__init__()
        self._clock, self._running = clock, None
        self.lies: tuple[Lie, ...] = ()
        self.lost = ""
        self._closed = threading.Event()

    def read_anew(self) -> None:
        """Every frame is read here."""

    def halt(self) -> None:
        """Reading takes no time here."""

    def watch(self, running: RunningGame | None) -> TableArt | None:
        self._running = running
        if running is not None:
            self.lies = GAME.lies(running.state)
        return super().watch(running)

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        self._closed.wait(PERIOD_S)
        if self.lost:
            raise CameraError("stopped", self.lost)
        return Frame(np.zeros((90, 160, 3), np.uint8), self._clock.now_s(), "scripted")

    def read(self, frame: Frame) -> TableObservation:
        running = self._running
        boards = looked(running.state, self.lies) if running is not None else ()
        seen = [
            replace(
                each,
                exposed_at_s=frame.exposed_at_s,
                sharpness=1.0,
                places=tuple(map(tops, each.places)),
            )
            for each in boards
        ]
        return table_observation(seen, frame.exposed_at_s)

    def moved(self) -> bool:
        return True

    def settle(self) -> str:
        return ""

    def still(self, wait_s: float) -> Frame:
        return self.frame(0.0, wait_s)

    def close(self) -> None:
        self._closed.set()


class ScriptedApp(LiveApp):
    """`companion serve --game girl --camera ...` with a ScriptedScene for the camera."""

    def _open_scene(self, settings: LiveSettings) -> Any:
        return ScriptedScene(self.clock)


class ServedLiveGame:
    """The app in this process; `stop` and `start` keep folder and port."""

    def __init__(self, folder: Path, booking: Booking | None = None) -> None:
        self.folder, self.booking, self.port = folder, booking or Booking(), 0
        self.host = "127.0.0.1"
        self.start()

    def start(self) -> None:
        settings = LiveSettings(
            "127.0.0.1",
            self.port,
            self.folder,
            "girl",
            ("Ann", "Ben"),
            dealer=TABLE,
            booking=self.booking,
        )
        self.app = ScriptedApp(settings)
        self.code = self.app.invitation.code
        self.port = int(self.app.invitation.by_number.rsplit(":", 1)[1])

    def stop(self) -> None:
        self.app.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def scene(self) -> ScriptedScene:
        scene: Any = self.app.scene
        return scene

    @property
    def hub(self) -> Hub:
        return self.app.games.hub

    @property
    def moves(self) -> list[str]:
        running = self.app.table.running
        assert running is not None
        return [move for step in running.session.steps for move in step.moves]

    def lay(self, *lies: Lie) -> None:
        self.scene.lies = (*self.scene.lies, *lies)

    def press(self, button: str, held: bool = False) -> None:
        self.app.press(Press(button, self.app.clock.now_s(), "pin", held=held))

    def wait(self, holds: Callable[[Display], bool], most_s: float = WAIT_S) -> Display:
        deadline_s, newest = time.monotonic() + most_s, self.hub.newest
        while not holds(newest.display):
            left_s = deadline_s - time.monotonic()
            assert left_s > 0, (newest.display.status, newest.display.verdict)
            newest = self.hub.wait_newer(newest.version, left_s) or self.hub.newest
        return newest.display

    def says(self, words: str) -> Display:
        """Wait until the verdict holds these words."""
        return self.wait(lambda shown: shown.verdict is not None and words in shown.verdict.text.en)


def seats(phone: Any, *names: str) -> Sequence[int]:
    return [phone.post("seat", {"seat": name})[0] for name in names]
