"""Inbox, eyes, loop and hub round a fake table: scripted camera, hand-turned clock, no threads."""

from __future__ import annotations

from pathlib import Path

from session_fakes import FRAME, FakeTable, Lying, observation

from companion.errors import CameraError
from companion.flow import Frame, Observation, Press
from companion.running.eyes import Eyes
from companion.running.hub import Hub
from companion.running.loop import Inbox, Loop
from companion.session.compose import compose
from companion.session.toss_table import TossTable

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


class Script:
    """A camera and reader that follow a script: what lies there, or an error."""

    def __init__(self, table: FakeTable) -> None:
        self.table = table
        self.lying: list[Lying] = []
        self.hand = False
        self.error: Exception | None = None
        self.delay_s = 0.0
        self.asked_newer_than_s: list[float] = []

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        self.asked_newer_than_s.append(newer_than_s)
        if isinstance(self.error, CameraError):
            raise self.error
        self.table.clock.turn(0.2)
        return Frame(FRAME.copy(), self.table.clock.now_s() - self.delay_s, "script")

    def read(self, frame: Frame) -> Observation:
        if self.error is not None:
            raise self.error
        return observation(self.lying, frame.exposed_at_s, hand=self.hand)


class Rig:
    """Inbox, eyes, loop and hub round a fake table, stepped by hand."""

    def __init__(self, folder: Path) -> None:
        self.table = FakeTable(folder)
        self.script = Script(self.table)
        self.inbox = Inbox(length=3)
        shown = TossTable(self.table.session)
        first = compose(self.table.session, self.table.clock.now_s())
        self.hub = Hub("table", 1, first, most_watchers=2)
        self.lamps: list[str] = []
        clock = self.table.clock
        self.loop = Loop(shown, self.inbox, self.hub, clock, self.lamps.append)
        self.eyes = Eyes(self.script, self.script, self.inbox, clock, pace_s=0.2)

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.eyes.step()
            self.loop.step(0.0)

    def press(self, button: str) -> None:
        self.inbox.press(Press(button, self.table.clock.now_s(), "pin"))
        self.loop.step(0.0)

    @property
    def status(self) -> str:
        return self.hub.newest.display.status.text.en
