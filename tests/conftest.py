"""Guards round every test: no thread may be left behind, no unexpected error may be logged.

A test that provokes an error log names it: `@pytest.mark.error_log("camera lost")`; then it
fails unless an error with these words was logged, and on any other error.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from pathlib import Path

    from photographs import Photograph, Photographs
    from toss_calls import Call

# A busy machine is slow, not wrong; a failure prints what reproduces it.
settings.register_profile("companion", deadline=None, print_blob=True)
settings.load_profile("companion")

THREADS_END_WITHIN_S = 3.0


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail the test when a thread that would keep the program alive outlives it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + THREADS_END_WITHIN_S
    for thread in _new_threads(before):
        thread.join(max(0.0, deadline - time.monotonic()))
    left = [thread.name for thread in _new_threads(before)]
    assert not left, f"threads are left behind: {left}"


def _new_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    return [
        thread
        for thread in threading.enumerate()
        if thread not in before and not thread.daemon and thread.is_alive()
    ]


class _ErrorLog(logging.Handler):
    """Keeps the messages of ERROR and above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one message, with the exception's text if there is one."""
        self.messages.append(logging.Formatter().format(record))


@pytest.fixture(autouse=True)
def no_unexpected_error_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test on an ERROR log that it does not name with `error_log`."""
    patterns = [str(mark.args[0]) for mark in request.node.iter_markers("error_log")]
    handler = _ErrorLog()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    unexpected = [
        message
        for message in handler.messages
        if not any(re.search(pattern, message) for pattern in patterns)
    ]
    assert not unexpected, f"errors were logged: {unexpected}"
    silent = [
        pattern
        for pattern in patterns
        if not any(re.search(pattern, message) for message in handler.messages)
    ]
    assert not silent, f"no error was logged with the words {silent}"


@pytest.fixture(scope="session")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Photographs:
    """Simulated photographs, each made once for all tests."""
    from photographs import Photographs

    return Photographs(tmp_path_factory.mktemp("photographs"))


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls the command line within this interpreter."""
    from toss_calls import caller

    return caller(monkeypatch, capsys)


@pytest.fixture(scope="session")
def shown(photographs: Photographs) -> Photograph:
    """Six clear tokens, one of them partly outside the target."""
    from photographs import spread_out

    return photographs.take("night", spread_out(photographs.studio("night").art))


@pytest.fixture(scope="session")
def photo(shown: Photograph, photographs: Photographs) -> Path:
    """The same as a file."""
    return photographs.file(shown, "clear")


@pytest.fixture(scope="session")
def table(photographs: Photographs) -> Path:
    """The description of the board in `photo`."""
    return photographs.table("night")
