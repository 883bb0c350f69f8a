"""Publishes Displays to everybody who watches; each watcher always gets the newest.

There is no queue that can fill up: a watcher that is slow skips versions and gets a fresh
snapshot, since every message is the whole Display.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.display.model import Display, Published

# Versions of one run lie above those of every run before it.
VERSIONS_PER_EPOCH = 2**31


class Hub:
    """The newest Display with a version that only grows; safe to call from any thread."""

    def __init__(self, table: str, epoch: int, first: Display, most_watchers: int) -> None:
        self._changed = threading.Condition()
        self._newest = Published(table, epoch, epoch * VERSIONS_PER_EPOCH, first)
        self._most_watchers = most_watchers
        self._watchers = 0
        self._closed = False

    @property
    def newest(self) -> Published:
        """The newest publication."""
        return self._newest

    @property
    def closed(self) -> bool:
        """Say whether publishing has ended."""
        return self._closed

    @property
    def watchers(self) -> int:
        """How many streams are open."""
        return self._watchers

    def publish(self, display: Display) -> None:
        """Publish a Display; one that says the same as the newest changes nothing."""
        with self._changed:
            newest = self._newest
            if display == newest.display:
                return
            self._newest = Published(newest.table, newest.epoch, newest.version + 1, display)
            self._changed.notify_all()

    def wait_newer(self, version: int, wait_s: float) -> Published | None:
        """Wait for a publication newer than `version`; None when none came or all has ended."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._newest.version > version, timeout=wait_s
            )
            newer = not self._closed and self._newest.version > version
            return self._newest if newer else None

    @contextmanager
    def watching(self) -> Iterator[bool]:
        """Take a place as a watcher; gives False when all places are taken."""
        with self._changed:
            free = self._watchers < self._most_watchers
            self._watchers += free
        try:
            yield free
        finally:
            with self._changed:
                self._watchers -= free

    def close(self) -> None:
        """End every stream."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
