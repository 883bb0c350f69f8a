"""Keeps a served table running until it is told to stop, and systemd told how it is."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from typing import TextIO

from companion.running.loop import Clock
from companion.serving.service_manager import ServiceManager

LOOK_EACH_S = 1.0
# Several looks to a report, so that a report is not late by a whole look.
LOOKS_PER_REPORT = 4


class Watch:
    """Reports that all is well while the deciding loop goes round, and only then.

    `beat_at_s` gives when the loop last began to wait for something to do.  A decision that takes
    long is no hang as long as it ends within the watchdog's time.
    """

    def __init__(
        self, manager: ServiceManager, beat_at_s: Callable[[], float], clock: Clock
    ) -> None:
        self._manager, self._beat_at_s, self._clock = manager, beat_at_s, clock
        self._told_beat_s = self._told_at_s = float("-inf")

    @property
    def wait_s(self) -> float:
        """How long to wait between two looks."""
        every_s = self._manager.report_every_s
        return LOOK_EACH_S if every_s is None else min(LOOK_EACH_S, every_s / LOOKS_PER_REPORT)

    def look(self) -> None:
        """Report when it is time and the loop has gone round since the last report."""
        every_s, beat_s = self._manager.report_every_s, self._beat_at_s()
        if every_s is None or beat_s <= self._told_beat_s:
            return
        now_s = self._clock.now_s()
        if now_s - self._told_at_s >= every_s:
            self._manager.alive()
            self._told_beat_s, self._told_at_s = beat_s, now_s


def _never() -> bool:
    return False


def serve_until(
    stopped: threading.Event,
    addresses: str,
    beat_at_s: Callable[[], float],
    clock: Clock,
    past_help: Callable[[], bool] = _never,
) -> bool:
    """Say that the page is served at `addresses`, watch over the loop, say when the end begins.

    Gives False when the end was not asked for: something is `past_help`, and there is a service
    manager that starts a new process.  Without one the page is served on.
    """
    manager = ServiceManager()
    watch = Watch(manager, beat_at_s, clock)
    manager.ready(f"page at {addresses}")
    while not stopped.wait(watch.wait_s):
        watch.look()
        if manager.starts_again and past_help():
            break
    manager.stopping()
    return stopped.is_set()


def writes_to_journal(environ: Mapping[str, str], stream: TextIO) -> bool:
    """Whether what is written to `stream` ends in systemd's journal, which others may read.

    JOURNAL_STREAM is the device and inode of the journal's end; see systemd.exec(5).
    """
    try:
        opened = os.fstat(stream.fileno())
    except OSError:
        return False
    return environ.get("JOURNAL_STREAM", "") == f"{opened.st_dev}:{opened.st_ino}"
