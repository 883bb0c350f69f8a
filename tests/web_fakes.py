"""A running table without a camera behind a real server: tests script what the reader sees."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from session_fakes import LIMITS, FakeGround, Lying, observation, png_bytes

from companion.errors import CameraError
from companion.flow import Frame, Observation
from companion.keeping.evidence import EvidenceFolder
from companion.keeping.journal import Journal
from companion.running.gallery import Drawn, Gallery
from companion.running.running_table import RunningTable, join_code
from companion.session.live import LiveToken
from companion.session.ports import Seen, SessionRules
from companion.session.view import TableView
from companion.session.wood_ash import WoodAshSession
from web import WebConfig, create_app
from web.server import MOST_STREAMS, Server, listen_on

WAIT_S = 10.0
FRAME_SIZE_HW = (90, 160)


class SteadyClock:
    def now_s(self) -> float:
        return time.monotonic()


class ScriptedTable:
    """Camera and reader in one: what lies in the dish is set by the test."""

    def __init__(self, size_hw: tuple[int, int] = FRAME_SIZE_HW) -> None:
        self.lying: Sequence[Lying] = ()
        self.hand = False
        self.gone = ""
        self._image = np.zeros((*size_hw, 3), np.uint8)

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        if self.gone:
            raise CameraError("no camera", self.gone)
        return Frame(self._image, time.monotonic(), "scripted")

    def moved(self) -> bool:
        return False

    def settle(self) -> str:
        return ""

    def read(self, frame: Frame) -> Observation:
        return observation(self.lying, frame.exposed_at_s, hand=self.hand)


def draw(seen: Seen, tokens: Sequence[LiveToken] | None) -> Drawn:
    return Drawn(png_bytes(), (160, 90), (0, 0, 160, 90))


class ServedTable:
    """Everything from camera to socket; `stop` and `start` again keep folder and port."""

    def __init__(self, folder: Path, ping_s: float = 15.0, streams: int = MOST_STREAMS) -> None:
        self.folder, self.ping_s, self.streams = folder, ping_s, streams
        self.scripted = ScriptedTable()
        self.draw = draw
        self.port = 0
        self.start()

    def start(self) -> None:
        self.journal = Journal(self.folder / "journal.db")
        evidence = EvidenceFolder(self.folder / "evidence", 10_000_000)
        self.gallery = gallery = Gallery(self.draw, lambda frame: png_bytes(), evidence)
        view = TableView(FakeGround(), gallery, redraw_ms=300.0)
        self.session = WoodAshSession(self.journal, view, SessionRules(LIMITS))
        self.table = RunningTable(
            self.journal,
            self.session,
            gallery,
            self.scripted,
            self.scripted,
            SteadyClock(),
            lambda colour: None,
            pace_s=0.05,
            most_watchers=self.streams,
        )
        self.code = join_code(self.journal)
        url = f"http://table.local/#join={self.code}"
        config = WebConfig(self.code, url, ping_s=self.ping_s, names=("table",))
        self.server = Server(create_app(self.table, config), listen_on("127.0.0.1", self.port))
        self.port = self.server.port
        self.table.start()
        self.server.start()

    def stop(self) -> None:
        self.table.stop()
        self.server.stop()
        self.journal.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_until(self, holds, wait_s: float = WAIT_S):  # type: ignore[no-untyped-def]
        """Wait for a Display of which `holds` is true; fails after `wait_s`."""
        deadline = time.monotonic() + wait_s
        newest = self.table.hub.newest
        while not holds(newest.display):
            left_s = deadline - time.monotonic()
            assert left_s > 0, f"the Display never got there, it is {newest.display}"
            newest = self.table.hub.wait_newer(newest.version, left_s) or self.table.hub.newest
        return newest


def threads_named(*names: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name in names]
