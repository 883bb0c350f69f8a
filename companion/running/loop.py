"""The one loop that decides: presses, requests and readings in, Displays out.

Everybody else only enqueues.  The queue is bounded and what it can't hold is counted; readings
are not queued at all, only the newest is kept.  Every wait has a number.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from companion.display.model import Display, Note, Text, Tone
from companion.errors import CompanionError
from companion.flow import Press
from companion.running.hub import Hub
from companion.running.verdict_log import VerdictLog
from companion.session.ports import Seen
from companion.session.reader_words import in_both

_log = logging.getLogger(__name__)

QUEUE_LENGTH = 64
ANSWER_WAIT_S = 5.0
TICK_S = 0.25

_INSIDE = Text(
    "Something went wrong inside the companion; nothing was booked. The log says more.",
    "系統內部出錯，沒有登記任何東西。詳情見紀錄檔。",
)


class Clock(Protocol):
    """A clock that never goes backwards."""

    def now_s(self) -> float:
        """Seconds since some fixed moment."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody sees, and what single viewers see in its place."""

    display: Display
    own: Mapping[str, Display] = field(default_factory=dict)


class Session(Protocol):
    """What the loop drives; one thread calls everything here.

    `verdict` is what is said about the last press or request, or about a failure.
    """

    verdict: Note | None

    @property
    def calm(self) -> bool:
        """Whether the table lies still and nobody waits for a reading."""

    def press(self, press: Press) -> Note:
        """Carry out a press, or say why it has no meaning now."""

    def ask(self, request: Any, by: str, at_s: float) -> Note:
        """Carry out what a phone asks for, or say why not."""

    def see(self, seen: Seen, now_s: float) -> None:
        """Take in the newest reading."""

    def lose(self, why: str) -> None:
        """Take in that there is no picture."""

    def tick(self, now_s: float, busy_until_s: float) -> None:
        """Let time pass; until `busy_until_s` the eyes are believed to be reading."""

    def shown(self, now_s: float, lost_presses: int) -> Shown:
        """What there is to be seen now."""


@dataclass(slots=True)
class _Question:
    """A request that somebody waits to see answered."""

    request: Any
    by: str
    answered: threading.Event = field(default_factory=threading.Event)
    note: Note | None = None


class BusyError(CompanionError):
    """The loop did not answer in time, or too much waits already."""

    http_status = 503


class Inbox:
    """Where presses, requests and readings wait for the loop; safe to call from any thread."""

    def __init__(self, length: int = QUEUE_LENGTH) -> None:
        self._arrived = threading.Condition()
        self._queue: deque[Press | _Question] = deque()
        self._length = length
        self._seen: Seen | None = None
        self._lost: str | None = None
        self._closed = False
        self._calm = False
        self.overflow = 0
        self.busy_until_s = float("-inf")  # until then the eyes are believed to be reading

    def press(self, press: Press) -> bool:
        """Enqueue a press; gives False (and counts it) when the queue is full."""
        return self._put(press)

    def ask(self, request: Any, by: str, wait_s: float = ANSWER_WAIT_S) -> Note:
        """Enqueue a request and wait for the loop's answer; raises BusyError."""
        question = _Question(request, by)
        if not self._put(question) or not question.answered.wait(wait_s) or question.note is None:
            raise BusyError("the table is busy; look at it and try again")
        return question.note

    def see(self, seen: Seen) -> None:
        """Hand over the newest reading; one that was not taken yet is replaced."""
        with self._arrived:
            self._seen, self._lost = seen, None
            self._arrived.notify_all()

    def lose(self, sentence: str) -> None:
        """Say that the camera gives no pictures, and why."""
        with self._arrived:
            self._seen, self._lost = None, sentence
            self._arrived.notify_all()

    def take(self, wait_s: float) -> tuple[list[Press | _Question], Seen | None, str | None]:
        """Take everything that waits: presses and requests in order, reading, lost camera."""
        with self._arrived:
            self._arrived.wait_for(self._anything, timeout=wait_s)
            queued, seen, lost = list(self._queue), self._seen, self._lost
            self._queue.clear()
            self._seen, self._lost = None, None
        return queued, seen, lost

    def be_calm(self, calm: bool) -> None:
        """Say whether the table lies still and nobody waits, so that the eyes may rest."""
        with self._arrived:
            self._calm = calm
            self._arrived.notify_all()

    def rest(self, wait_s: float) -> bool:
        """Rest while the table is calm, at most `wait_s`; says whether it still is."""
        with self._arrived:
            return not self._arrived.wait_for(
                lambda: self._closed or not self._calm, timeout=wait_s
            )

    def close(self) -> None:
        """Take nothing more and send away whoever waits."""
        with self._arrived:
            self._closed = True
            for item in self._queue:
                if isinstance(item, _Question):
                    item.answered.set()
            self._queue.clear()
            self._arrived.notify_all()

    def _anything(self) -> bool:
        return bool(self._queue) or self._seen is not None or self._lost is not None or self._closed

    def _put(self, item: Press | _Question) -> bool:
        with self._arrived:
            if self._closed or len(self._queue) >= self._length:
                self.overflow += 1
                return False
            self._queue.append(item)
            self._arrived.notify_all()
            return True


SOUNDS = {Tone.OK: "accepted", Tone.REFUSED: "refused", Tone.UNSURE: "ask"}


def silence(pattern: str) -> None:
    """A table without a buzzer."""


class Loop:
    """Drives a session; `lamp` is told the colour to show, `sound` each new verdict's pattern."""

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        hub: Hub,
        clock: Clock,
        lamp: Callable[[str], None],
        sound: Callable[[str], None] = silence,
    ) -> None:
        self._session, self._inbox, self._hub = session, inbox, hub
        self._clock, self._lamp, self._sound = clock, lamp, sound
        self._sounded = session.verdict
        self._failure = ""
        self._verdicts = VerdictLog(hub.newest.display.verdict)
        self.beat_at_s = clock.now_s()  # when it last went round; read by other threads

    def run(self, stop: threading.Event) -> None:
        """Decide until told to stop."""
        while not stop.is_set():
            self.step(TICK_S)

    def step(self, wait_s: float) -> None:
        """Wait at most `wait_s` for something, decide about all of it, publish what is new."""
        queued, seen, lost = self._inbox.take(wait_s)
        questions, answers = [], []
        # A reading first: whoever pressed has seen the table at least that new.
        if seen is not None:
            self._guard(lambda: self._session.see(seen, self._clock.now_s()))
        if lost is not None:
            self._session.lose(lost)
        for item in queued:
            if isinstance(item, Press):
                self._guard(partial(self._session.press, item))
                answers.append((self._session.verdict, item.by or item.source))
            else:
                item.note = self._ask(item)
                questions.append(item)
                answers.append((item.note, item.by))
        busy_until_s = self._inbox.busy_until_s
        self._guard(lambda: self._session.tick(self._clock.now_s(), busy_until_s))
        self._inbox.be_calm(self._session.calm)
        self._guard(self._show)
        # Answer after publishing, so that an answered phone finds the new version.
        for question in questions:
            question.answered.set()
        self._guard(lambda: self._log_verdicts(answers))
        self.beat_at_s = self._clock.now_s()

    def _log_verdicts(self, answers: list[tuple[Note | None, str]]) -> None:
        shown = self._hub.newest.display
        private = self._hub.has_own
        said = [(note, by) for note, by in answers if note is not None]
        self._verdicts.decided(shown.title.en, said, shown.verdict, private)

    def _show(self) -> None:
        shown = self._session.shown(self._clock.now_s(), self._inbox.overflow)
        self._hub.publish(shown.display, shown.own)
        self._lamp(shown.display.lamp)
        verdict = self._session.verdict
        # The same words again, about another press, are another verdict.
        if verdict is not self._sounded and verdict is not None and verdict.tone in SOUNDS:
            self._sound(SOUNDS[verdict.tone])
        self._sounded = verdict

    def _ask(self, question: _Question) -> Note:
        answer: list[Note] = []
        now_s = self._clock.now_s()
        self._guard(lambda: answer.append(self._session.ask(question.request, question.by, now_s)))
        failed = self._session.verdict or Note(Tone.REFUSED, _INSIDE)
        return answer[0] if answer else failed

    def _guard(self, decide: Callable[[], object]) -> None:
        """Keep the loop alive: whatever fails becomes the verdict that people see."""
        try:
            decide()
        except CompanionError as error:
            self._session.verdict = Note(Tone.REFUSED, in_both(error.sentence))
        except Exception as error:
            # The same failure in every frame is logged once, a full disk helps nobody.
            if repr(error) != self._failure:
                _log.exception("a decision failed")
            self._failure = repr(error)
            self._session.verdict = Note(Tone.REFUSED, _INSIDE)
