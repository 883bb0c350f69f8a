"""A session from toss to last selection: presses, corrections, undo, resume, what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from session_fakes import LIMITS, FakeTable, observation
from session_steps import TOSS, accept, pick, reach, shown

from companion.display.model import Tone
from companion.flow import Press
from companion.games.girl.casting_track import advance
from companion.session.presses import BUTTONS, MEANINGS, Meaning, Phase
from companion.session.requests import PickRequest, PressRequest, TrackRequest

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
    assert table.entries[-1].kind == "cast"
    assert table.entries[-1].picture == "hash-1"


def test_what_differs_from_what_was_shown_is_not_booked(table: FakeTable) -> None:
    table.lie(TOSS)
    table.press("next")
    table.lie([("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("offering", 200.0, 80.0)])
    assert table.session.phase is Phase.SHOWN
    assert table.session.verdict is not None
    assert table.session.verdict.tone is Tone.UNSURE
    assert "differently" in table.session.verdict.text.en
    assert table.entries == ()


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
    assert table.entries == ()
    table.lie(TOSS)
    assert table.session.phase is Phase.SHOWN


# -- presses -----------------------------------------------------------------------------


def test_every_press_has_a_listed_meaning_in_every_phase() -> None:
    assert set(MEANINGS) == {(phase, button) for phase in Phase for button in BUTTONS}


@pytest.mark.parametrize(("phase", "button"), sorted(MEANINGS, key=str))
def test_a_press_does_what_the_table_says(table: FakeTable, phase: Phase, button: str) -> None:
    reach(table, phase)
    before = len(table.entries)
    note = table.press(button)
    meaning = MEANINGS[phase, button]
    if meaning.refused or meaning is Meaning.THROW:
        assert note.tone is Tone.REFUSED
        assert "has no meaning now" in note.text.en
        assert "{" not in note.text.en + note.text.zh
        assert len(table.entries) == before
        assert table.session.phase is phase
    elif meaning is Meaning.UNDO:
        undone = before > 0
        assert (note.tone is Tone.OK) == undone
        assert len(table.entries) == before + undone
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
    assert table.thrown == ([(3, 1)] if settled else [])
    table.journal.close()


def test_the_next_round_throws_on_a_simulated_table(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, thrown=[])
    reach(table, Phase.DONE)
    note = table.press("next")
    assert note.clauses == ("GIRL-CLEAN-1", "GIRL-CLEAN-3")
    assert table.thrown == [(3, 1)]
    assert table.laid == [["x2", "scouting", "recall"], ["scouting", "recall"], ["recall"]]
    assert table.view.live == ()
    table.journal.close()


def test_a_simulated_table_never_throws_the_same_twice(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, thrown=[])
    table.session.begin(0.0)
    table.lie(TOSS)
    table.session.press(Press("throw", table.clock.now_s(), "page"))
    assert table.thrown == [(3, 1), (3, 2)]
    for _ in range(2):
        table.restart()
        table.session.begin(0.0)
    # Whatever lay there lies there again, until the next throw.
    assert table.thrown[2:] == [(3, 2), (3, 2)]
    reach(table, Phase.DONE)
    table.press("next")
    assert table.thrown[4:] == [(3, 3)]
    table.journal.close()


def test_a_round_that_is_taken_back_brings_its_toss_back(tmp_path: Path) -> None:
    table = FakeTable(tmp_path, thrown=[])
    table.session.begin(0.0)
    reach(table, Phase.DONE)
    table.press("next")
    table.press("undo")
    assert table.thrown == [(3, 1), (3, 2), (3, 1)]
    table.restart()
    table.session.begin(0.0)
    assert table.thrown[3:] == [(3, 1)]
    table.press("next")
    assert table.thrown[4:] == [(3, 3)]
    table.journal.close()


def test_a_round_whose_throw_was_not_booked_any_more_is_thrown_at_the_next_start(
    tmp_path: Path,
) -> None:
    table = FakeTable(tmp_path, thrown=[])
    table.session.begin(0.0)
    reach(table, Phase.DONE)
    track = str(advance(table.session.booked.track, LIMITS))
    table.journal.append("clear", track, "pin", 0.0)  # and then the power went
    table.restart()
    table.session.begin(0.0)
    assert table.thrown == [(3, 1), (3, 2)]
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
    assert [entry.kind for entry in table.entries] == ["cast", "pick", "undo", "pick"]
    assert pick(table, 3, "yellow").clauses[-2:] == ("GIRL-ASH-10", "GIRL-Q21")
    assert table.session.phase is Phase.DONE


def test_undo_goes_back_to_the_beginning_and_no_further(table: FakeTable) -> None:
    accept(table)
    pick(table, 2, keep=True)
    assert table.press("undo").text.en == "Taken back: A, token 2."
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


def test_other_settings_at_the_next_start_change_nothing(table: FakeTable) -> None:
    accept(table)
    before = table.session.booked
    table.players = 4
    table.restart()
    assert table.session.booked == before
