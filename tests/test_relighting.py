"""The light is measured anew when it stays bad or somebody holds look; never for a hand."""

from __future__ import annotations

import pytest
from session_fakes import FRAME, HandClock

from companion.errors import CameraError
from companion.flow import Frame, Observation, Status
from companion.running.eyes import Eyes
from companion.running.loop import Inbox
from companion.running.relighting import AGAIN_AFTER_S, BAD_FOR_S, LightWatch


def seen(
    at_s: float, status: Status = Status.READ, *, change: float = 0.0, hand: bool = False
) -> Observation:
    return Observation("board", at_s, status, light_change=change, hand_present=hand)


@pytest.mark.parametrize(
    ("bad", "measured"),
    [
        (seen(0.0), False),
        (seen(0.0, Status.BAD_LIGHT), True),
        (seen(0.0, Status.NO_BOARD), True),
        (seen(0.0, change=-0.5), True),
        (seen(0.0, change=0.7), True),
        (seen(0.0, change=0.2), False),
        (seen(0.0, Status.HAND), False),
        (seen(0.0, Status.BAD_LIGHT, hand=True), False),
        (seen(0.0, change=-0.5, hand=True), False),
    ],
)
def test_what_lasts_and_is_no_hand_has_the_light_measured(bad: Observation, measured: bool) -> None:
    watch = LightWatch()
    assert not watch.due(seen(0.0), 0.0)
    due_s = [s for s in range(1, 20) if watch.due(bad, float(s))]
    assert bool(due_s) == measured
    if measured:
        assert due_s[0] == 1 + BAD_FOR_S


def test_bad_light_that_passes_is_left_alone() -> None:
    watch = LightWatch()
    for second in range(60):
        status = Status.READ if second % 4 == 3 else Status.BAD_LIGHT
        assert not watch.due(seen(second, status), float(second))


def test_measuring_that_does_not_help_is_not_repeated_at_once() -> None:
    watch = LightWatch()
    due_s = []
    for second in range(100):
        if watch.due(seen(second, Status.BAD_LIGHT), float(second)):
            due_s.append(second)
            watch.settled(float(second))
    assert due_s == [4, 4 + AGAIN_AFTER_S, 4 + 2 * AGAIN_AFTER_S]


def test_after_measuring_the_new_brightness_is_the_usual_one() -> None:
    watch = LightWatch()
    watch.due(seen(0.0), 0.0)
    watch.settled(0.0)
    for second in range(1, 200):
        assert not watch.due(seen(second, change=-0.5), float(second))


class _Table:
    """Camera and reader: what was read last, and how often the light was measured."""

    def __init__(self, clock: HandClock) -> None:
        self.clock, self.status, self.measured = clock, Status.READ, 0
        self.error: CameraError | None = None

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        self.clock.turn(1.0)
        return Frame(FRAME.copy(), self.clock.now_s(), "table")

    def read(self, frame: Frame) -> Observation:
        return seen(frame.exposed_at_s, self.status)

    def settle(self) -> str:
        if self.error is not None:
            raise self.error
        self.measured += 1
        return ""


def test_eyes_have_the_light_measured_when_it_stays_bad_or_somebody_asks() -> None:
    clock = HandClock()
    table = _Table(clock)
    eyes = Eyes(table, table, Inbox(), clock, pace_s=0.2)
    for _ in range(10):
        eyes.step()
    assert table.measured == 0
    table.status = Status.BAD_LIGHT
    for _ in range(10):
        eyes.step()
    assert table.measured == 1
    eyes.settle_soon()
    eyes.step()
    assert table.measured == 2


def test_a_camera_that_fails_while_measuring_is_told_like_any_other() -> None:
    clock, inbox = HandClock(), Inbox()
    table = _Table(clock)
    eyes = Eyes(table, table, inbox, clock, pace_s=0.2)
    table.error = CameraError("stopped", "the camera stopped")
    eyes.settle_soon()
    assert not eyes.step()
    assert inbox.take(0.0)[2] == "the camera stopped"
    assert eyes.step(), "it is looked at again"
