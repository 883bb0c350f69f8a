"""A clock that stands still until it is told to go on."""

from __future__ import annotations

import threading


class SteppedClock:
    """Seconds that pass only by `pass_s`; safe to read from any thread."""

    def __init__(self, at_s: float = 1000.0) -> None:
        self._lock = threading.Lock()
        self._at_s = at_s

    def now_s(self) -> float:
        """Seconds since some fixed moment."""
        with self._lock:
            return self._at_s

    def wait_s(self, seconds: float) -> None:
        """Pass over so much time."""
        self.pass_s(seconds)

    def pass_s(self, seconds: float) -> float:
        """Let so much time pass; gives the time then."""
        with self._lock:
            self._at_s += seconds
            return self._at_s
