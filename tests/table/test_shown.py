"""What the page is told in every situation, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from session_fakes import FakeTable, Lying, observation
from session_steps import TOSS, accept, pick, reach, reading, shown

from companion.devices.device_words import CAMERA_STARTS
from companion.display.model import Action, Tone
from companion.flow import Status
from companion.session.presses import Phase
from companion.session.requests import PickRequest
from companion.session.view import HANDS_TAKE_S

# -- what is shown -----------------------------------------------------------------------


def test_table_and_game_differ(table: FakeTable) -> None:
    accept(table)
    table.clock.turn(HANDS_TAKE_S)
    table.lie(TOSS[1:])
    display = shown(table)
    assert display.status.text.en == "differs from the game"
    assert [detail.en for detail in display.status.details] == [
        "Token 1 is no longer where it lay."
    ]
    pick(table, 1, "red", "red")
    assert shown(table).status.text.en == "read"
    table.clock.turn(HANDS_TAKE_S)
    table.lie(TOSS)
    assert "more than the toss has: 1 more" in shown(table).status.details[0].en


def test_hands_may_take_a_while_to_do_what_was_entered(table: FakeTable) -> None:
    """What still lies right after a pick, or not yet again after an undo, is no difference."""
    accept(table)
    table.clock.turn(HANDS_TAKE_S)
    table.lie(TOSS)
    pick(table, 1, "red", "red")
    assert shown(table).status.text.en == "read"
    table.lie(TOSS)
    assert shown(table).status.text.en == "read"
    table.press("look")
    table.lie(TOSS)
    assert shown(table).status.text.en == "differs from the game"
    table.lie(TOSS[1:])
    table.press("undo")
    table.lie(TOSS[1:])
    assert shown(table).status.text.en == "read"
    table.clock.turn(HANDS_TAKE_S)
    table.lie(TOSS[1:])
    assert shown(table).status.text.en == "differs from the game"


@pytest.mark.parametrize(("lens", "told"), [("estimated", True), ("calibrated", False)])
def test_a_lens_that_is_only_estimated_is_told(table: FakeTable, lens: str, told: bool) -> None:
    seen = observation(TOSS, table.clock.now_s())
    assert seen.registration is not None
    table.see(replace(seen, registration=replace(seen.registration, lens=lens)))
    tokens = next(each for each in shown(table).sections if each.id == "tokens")
    said = [note.text for note in tokens.notes]
    assert any("not calibrated" in text.en for text in said) is told
    assert any("沒有校正" in text.zh for text in said) is told


@pytest.mark.parametrize("status", list(Status))
def test_the_status_line_says_the_words_of_the_design(table: FakeTable, status: Status) -> None:
    words = (
        "looking · hand in the way · moving · too dark / too blurred · board not found · read · "
        "differs from the game · camera lost"
    )
    assert status.value in words.split(" · ")
    table.see(observation(TOSS, table.clock.now_s(), status))
    if status not in (Status.READ, Status.DIFFERS):
        assert shown(table).status.text.en == status.value


def test_a_camera_that_starts_is_not_lost(table: FakeTable) -> None:
    table.view.lost(CAMERA_STARTS)
    status = shown(table).status
    assert (status.key, status.details[0].zh) == ("looking", "相機正在啟動。")


@pytest.mark.parametrize(("thrown", "words"), [(None, "正在啟動"), ([], "正在畫出模擬桌面")])
def test_before_the_first_picture_it_is_said_what_is_waited_for(
    tmp_path: Path, thrown: list[tuple[int, int]] | None, words: str
) -> None:
    table = FakeTable(tmp_path, thrown=thrown)
    status = shown(table).status
    assert status.key == "looking"
    assert words in status.details[0].zh
    table.lie(TOSS)
    assert shown(table).status.details == ()
    table.journal.close()


def test_a_frame_that_grows_old_is_a_lost_camera(table: FakeTable) -> None:
    table.lie(TOSS)
    assert shown(table).status.key == "read"
    table.clock.turn(3.0)
    assert shown(table).status.key == "camera_lost"
    assert "5 s old" in shown(table).status.details[0].en
    table.lie(TOSS)
    table.view.lost("the camera was unplugged; plug it in again")
    assert shown(table).status.details[0].en == "the camera was unplugged; plug it in again"
    assert table.session.phase is Phase.WATCHING


def test_a_close_call_is_shown_with_its_gap_and_clauses(table: FakeTable) -> None:
    # The rim of the 22 mm token ends 0.4 mm short of the line at 120 degrees.
    table.lie([("recall", 120.0 - 11.0, 59.7)])
    (card,) = shown(table).sections[0].cards
    assert card.state == "odd"
    assert any("within measurement error" in note.text.en for note in card.notes)
    table.lie([("recall", 60.0, 130.0)])
    (card,) = shown(table).sections[0].cards
    assert card.notes[0].clauses == ("GIRL-ASH-3",)


def test_every_button_of_the_page_is_understood(table: FakeTable) -> None:
    """Whatever the page offers, the session answers; nothing offered is refused."""
    unclear: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 120.0, 30.0)]
    accept(table, unclear)
    offered = [
        action
        for section in shown(table).sections
        for card in section.cards
        for group in card.groups
        for action in group.actions
    ]
    picks = [action for action in offered if action.post == "/api/pick"]
    assert len(picks) == 3 + 2 + 4
    for action in picks:
        note = table.session.ask(_request(action), "p", 0.0)
        assert note.tone is Tone.OK, (action, note)
        table.press("undo")


def _request(action: Action) -> PickRequest:
    body = dict(action.body)
    return PickRequest(body["token"], body.get("keep", False), tuple(body.get("light", ())))


def test_all_words_are_there_in_both_languages(table: FakeTable) -> None:
    def texts(node: object) -> list[object]:
        if hasattr(node, "en"):
            return [node]
        if isinstance(node, tuple | list):
            return [text for item in node for text in texts(item)]
        fields = getattr(node, "__dataclass_fields__", {})
        return [text for name in fields for text in texts(getattr(node, name))]

    for phase in (Phase.WATCHING, Phase.SHOWN, Phase.PICKING):
        reach(table, phase)
        found = texts(shown(table))
        assert len(found) > 20
        for text in found:
            both = f"{text.en}{text.zh}"  # type: ignore[attr-defined]
            assert text.en  # type: ignore[attr-defined]
            assert text.zh  # type: ignore[attr-defined]
            assert "{" not in both


def test_a_still_table_is_drawn_once_and_a_moving_one_now_and_then(table: FakeTable) -> None:
    table.lie(TOSS, frames=40)
    assert table.painter.drawn == [None, 3]
    for step in range(20):
        table.clock.turn(0.2)
        table.see(observation([("x2", 10.0 * step, 80.0)], table.clock.now_s()))
    assert 3 <= table.painter.drawn[2:].count(None) <= 5


def test_numbers_stay_with_their_tokens(table: FakeTable) -> None:
    table.lie(TOSS)
    table.lie(list(reversed(TOSS)))
    assert reading(table) == [
        "token 1 x2 blue+red",
        "token 2 scouting red",
        "token 3 recall yellow",
    ]
    table.lie([TOSS[2], ("foraging", 300.0, 80.0)])
    assert reading(table) == ["token 3 recall yellow", "token 4 foraging blue"]
