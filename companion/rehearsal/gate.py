"""Where whoever looks waits until the rehearsal has something to show."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

from companion.errors import CameraError

ShotT = TypeVar("ShotT")


class Gate(Generic[ShotT]):
    """Hands over one shot after another; safe to use from two threads.

    `show` and `lose` come back when the shot was taken and the next one is waited for; they
    raise TimeoutError when nobody looks for `wait_s` seconds.
    """

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._changed = threading.Condition()
        self._shot: ShotT | None = None
        self._failure = ""
        self._idle = self._closed = False

    def take(self) -> ShotT:
        """The next shot, however long it takes; raises CameraError when closed, or lost once."""
        with self._changed:
            self._idle = True
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._shot is not None or bool(self._failure) or self._closed
            )
            if self._failure and not self._closed:
                why, self._failure, self._idle = self._failure, "", False
                raise CameraError("stopped", why)
            if self._shot is None:
                raise CameraError("stopped", "the rehearsal is over")
            shot, self._shot, self._idle = self._shot, None, False
            return shot

    def show(self, shot: ShotT) -> None:
        """Have a shot taken."""
        with self._changed:
            self._shot = shot
            self._looked_at()

    def lose(self, why: str) -> None:
        """Fail once in the place of a shot."""
        with self._changed:
            self._failure = why
            self._looked_at()

    def close(self) -> None:
        """Let whoever waits go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _looked_at(self) -> None:
        self._changed.notify_all()
        if not self._changed.wait_for(self._is_idle, self._wait_s):
            raise TimeoutError("nobody looks at the table")

    def _is_idle(self) -> bool:
        return self._shot is None and not self._failure and self._idle
