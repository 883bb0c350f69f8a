"""A table that runs: the loop and the eyes in their threads, started and stopped together."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from typing import Protocol

from companion.display.model import Note, Tone
from companion.display.photo import NOT_FOUND, PhotoAnswer, PhotoOf
from companion.display.report import GameReport
from companion.flow import Frame, Press
from companion.keeping.journal import Journal
from companion.running.acts import Acts
from companion.running.eyes import Camera, Eyes, Reader
from companion.running.gallery import Gallery
from companion.running.hub import BYSTANDER, Hub
from companion.running.loop import Clock, Inbox, Loop, Session, silence
from companion.session.ports import Seen
from companion.session.requests import ACTS, Request
from companion.session.toss_table import TossTable
from companion.session.wood_ash import WoodAshSession
from companion.session.words import say

_log = logging.getLogger(__name__)

STOP_WAIT_S = 2.0
# Letters and digits that nobody confuses when reading a code aloud.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def join_code(journal: Journal) -> str:
    """Give the table's join code; it stays the same when the companion starts again."""
    code = journal.fact("join_code")
    if code is None:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        journal.set_fact("join_code", code)
    return code


def _next_epoch(journal: Journal) -> tuple[str, int]:
    """Count this start; gives the session's name and how often it was started."""
    table = journal.fact("table") or secrets.token_hex(8)
    epoch = int(journal.fact("epoch") or 0) + 1
    journal.set_fact("table", table)
    journal.set_fact("epoch", str(epoch))
    return table, epoch


class Deciding:
    """The loop in its thread with its inbox and hub, and whatever runs beside it."""

    def __init__(
        self,
        journal: Journal,
        session: Session,
        clock: Clock,
        lamp: Callable[[str], None],
        most_watchers: int,
        sound: Callable[[str], None] = silence,
    ) -> None:
        table, epoch = _next_epoch(journal)
        first = session.shown(clock.now_s(), 0)
        self.hub = Hub(table, epoch, first.display, most_watchers)
        self.hub.publish(first.display, first.own)
        self.inbox = Inbox()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._loop = Loop(session, self.inbox, self.hub, clock, lamp, sound)
        self.beside("loop", self._loop.run)

    def beside(self, name: str, run: Callable[[threading.Event], None]) -> None:
        """Have something run in a thread of its own, until the event is set."""
        self._threads.append(
            threading.Thread(target=run, args=(self._stop,), name=name, daemon=True)
        )

    @property
    def beat_at_s(self) -> float:
        """When the loop last went round."""
        return self._loop.beat_at_s

    def start(self) -> None:
        """Start every thread."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop every thread; says in the log when one does not end."""
        self._stop.set()
        self.hub.close()
        self.inbox.close()
        for thread in self._threads:
            thread.join(STOP_WAIT_S)
            if thread.is_alive():
                _log.warning("the thread %s did not end within %s s", thread.name, STOP_WAIT_S)


class DishPhotos(Protocol):
    """Judges photographs of the dish; safe to call from any thread."""

    def judge(self, encoded: bytes) -> PhotoAnswer:
        """Judge a picture file; what can't be used is told."""

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was judged lately."""


class RunningTable(Deciding):
    """What the web server and the buttons talk to; safe to call from any thread."""

    def __init__(
        self,
        journal: Journal,
        session: WoodAshSession,
        gallery: Gallery,
        camera: Camera,
        reader: Reader,
        clock: Clock,
        lamp: Callable[[str], None],
        pace_s: float,
        most_watchers: int,
        notices: tuple[str, ...] = (),
        sound: Callable[[str], None] = silence,
        unfixed: Callable[[], str] = str,
        draws: bool = False,
    ) -> None:
        self._gallery, self._clock = gallery, clock
        self.photos: DishPhotos | None = None
        self.acts: Acts = ACTS
        table = TossTable(session, notices, unfixed)
        super().__init__(journal, table, clock, lamp, most_watchers, sound)
        self._eyes = Eyes(camera, reader, self.inbox, clock, pace_s, draws)
        self.beside("eyes", self._eyes.run)

    def press(self, press: Press) -> None:
        """Enqueue a press of a button; a held `look` has the camera measure the light, too."""
        if press.held and press.button == "look":
            self._eyes.settle_soon()
        self.inbox.press(press)

    def ask(self, request: Request, by: str) -> Note:
        """Have a phone's request decided."""
        return self.inbox.ask(request, by)

    def admit(self, phone: str) -> None:
        """Take note of a phone that has the join code; here all are the same."""

    def viewer(self, phone: str) -> str:
        """As whom a phone watches; here everybody sees the same."""
        return BYSTANDER

    @property
    def sight(self) -> tuple[Seen | None, str]:
        """The newest reading, and why there are no pictures now."""
        return self._eyes.sight

    @property
    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it."""
        return self._eyes.past_help

    def still(self, wait_s: float) -> Frame:
        """Give a picture as large as the camera makes; see Eyes.still."""
        return self._eyes.still(wait_s)

    def picture(self, name: str) -> bytes | None:
        """Find a JPEG by its name."""
        sent = None if self.photos is None else self.photos.picture(name)
        return sent if sent is not None else self._gallery.picture(name)

    @property
    def takes_photos(self) -> bool:
        """Whether phones may send photographs of the dish."""
        return self.photos is not None

    def photo(self, encoded: bytes, phone: str, of: PhotoOf) -> PhotoAnswer:
        """Judge a photograph of the dish on its own, whatever it is said to be `of`."""
        if self.photos is None:
            return PhotoAnswer(Note(Tone.REFUSED, say("no_photos")), (), NOT_FOUND)
        return self.photos.judge(encoded)

    def scene(self, name: str) -> bytes | None:
        """Find a drawing by its name; this table has none."""
        return None

    def record(self, phone: str) -> bytes | None:
        """The record of the game as this phone may have it; this table keeps none."""
        return None

    def report(self, phone: str) -> GameReport | None:
        """The report of the game; this table keeps none."""
        return None

    def now_s(self) -> float:
        """Seconds of the monotonic clock."""
        return self._clock.now_s()
