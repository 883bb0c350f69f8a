"""Examines in a thread of its own, one examination at a time, and keeps the newest report."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.display.findings import Report
from companion.running.loop import Clock

_log = logging.getLogger(__name__)

FRESH_S = 5.0
# Each waiter holds a thread of the web server.
MOST_WAITERS = 4


class Background:
    """Whoever asks starts an examination, or waits for the one that runs; from any thread.

    A report younger than `FRESH_S` is given again, so that many askers cost no more than one;
    with enough of them waiting, others are sent away at once.
    """

    def __init__(self, examine: Callable[[], Report], clock: Clock) -> None:
        self._examine, self._clock = examine, clock
        self._changed = threading.Condition()
        self._newest: Report | None = None
        self._made_at_s = float("-inf")
        self._runs = False
        self.waiters = 0

    def report(self, wait_s: float) -> Report | None:
        """A fresh report; None when there is none after `wait_s` seconds."""
        with self._changed:
            if self._fresh():
                return self._newest
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="doctor", daemon=True).start()
            if self.waiters < MOST_WAITERS:
                self.waiters += 1
                self._changed.wait_for(lambda: not self._runs, timeout=wait_s)
                self.waiters -= 1
            return self._newest if self._fresh() else None

    def _fresh(self) -> bool:
        return self._clock.now_s() - self._made_at_s < FRESH_S

    def _run(self) -> None:
        report = None
        try:
            report = self._examine()
        except Exception:
            _log.exception("the examination failed")
        with self._changed:
            if report is not None:
                self._newest, self._made_at_s = report, self._clock.now_s()
            self._runs = False
            self._changed.notify_all()
