"""The loop decides one thing after the other: scripted camera, hand-turned clock, no threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from loop_rig import TOSS, Rig

from companion.display.model import Note, Text, Tone
from companion.flow import Press, Sentence
from companion.keeping.journal import JournalError
from companion.running.hub import VERSIONS_PER_EPOCH, Hub
from companion.running.loop import BusyError
from companion.session.compose import compose
from companion.session.requests import PickRequest, PressRequest
from companion.session.toss_table import TossTable
from hardware.sentences import not_kept


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
