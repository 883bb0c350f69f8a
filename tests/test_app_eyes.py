"""What the eyes hand to the loop: newest frames, lost cameras, rest; by hand, without threads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from loop_rig import TOSS, Rig
from session_fakes import FRAME, observation

from companion.errors import CameraError
from companion.flow import Frame, Observation
from companion.running.eyes import LONGEST_LOOK_S, YOUNG_S, Eyes, rest_s
from companion.session.ports import Seen
from companion.table.settle import SettleRules


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path)
    yield made
    made.table.journal.close()


@pytest.mark.parametrize(("draws", "allowed_s"), [(False, -math.inf), (True, LONGEST_LOOK_S)])
def test_a_camera_that_draws_its_pictures_is_not_lost_meanwhile(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, draws: bool, allowed_s: float
) -> None:
    eyes = Eyes(rig.script, rig.script, rig.inbox, rig.table.clock, 0.2, draws)
    since_s, while_drawing_s = rig.table.clock.now_s(), []
    frame = rig.script.frame

    def drawn(newer_than_s: float, wait_s: float) -> Frame:
        while_drawing_s.append(rig.inbox.busy_until_s)
        return frame(newer_than_s, wait_s)

    monkeypatch.setattr(rig.script, "frame", drawn)
    eyes.step()
    assert while_drawing_s == [since_s + allowed_s]


def test_a_press_counts_only_frames_that_began_after_it(rig: Rig) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    # The camera hands over frames that are half a second old.
    rig.script.delay_s = 0.5
    pressed_at_s = rig.table.clock.now_s()
    rig.press("next")
    while not rig.table.session.casting.tokens:
        rig.turn()
        assert rig.table.clock.now_s() < pressed_at_s + 3.0
    assert rig.table.view.settling.since_s >= pressed_at_s


def test_the_camera_is_always_asked_for_something_newer(rig: Rig) -> None:
    rig.turn(3)
    asked = rig.script.asked_newer_than_s
    assert asked == sorted(asked)
    assert len(set(asked)) == 3


def test_only_the_newest_reading_is_kept(rig: Rig) -> None:
    for _ in range(50):
        rig.eyes.step()
    rig.loop.step(0.0)
    newest = rig.table.view.settling.latest
    assert newest is not None
    assert newest.exposed_at_s == rig.table.clock.now_s()


def test_a_lost_camera_is_said_and_the_buttons_live_on(rig: Rig) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    rig.script.error = CameraError("stopped", "the camera stopped; check its cable")
    rig.turn()
    display = rig.hub.newest.display
    assert (rig.status, display.status.details[0].en) == ("camera lost", str(rig.script.error))
    rig.press("undo")
    verdict = rig.hub.newest.display.verdict
    assert verdict is not None
    assert "nothing was booked yet" in verdict.text.en
    rig.script.error = None
    rig.turn(5)
    assert rig.status == "read"


def test_a_dead_camera_thread_is_noticed_by_the_age_of_the_frame(rig: Rig) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    rig.table.clock.turn(2.5)
    rig.loop.step(0.0)
    assert rig.status == "camera lost"


def test_a_slow_reader_is_no_lost_camera(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    said = []

    def slow(frame: Frame) -> Observation:
        for _ in range(5):
            rig.table.clock.turn(4.0)
            rig.loop.step(0.0)
            said.append(rig.status)
        return observation(TOSS, frame.exposed_at_s)

    monkeypatch.setattr(rig.script, "read", slow)
    rig.turn()
    assert said == ["looking", "looking", "looking", "camera lost", "camera lost"]


@pytest.mark.error_log("a frame could not be read")
def test_one_unreadable_frame_does_not_end_the_watch(rig: Rig) -> None:
    rig.script.error = ZeroDivisionError("in the reader")
    rig.turn(3)
    assert rig.status == "camera lost"
    rig.script.error, rig.script.lying = None, TOSS
    rig.turn(5)
    assert rig.status == "read"


def test_the_eyes_rest_only_while_the_table_is_calm(rig: Rig) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    assert rig.table.session.calm
    rig.press("look")
    assert not rig.table.session.calm
    rig.inbox.rest(60.0)  # comes back at once, or the test never ends


def test_a_lost_camera_is_told_once_in_the_terminal(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    for why in ("the cable is loose", "the cable is loose", "it is busy"):
        rig.script.error = CameraError("no camera", why)
        rig.turn()
    rig.script.error = None
    rig.turn()
    rig.script.error = CameraError("no camera", "it is busy")
    rig.turn()
    assert caplog.messages == ["the cable is loose", "it is busy", "it is busy"]


@pytest.mark.parametrize(
    ("took_s", "expected_s"), [(0.0, 0.0), (0.1, 0.3), (0.25, 0.75), (0.6, 0.4), (1.5, 0.0)]
)
def test_rested_eyes_never_make_a_picture_old(took_s: float, expected_s: float) -> None:
    assert rest_s(took_s) == pytest.approx(expected_s)
    # Exposed, read, rested, and the next one read: within what counts as fresh.
    if took_s <= YOUNG_S:
        assert (2 * took_s + rest_s(took_s)) * 1000 <= SettleRules().age_ms


def test_a_seen_frame_is_read_only() -> None:
    seen = Seen(Frame(FRAME.copy(), 0.0, "x"), observation([], 0.0))
    with pytest.raises(ValueError, match="read-only"):
        seen.frame.image_bgr[0, 0] = 1
