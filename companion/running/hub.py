"""Publishes Displays to everybody who watches; each watcher always gets the newest.

There is no queue that can fill up: a watcher that is slow skips versions and gets a fresh
snapshot, since every message is the whole Display.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from companion.display.model import Display, Published, Text

# Versions of one run lie above those of every run before it.
VERSIONS_PER_EPOCH = 2**31


# Who watches without being anybody in particular.
BYSTANDER = ""


class Hub:
    """The newest Display with a version that only grows; safe to call from any thread.

    A viewer may have a Display of its own; everybody else is shown the bystander's.  All share
    one version, so that it tells nobody when another's Display has changed alone.
    """

    def __init__(self, table: str, epoch: int, first: Display, most_watchers: int) -> None:
        self._changed = threading.Condition()
        self._newest = Published(table, epoch, epoch * VERSIONS_PER_EPOCH, first)
        self._own: Mapping[str, Display] = {}
        self._plain: tuple[Display, Mapping[str, Display]] = (first, {})
        self._alerts: tuple[Text, ...] = ()
        self._most_watchers = most_watchers
        self._watchers = 0
        self._phones: Counter[str] = Counter()
        self._closed = False

    @property
    def newest(self) -> Published:
        """The newest publication, as a bystander sees it."""
        return self._newest

    def newest_for(self, viewer: str) -> Published:
        """The newest publication, as this viewer sees it."""
        with self._changed:
            return self._for(viewer)

    def _for(self, viewer: str) -> Published:
        own = self._own.get(viewer)
        return self._newest if own is None else replace(self._newest, display=own, own=True)

    @property
    def has_own(self) -> bool:
        """Whether some viewer has a Display of its own."""
        return bool(self._own)

    @property
    def closed(self) -> bool:
        """Say whether publishing has ended."""
        return self._closed

    @property
    def watchers(self) -> int:
        """How many streams are open."""
        return self._watchers

    def phones(self) -> frozenset[str]:
        """The phones whose streams are open."""
        with self._changed:
            return frozenset(+self._phones)

    def publish(self, display: Display, own: Mapping[str, Display] | None = None) -> None:
        """Publish a Display, and those that single viewers see in its place.

        Displays that all say the same as the newest change nothing.
        """
        with self._changed:
            self._plain = display, dict(own or {})
            self._publish()

    def alert(self, sentences: tuple[Text, ...]) -> None:
        """Have these sentences, and no others, said under every status line from now on."""
        with self._changed:
            self._alerts = sentences
            self._publish()

    def _publish(self) -> None:
        display, own = self._plain
        if self._alerts:
            display = _with(self._alerts, display)
            own = {viewer: _with(self._alerts, each) for viewer, each in own.items()}
        newest = self._newest
        if display == newest.display and own == self._own:
            return
        self._newest = Published(newest.table, newest.epoch, newest.version + 1, display)
        self._own = own
        self._changed.notify_all()

    def wait_newer(self, version: int, wait_s: float, viewer: str = BYSTANDER) -> Published | None:
        """Wait for a publication newer than `version`; None when none came or all has ended."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._newest.version > version, timeout=wait_s
            )
            newer = not self._closed and self._newest.version > version
            return self._for(viewer) if newer else None

    @contextmanager
    def watching(self, phone: str = BYSTANDER) -> Iterator[bool]:
        """Take a place as a watcher; gives False when all places are taken."""
        with self._changed:
            free = self._watchers < self._most_watchers
            self._watchers += free
            self._phones[phone] += free
        try:
            yield free
        finally:
            with self._changed:
                self._watchers -= free
                self._phones[phone] -= free
                self._phones = +self._phones  # forgets phones with no stream

    def close(self) -> None:
        """End every stream."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _with(alerts: tuple[Text, ...], display: Display) -> Display:
    status = replace(display.status, details=(*display.status.details, *alerts))
    return replace(display, status=status)
