"""Typed lines as presses, read from real pipes; the two clocks."""

from __future__ import annotations

import io
import os
import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.flow import Press
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.keyboard import KeyLines
from hardware.ports import InputState


class Typing:
    """A pipe that a person types into, and the presses that come of it."""

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.stream = os.fdopen(reading)
        self.presses: queue.Queue[Press] = queue.Queue(16)
        self.keys = KeyLines(self.stream, HandTurnedClock(7.0), self.presses.put_nowait)
        self.keys.start()

    def type(self, text: str) -> None:
        os.write(self.writing, text.encode())

    def next(self) -> tuple[str, bool]:
        press = self.presses.get(timeout=2.0)
        assert (press.source, press.at_s) == ("key", 7.0)
        return press.button, press.held


@pytest.fixture
def typing() -> Iterator[Typing]:
    typing = Typing()
    yield typing
    typing.keys.close()
    typing.stream.close()
    os.close(typing.writing)


def test_letters_are_presses_and_doubled_ones_are_held(typing: Typing) -> None:
    typing.type("l\nN\n  u \nuu\n")
    assert [typing.next() for _ in range(4)] == [
        ("look", False), ("next", False), ("undo", False), ("undo", True)]  # fmt: skip


def test_a_line_may_come_in_parts(typing: Typing) -> None:
    typing.type("l")
    typing.type("\n")
    assert typing.next() == ("look", False)


def test_other_lines_are_counted_and_have_no_effect(typing: Typing) -> None:
    typing.type("look\nx\n\nlll\n" + "n" * 5000 + "\nn\n")
    assert typing.next() == ("next", False)
    assert typing.keys.overflow == 4
    assert typing.presses.empty()


def test_it_stops_cleanly_while_nobody_types(typing: Typing) -> None:
    clock = MonotonicClock()
    began_s = clock.now_s()
    typing.keys.close()
    assert clock.now_s() - began_s < 1.0
    assert not typing.keys._thread.is_alive()
    assert typing.keys.state is InputState.ENDED


def test_the_end_of_input_ends_the_source() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        keys = KeyLines(stream, MonotonicClock(), list[Press]().append)
        keys.start()
        os.close(writing)
        keys._thread.join(2.0)
        assert keys.state is InputState.ENDED
        keys.close()


def test_what_is_no_terminal_is_said(tmp_path: Path) -> None:
    for nothing in (None, io.StringIO("l\n")):
        keys = KeyLines(nothing, MonotonicClock(), list[Press]().append)
        keys.start()
        assert keys.state is InputState.ENDED
        assert "page's buttons" in keys.problem
    (tmp_path / "file").write_text("l\n")
    with (tmp_path / "file").open() as stream:
        keys = KeyLines(stream, MonotonicClock(), list[Press]().append)
        keys.start()
        keys._thread.join(2.0)
        assert "page's buttons" in keys.problem


def test_the_hand_turned_clock_moves_only_when_turned_or_waited_for() -> None:
    clock = HandTurnedClock(3.0)
    clock.turn(1.5)
    clock.wait_s(0.5)
    clock.wait_s(-9.0)
    assert clock.now_s() == 5.0
    with pytest.raises(ValueError, match="never turned back"):
        clock.turn(-0.1)


def test_the_monotonic_clock_waits_and_never_goes_back() -> None:
    clock = MonotonicClock()
    before_s = clock.now_s()
    clock.wait_s(-1.0)
    clock.wait_s(0.01)
    assert clock.now_s() - before_s >= 0.01
