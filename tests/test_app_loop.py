"""The loop decides one thing after the other: scripted camera, hand-turned clock, no threads."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from session_fakes import FRAME, FakeTable, Lying, observation

from companion.display.model import Note, Text, Tone
from companion.errors import CameraError
from companion.flow import Frame, Observation, Press, Sentence
from companion.keeping.journal import JournalError
from companion.running.eyes import LONGEST_LOOK_S, YOUNG_S, Eyes, rest_s
from companion.running.hub import VERSIONS_PER_EPOCH, Hub
from companion.running.loop import BusyError, Inbox, Loop
from companion.session.compose import compose
from companion.session.ports import Seen
from companion.session.requests import PickRequest, PressRequest
from companion.session.toss_table import TossTable
from companion.table.settle import SettleRules
from hardware.sentences import not_kept

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


class Script:
    """A camera and reader that follow a script: what lies there, or an error."""

    def __init__(self, table: FakeTable) -> None:
        self.table = table
        self.lying: list[Lying] = []
        self.hand = False
        self.error: Exception | None = None
        self.delay_s = 0.0
        self.asked_newer_than_s: list[float] = []

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        self.asked_newer_than_s.append(newer_than_s)
        if isinstance(self.error, CameraError):
            raise self.error
        self.table.clock.turn(0.2)
        return Frame(FRAME.copy(), self.table.clock.now_s() - self.delay_s, "script")

    def read(self, frame: Frame) -> Observation:
        if self.error is not None:
            raise self.error
        return observation(self.lying, frame.exposed_at_s, hand=self.hand)


class Rig:
    """Inbox, eyes, loop and hub round a fake table, stepped by hand."""

    def __init__(self, folder: Path) -> None:
        self.table = FakeTable(folder)
        self.script = Script(self.table)
        self.inbox = Inbox(length=3)
        shown = TossTable(self.table.session)
        first = compose(self.table.session, self.table.clock.now_s())
        self.hub = Hub("table", 1, first, most_watchers=2)
        self.lamps: list[str] = []
        clock = self.table.clock
        self.loop = Loop(shown, self.inbox, self.hub, clock, self.lamps.append)
        self.eyes = Eyes(self.script, self.script, self.inbox, clock, pace_s=0.2)

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.eyes.step()
            self.loop.step(0.0)

    def press(self, button: str) -> None:
        self.inbox.press(Press(button, self.table.clock.now_s(), "pin"))
        self.loop.step(0.0)

    @property
    def status(self) -> str:
        return self.hub.newest.display.status.text.en


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path)
    yield made
    made.table.journal.close()


def test_see_read_settle_judge_say(rig: Rig) -> None:
    assert rig.status == "looking"
    rig.script.lying, rig.script.hand = TOSS, True
    rig.turn()
    assert rig.status == "hand in the way"
    rig.script.hand = False
    rig.turn(2)
    assert rig.status == "moving"
    rig.turn(2)
    assert rig.status == "read"
    rig.press("next")
    assert rig.hub.newest.display.prompt.en == "Taking a fresh look ..."
    rig.turn(4)
    assert rig.hub.newest.display.prompt.en == "A selects a token (Elder on space 5)."
    assert rig.lamps[-1] == "green"


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


def test_a_full_queue_counts_what_it_drops(rig: Rig) -> None:
    for _ in range(5):
        rig.inbox.press(Press("undo", 0.0, "pin"))
    assert rig.inbox.overflow == 2
    rig.loop.step(0.0)
    notes = rig.hub.newest.display.sections[0].notes
    assert [note.text.en for note in notes] == ["2 presses came too fast and were dropped."]


def test_a_pin_that_can_not_be_had_is_named_on_the_page(rig: Rig) -> None:
    sentence = "Pin 17 for the button 'look' can't be used; free it."
    display = compose(rig.table.session, 0.0, 0, (sentence,))
    assert [note.text.en for note in display.sections[0].notes] == [sentence]


def test_what_the_camera_can_not_keep_fixed_is_among_the_details(rig: Rig) -> None:
    sentence = not_kept(("focus",))
    says = [sentence]
    table = TossTable(rig.table.session, (), lambda: says[-1])
    (detail,) = (each for each in details(table) if each.en == sentence)
    assert detail.zh != detail.en
    says.append("")  # it was settled again
    assert sentence not in [each.en for each in details(table)]
    # Without pictures there is something more urgent to do.
    says.append(sentence)
    table.lose("The camera usb 0 is gone.")
    assert details(table)[0].en == "The camera usb 0 is gone."
    assert sentence not in [each.en for each in details(table)]


def details(table: TossTable) -> tuple[Text, ...]:
    return table.shown(0.0, 0).display.status.details


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


@pytest.mark.error_log("a decision failed")
def test_a_failing_decision_books_nothing_and_is_said(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.session.wood_ash.judge", lambda state, move: 1 / 0)
    assert asked(rig, PickRequest(1, keep=True)).tone is Tone.REFUSED
    assert rig.table.entries == ()


def test_a_full_disk_is_one_sentence(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.script.lying = TOSS
    rig.turn(5)
    rig.press("next")
    rig.turn(4)

    def full(*args: object, **more: object) -> None:
        raise JournalError(Sentence("disk_full", "the disk is full; make room"))

    monkeypatch.setattr(rig.table.journal, "append", full)
    note = asked(rig, PickRequest(2, keep=True))
    assert (note.tone, note.text) == (
        Tone.REFUSED,
        Text("the disk is full; make room", "磁碟已滿，請騰出空間"),
    )
    assert rig.table.session.casting.picks == ()


def asked(rig: Rig, request: PickRequest | PressRequest) -> Note:
    """Ask from another thread, as the web server does, while the loop takes one step."""
    answers: list[Note] = []
    asking = threading.Thread(target=lambda: answers.append(rig.inbox.ask(request, "phone", 5.0)))
    asking.start()
    rig.loop.step(5.0)
    asking.join(5.0)
    return answers[0]


def test_an_answered_phone_finds_the_new_version(rig: Rig) -> None:
    before = rig.hub.newest.version
    asked(rig, PressRequest("undo"))
    assert rig.hub.newest.version > before


def test_who_asks_a_loop_that_does_not_answer_is_told(rig: Rig) -> None:
    with pytest.raises(BusyError, match="the table is busy"):
        rig.inbox.ask(PressRequest("look"), "phone", wait_s=0.05)
    rig.inbox.close()
    with pytest.raises(BusyError):
        rig.inbox.ask(PressRequest("look"), "phone", wait_s=5.0)


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


@pytest.mark.error_log("a decision failed")
def test_a_lamp_that_fails_does_not_end_the_loop(rig: Rig) -> None:
    def broken(colour: str) -> None:
        raise OSError("the pin is gone")

    rig.loop._lamp = broken
    rig.press("look")
    rig.turn(1)
    assert rig.table.session.verdict is not None
    assert "Something went wrong" in rig.table.session.verdict.text.en
    rig.loop._lamp = lambda colour: None
    rig.press("undo")
    rig.turn(1)
    verdict = rig.hub.newest.display.verdict
    assert verdict is not None
    assert "Something went wrong" not in verdict.text.en


def test_versions_grow_only_when_something_changed() -> None:
    display = object.__new__(object)
    hub = Hub("t", 3, display, most_watchers=1)  # type: ignore[arg-type]
    assert hub.newest.version == 3 * VERSIONS_PER_EPOCH
    hub.publish(display)  # type: ignore[arg-type]
    assert hub.newest.version == 3 * VERSIONS_PER_EPOCH
    hub.publish("other")  # type: ignore[arg-type]
    assert hub.newest.version == 3 * VERSIONS_PER_EPOCH + 1
    assert hub.wait_newer(hub.newest.version, 0.01) is None
    assert hub.wait_newer(0, 0.0) is hub.newest
    with hub.watching() as first, hub.watching() as second:
        assert (first, second) == (True, False)
    assert hub.watchers == 0
    hub.close()
    assert hub.wait_newer(0, 5.0) is None


def test_a_seen_frame_is_read_only() -> None:
    seen = Seen(Frame(FRAME.copy(), 0.0, "x"), observation([], 0.0))
    with pytest.raises(ValueError, match="read-only"):
        seen.frame.image_bgr[0, 0] = 1
