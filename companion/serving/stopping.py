"""Ctrl-C and a service manager's stop as one event."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Container, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

HUNG_STATUS = 75  # EX_TEMPFAIL of sysexits(3): trying again may help


@contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Give an event that is set by SIGINT or SIGTERM; the handlers before come back after.

    A second signal while stopping has no further effect.  Only for the main thread.
    """
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_at_once(sentence: str) -> NoReturn:
    """End this process without waiting for threads, of which one hangs; the sentence says why."""
    print(sentence, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(HUNG_STATUS)


def end_stopped(sentence: str, threads: Container[str]) -> None:
    """Say the last word; where a thread of these names is still at work, end without it.

    Everything is closed by then.  A thread inside a picture library would abort the interpreter
    while that ends.
    """
    print(sentence, flush=True)
    if any(thread.name in threads for thread in threading.enumerate()):
        sys.stderr.flush()
        os._exit(0)
