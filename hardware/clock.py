"""The only place that reads the time: a monotonic clock, and one that is turned by hand."""

from __future__ import annotations

import threading
import time


class MonotonicClock:
    """The machine's clock that never goes backwards, whatever the wall clock does."""

    def now_s(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def wait_s(self, duration_s: float) -> None:
        """Sleep that many seconds; not at all when they are not positive."""
        if duration_s > 0:
            time.sleep(duration_s)


class HandTurnedClock:
    """A clock that moves only when it is turned, or when somebody waits for it."""

    def __init__(self, now_s: float = 0.0) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()

    def now_s(self) -> float:
        """What it was turned to."""
        with self._lock:
            return self._now_s

    def wait_s(self, duration_s: float) -> None:
        """Turn itself on by the wait, and come back at once."""
        self.turn(max(0.0, duration_s))

    def turn(self, by_s: float) -> None:
        """Turn it on; raises ValueError when turned back."""
        if by_s < 0:
            raise ValueError(f"a monotonic clock is never turned back, not even by {by_s} s")
        with self._lock:
            self._now_s += by_s
