"""Examinations run one at a time, off the asker's thread, and are waited for with a number."""

from __future__ import annotations

import threading
import time

import pytest

from companion.display.findings import Report
from companion.doctor.background import FRESH_S, MOST_WAITERS, Background

REPORT = Report((), "http://table.local", "http://10.0.0.5")
WAIT_S = 5.0


class HandClock:
    def __init__(self) -> None:
        self.at_s = 0.0

    def now_s(self) -> float:
        return self.at_s


class Examined:
    """An examination that lasts until it is let go; counts and names its threads."""

    def __init__(self, at_once: bool = True) -> None:
        self.clock, self.go, self.threads = HandClock(), threading.Event(), list[str]()
        self.began = threading.Event()
        self.error: Exception | None = None
        if at_once:
            self.go.set()
        self.background = Background(self._examine, self.clock)

    def _examine(self) -> Report:
        self.threads.append(threading.current_thread().name)
        self.began.set()
        assert self.go.wait(WAIT_S)
        if self.error is not None:
            raise self.error
        return REPORT


def test_a_report_is_kept_while_it_is_fresh() -> None:
    examined = Examined()
    assert examined.background.report(WAIT_S) is REPORT
    examined.clock.at_s = FRESH_S - 0.1
    assert examined.background.report(WAIT_S) is REPORT
    assert examined.threads == ["doctor"]
    examined.clock.at_s = FRESH_S + 0.1
    assert examined.background.report(WAIT_S) is REPORT
    assert examined.threads == ["doctor", "doctor"]


def test_an_examination_that_takes_long_is_not_waited_for_and_not_begun_twice() -> None:
    examined = Examined(at_once=False)
    began = time.monotonic()
    assert examined.background.report(0.05) is None
    assert examined.background.report(0.05) is None
    assert time.monotonic() - began < WAIT_S
    assert examined.threads == ["doctor"]
    examined.go.set()
    assert examined.background.report(WAIT_S) is REPORT


def test_only_some_may_wait() -> None:
    examined = Examined(at_once=False)
    told: list[Report | None] = []
    askers = [
        threading.Thread(target=lambda: told.append(examined.background.report(WAIT_S)))
        for _ in range(MOST_WAITERS)
    ]
    for asker in askers:
        asker.start()
    assert examined.began.wait(WAIT_S)
    deadline = time.monotonic() + WAIT_S
    while examined.background.waiters < MOST_WAITERS and time.monotonic() < deadline:
        time.sleep(0.001)
    began = time.monotonic()
    assert examined.background.report(WAIT_S) is None
    assert time.monotonic() - began < WAIT_S / 2
    examined.go.set()
    for asker in askers:
        asker.join(WAIT_S)
    assert told == [REPORT] * MOST_WAITERS


@pytest.mark.error_log("the examination failed")
def test_an_examination_that_fails_is_no_report_and_may_be_asked_again() -> None:
    examined = Examined()
    examined.error = RuntimeError("the disk is on fire")
    assert examined.background.report(WAIT_S) is None
    examined.error = None
    assert examined.background.report(WAIT_S) is REPORT
