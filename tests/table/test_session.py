"""A session from toss to last selection: presses, corrections, undo, resume, what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from session_fakes import FakeTable, Lying, observation

from companion.display.model import Action, Display, Note, Tone
from companion.flow import Press, Status
from companion.session.compose import compose
from companion.session.presses import BUTTONS, MEANINGS, Meaning, Phase
from companion.session.requests import CorrectRequest, PickRequest, PressRequest, TrackRequest

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


@pytest.fixture
def table(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = FakeTable(tmp_path)
    yield made
    made.journal.close()


def shown(table: FakeTable) -> Display:
    return compose(table.session, table.clock.now_s())


def accept(table: FakeTable, toss: list[Lying] = TOSS) -> None:
    table.lie(toss)
    table.press("next")
    table.lie(toss)
    assert table.session.phase is Phase.PICKING


def pick(table: FakeTable, token: int, *light: str, keep: bool = False) -> Note:
    return table.session.ask(PickRequest(token, keep, light), "phone", table.clock.now_s())


def correct(table: FakeTable, *args: object, **more: object) -> Note:
    request = CorrectRequest(*args, **more)  # type: ignore[arg-type]
    return table.session.ask(request, "phone", table.clock.now_s())


def reading(table: FakeTable) -> list[str]:
    return [str(live.token) for live in table.view.live]


# -- accepting a toss --------------------------------------------------------------------


def test_nothing_is_booked_from_a_frame_begun_before_the_press(table: FakeTable) -> None:
    table.lie(TOSS, frames=10)
    table.press("next")
    # The frames of the settled reading are all older than the press.
    table.see(observation(TOSS, table.clock.now_s() - 0.04))
    assert table.session.phase is Phase.LOOKING
    table.lie(TOSS, frames=2)
    assert table.session.phase is Phase.LOOKING
    table.lie(TOSS, frames=1)
    assert table.session.phase is Phase.PICKING
    assert table.journal.entries[-1].kind == "cast"
    assert table.journal.entries[-1].picture == "hash-1"


def test_what_differs_from_what_was_shown_is_not_booked(table: FakeTable) -> None:
    table.lie(TOSS)
    table.press("next")
    table.lie([("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("offering", 200.0, 80.0)])
    assert table.session.phase is Phase.SHOWN
    assert table.session.verdict is not None
    assert table.session.verdict.tone is Tone.UNSURE
    assert "differently" in table.session.verdict.text.en
    assert table.journal.entries == ()


def test_too_few_tokens_are_refused_girl_ash_1(table: FakeTable) -> None:
    table.lie(TOSS[:2])
    table.press("next")
    table.lie(TOSS[:2])
    verdict = table.session.verdict
    assert verdict is not None
    assert (verdict.tone, verdict.clauses) == (Tone.REFUSED, ("GIRL-ASH-1",))


def test_a_hand_after_the_press_waits_and_then_says_so(table: FakeTable) -> None:
    table.lie(TOSS)
    table.press("next")
    for _ in range(40):
        table.clock.turn(0.2)
        table.see(observation(TOSS, table.clock.now_s(), hand=True))
    assert table.session.phase is Phase.WATCHING
    verdict = table.session.verdict
    assert verdict is not None
    assert verdict.text.en == "The table could not be read within 6 seconds: hand in the way."
    assert table.journal.entries == ()
    table.lie(TOSS)
    assert table.session.phase is Phase.SHOWN


# -- presses -----------------------------------------------------------------------------


def test_every_press_has_a_listed_meaning_in_every_phase() -> None:
    assert set(MEANINGS) == {(phase, button) for phase in Phase for button in BUTTONS}


def reach(table: FakeTable, phase: Phase) -> None:
    if phase is Phase.WATCHING:
        table.lie(TOSS, frames=1)
    elif phase is Phase.SHOWN:
        table.lie(TOSS)
    elif phase is Phase.LOOKING:
        table.lie(TOSS)
        table.press("look")
    else:
        accept(table)
        if phase is Phase.DONE:
            pick(table, 1, "red", "red")
            pick(table, 2, keep=True)
    assert table.session.phase is phase


@pytest.mark.parametrize(("phase", "button"), sorted(MEANINGS, key=str))
def test_a_press_does_what_the_table_says(table: FakeTable, phase: Phase, button: str) -> None:
    reach(table, phase)
    before = len(table.journal.entries)
    note = table.press(button)
    meaning = MEANINGS[phase, button]
    if meaning.refused or meaning is Meaning.THROW:
        assert note.tone is Tone.REFUSED
        assert "has no meaning now" in note.text.en
        assert "{" not in note.text.en + note.text.zh
        assert len(table.journal.entries) == before
        assert table.session.phase is phase
    elif meaning is Meaning.UNDO:
        undone = before > 0
        assert (note.tone is Tone.OK) == undone
        assert len(table.journal.entries) == before + undone
    elif meaning in (Meaning.LOOK, Meaning.ACCEPT):
        assert table.session.phase is Phase.LOOKING
    elif meaning is Meaning.CANCEL:
        assert table.session.phase is Phase.SHOWN
    else:
        assert meaning is Meaning.NEXT_ROUND
        assert str(table.session.booked.track) == "girl 7; elders B6 A5; villagers"


def test_a_button_nobody_knows(table: FakeTable) -> None:
    note = table.session.press(Press("dance", 0.0, "page"))
    assert note.tone is Tone.REFUSED
    assert "dance" in note.text.en


@pytest.mark.parametrize("settled", [True, False])
def test_next_throws_on_a_simulated_table_with_an_empty_dish(tmp_path: Path, settled: bool) -> None:
    table = FakeTable(tmp_path, thrown=[])
    table.lie([], frames=5 if settled else 1)
    table.press("next")
    assert table.thrown == ([3] if settled else [])
    table.journal.close()


def test_the_next_round_throws_on_a_simulated_table(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, thrown=[])
    reach(table, Phase.DONE)
    note = table.press("next")
    assert note.clauses == ("GIRL-CLEAN-1", "GIRL-CLEAN-3")
    assert table.thrown == [3]
    assert table.laid == [["x2", "scouting", "recall"], ["scouting", "recall"], ["recall"]]
    assert table.view.live == ()
    table.journal.close()


def test_the_last_round_girl_clean_2(table: FakeTable) -> None:
    spaces = {"13": "girl", "12": "elder A", "11": "elder B"}
    assert table.session.ask(TrackRequest(spaces), "p", 0.0).tone is Tone.OK
    reach(table, Phase.DONE)
    assert table.press("next").clauses == ("GIRL-CLEAN-2",)
    assert table.session.phase is Phase.DONE


# -- selections, undo, resume ------------------------------------------------------------


def test_selections_in_order_undone_and_resumed(table: FakeTable) -> None:
    accept(table)
    assert shown(table).prompt.en == "A selects a token (Elder on space 5)."
    assert pick(table, 1, "blue", "red").tone is Tone.OK
    assert shown(table).prompt.en == "B selects a token (Elder on space 4)."
    assert pick(table, 1, "blue", "red").clauses == ("GIRL-ASH-4",)
    table.press("undo")
    assert shown(table).prompt.en == "A selects a token (Elder on space 5)."
    pick(table, 2, keep=True)
    before = table.session.casting
    table.restart()
    assert table.session.casting == before
    assert [entry.kind for entry in table.journal.entries] == ["cast", "pick", "undo", "pick"]
    assert pick(table, 3, "yellow").clauses[-2:] == ("GIRL-ASH-10", "GIRL-Q21")
    assert table.session.phase is Phase.DONE


def test_undo_goes_back_to_the_beginning_and_no_further(table: FakeTable) -> None:
    accept(table)
    pick(table, 2, keep=True)
    assert table.press("undo").text.en == "Taken back: the selection A 2 keep."
    assert table.press("undo").text.en == "Taken back: the toss."
    assert table.press("undo").tone is Tone.REFUSED
    assert table.session.casting.tokens == ()


def test_who_acts_on_an_older_moment_is_told_so(table: FakeTable) -> None:
    accept(table)
    seen = table.session.moment
    assert table.session.ask(PickRequest(2, True, moment=seen), "a", 0.0).tone is Tone.OK
    late = table.session.ask(PressRequest("undo", moment=seen), "b", 0.0)
    assert late.tone is Tone.REFUSED
    assert "just before you" in late.text.en
    assert len(table.session.casting.picks) == 1


# -- corrections -------------------------------------------------------------------------


def test_a_correction_beats_later_frames_until_the_token_leaves(table: FakeTable) -> None:
    table.lie(TOSS)
    assert correct(table, 3, "stardust", ["red"]).tone is Tone.OK
    table.lie(TOSS, frames=10)
    assert reading(table)[2] == "token 3 stardust red"
    # A hand over it is no departure.
    table.clock.turn(0.2)
    table.see(observation(TOSS[:2], table.clock.now_s(), hand=True))
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust red"
    table.restart()
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust red"
    table.lie(TOSS[:2])
    assert table.journal.entries[-1].kind == "left"
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 recall yellow"


def test_a_covered_place_is_no_departure(table: FakeTable) -> None:
    table.lie(TOSS)
    correct(table, 3, "stardust")
    for _ in range(5):
        table.clock.turn(0.2)
        covered = (("yellow", "a sleeve lies over it"),)
        table.see(observation(TOSS[:2], table.clock.now_s(), covered=covered))
    table.lie(TOSS)
    assert reading(table)[2] == "token 3 stardust yellow"


def test_a_token_seen_twice_or_not_at_all_can_be_put_right(table: FakeTable) -> None:
    doubled: list[Lying] = [*TOSS, ("recall", 200.0, 105.0)]
    table.lie(doubled)
    assert correct(table, 4, gone=True).tone is Tone.OK
    table.lie(doubled)
    assert len(reading(table)) == 3
    table.lie(TOSS[:2])
    assert correct(table, kind="recall", light=("red", "blue")).tone is Tone.OK
    table.lie(TOSS[:2])
    assert reading(table)[2] == "token 3 recall blue+red"
    table.press("next")
    table.lie(TOSS[:2])
    assert table.session.phase is Phase.PICKING
    assert pick(table, 3, "blue").tone is Tone.OK
    assert not table.view.difference.any


def test_a_booked_token_is_corrected_before_it_is_selected(table: FakeTable) -> None:
    accept(table, [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall?offering", 200.0, 80.0)])
    asked = pick(table, 3, keep=True)
    assert asked.tone is Tone.UNSURE
    assert [action.body for action in asked.actions] == [
        {"token": 3, "kind": "recall"},
        {"token": 3, "kind": "offering"},
    ]
    assert correct(table, 3, "offering").tone is Tone.OK
    assert pick(table, 3, keep=True).tone is Tone.OK
    assert correct(table, 3, "recall").tone is Tone.REFUSED


@pytest.mark.parametrize(
    "request_",
    [
        CorrectRequest(9, "recall"),
        CorrectRequest(1),
        CorrectRequest(1, "moon"),
        CorrectRequest(1, light=("green",)),
        CorrectRequest(kind="recall"),
        CorrectRequest(light=("red",)),
        CorrectRequest(kind="recall", light=(), gone=True),
    ],
)
@pytest.mark.parametrize("booked", [False, True])
def test_senseless_corrections_are_refused(
    table: FakeTable, request_: CorrectRequest, booked: bool
) -> None:
    reach(table, Phase.PICKING if booked else Phase.SHOWN)
    before = table.journal.entries
    note = table.session.ask(request_, "p", 0.0)
    assert note.tone is Tone.REFUSED
    assert note.text.en
    assert note.text.zh
    assert table.journal.entries == before


# -- the track ---------------------------------------------------------------------------


def test_the_track_is_set_and_decides_how_many_are_cast(table: FakeTable) -> None:
    spaces = {
        "9": "girl",
        "8": "elder C",
        "7": "elder A",
        "6": "elder B",
        "4": "villager A",
        "1": "",
    }
    assert table.session.ask(TrackRequest(spaces), "p", 0.0).tone is Tone.OK
    assert str(table.session.booked.track) == "girl 9; elders C8 A7 B6; villagers A4"
    assert shown(table).prompt.en.startswith("Cast 5 tokens")
    table.session.ask(TrackRequest(players=4), "p", 0.0)
    assert shown(table).prompt.en.startswith("Cast 5 tokens")
    assert len(shown(table).sections[1].steps) == 4


@pytest.mark.parametrize(
    "request_",
    [
        TrackRequest(),
        TrackRequest(players=1),
        TrackRequest(players=5),
        TrackRequest(players=-3),
        TrackRequest(players=10**30),
        TrackRequest({}),
        TrackRequest({"5": "girl"}),
        TrackRequest({"6": "girl", "7": "girl", "5": "elder A", "4": "elder B"}),
        TrackRequest({"six": "girl"}),
        TrackRequest({"6": "queen"}),
        TrackRequest({"6" * 400: "girl"}),
        TrackRequest({"6": "girl", "5": "elder A", "3": "elder B"}),
    ],
)
def test_impossible_tracks_are_refused(table: FakeTable, request_: TrackRequest) -> None:
    note = table.session.ask(request_, "p", 0.0)
    assert note.tone is Tone.REFUSED
    assert len(note.text.en) < 600
    assert table.journal.entries == ()


def test_the_track_stands_while_meeples_select(table: FakeTable) -> None:
    accept(table)
    assert table.session.ask(TrackRequest(players=3), "p", 0.0).tone is Tone.REFUSED
    assert "track" not in [section.id for section in shown(table).sections]


# -- what is shown -----------------------------------------------------------------------


def test_table_and_game_differ(table: FakeTable) -> None:
    accept(table)
    table.lie(TOSS[1:])
    display = shown(table)
    assert display.status.text.en == "differs from the game"
    assert [detail.en for detail in display.status.details] == [
        "Token 1 is no longer where it lay."
    ]
    pick(table, 1, "red", "red")
    assert shown(table).status.text.en == "read"
    table.lie(TOSS)
    assert "does not know" in shown(table).status.details[0].en


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
