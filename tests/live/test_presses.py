"""Every press in every situation, what is asked back, questions, lamp, sound."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from games.girl_table import game as whole_game
from live_fakes import GAME, HOST, LiveGame, gone, hand, one_place

from companion.display.model import Tone
from companion.flow import PlaceReading, PlaceStatus, Press
from companion.live.compose import signal_of
from companion.live.presses import BUTTONS, MEANINGS, Situation
from companion.live.requests import AnswerRequest, PressRequest
from companion.live.signals import LAMPS, Signal
from companion.live.words import WORDS
from companion.prints import Lie
from companion.running.loop import SOUNDS
from hardware.lamps import COLOURS_RGB

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]


def lay(game: LiveGame, *lies: Lie) -> None:
    game.lies = (*game.lies, *lies)


def two_ways(reading: PlaceReading) -> PlaceReading:
    """A tile that may be either of two."""
    pieces = tuple(
        replace(piece, kind=None, kinds=(("T31", 0.6), ("T32", 0.4))) for piece in reading.pieces
    )
    return replace(
        reading,
        status=PlaceStatus.UNKNOWN,
        pieces=pieces,
        probability=0.6,
        alternatives=(("star T32 turned 60°", 0.4),),
        why="it may also be T32",
    )


def signal(game: LiveGame) -> Signal:
    return signal_of(game.table, game.at_s)


# -- the table of presses ----------------------------------------------------------------


def test_every_press_has_a_meaning_in_every_situation() -> None:
    pushes = set(product(BUTTONS, (False, True)))
    assert set(MEANINGS) == set(Situation)
    for situation, meanings in MEANINGS.items():
        assert set(meanings) == pushes, situation
        for meaning in meanings.values():
            assert not meaning.refused or meaning.value in WORDS


@pytest.mark.parametrize(("button", "held"), list(product(BUTTONS, (False, True))))
def test_every_press_is_answered(game: LiveGame, button: str, held: bool) -> None:
    note = game.press(button, held)
    assert note.text.en
    assert note.text.zh
    assert game.table.verdict is note


def test_a_press_without_meaning_is_shown_as_such(game: LiveGame) -> None:
    game.press("next")
    note = game.press("next")
    assert note.tone is Tone.REFUSED
    assert note.text.en.startswith("Next has no meaning now: the table is being looked at")
    assert game.press("dance").text.en.startswith("dance has no meaning now")
    assert game.press("undo").text.en == "Stopped looking."
    assert game.press("undo").text.en.startswith("Undo has no meaning now: there is nothing")


def test_before_a_game_only_shutting_down_has_a_meaning(tmp_path: Path) -> None:
    game = LiveGame(tmp_path)
    game.press("next", held=True)
    game.press("next")  # the game is put away
    assert game.table.running is None
    assert game.table.referee.situation is Situation.NO_GAME
    assert "no game has begun" in game.press("next").text.en
    assert signal(game) is Signal.OFF
    game.table.shown(game.at_s, 0)


def test_ending_is_confirmed(game: LiveGame) -> None:
    asked = game.press("next", held=True)
    assert asked.tone is Tone.UNSURE
    assert [action.body["button"] for action in asked.actions] == ["next", "undo"]
    assert "Next is yes" in game.press("look").text.en
    assert game.press("undo").text.en == "The game goes on."
    assert game.table.running is not None
    game.press("next", held=True)
    game.press("next")
    assert game.table.running is None


def test_a_question_about_ending_goes_by_itself(game: LiveGame) -> None:
    game.press("next", held=True)
    game.rest(80)
    assert game.said == "The game goes on."
    lay(game, TILE)
    game.rest()
    game.press("next")
    game.rest()
    assert game.moves == PLACED


def test_shutting_down_is_confirmed_and_loses_nothing(game: LiveGame) -> None:
    lay(game, TILE)
    game.press("next")
    game.rest()
    game.press("undo", held=True)
    assert game.stopped == 0
    game.press("next")
    assert game.stopped == 1
    game.restart()
    assert game.moves == PLACED


def test_a_held_look_measures_the_light(game: LiveGame) -> None:
    measured = []
    game.table.measure = lambda: measured.append(game.at_s)
    game.press("look", held=True)
    game.ask(PressRequest("look", held=True))
    assert len(measured) == 2


def test_undo_takes_back_one_move_of_a_person(game: LiveGame) -> None:
    lay(game, TILE)
    game.press("next")
    game.rest()
    game.press("undo")
    assert game.moves == PLACED[:1]
    assert "Taken back by the button at the table" in game.said


# -- questions ---------------------------------------------------------------------------


def test_legal_in_two_ways_is_a_question_with_its_readings(game: LiveGame) -> None:
    lay(game, TILE)
    unsure = one_place("Player board 1", "3,1", two_ways)
    game.rest(4, unsure)
    game.press("next")
    game.rest(4, unsure)
    assert game.moves == []
    note = game.table.verdict
    assert note is not None
    assert note.tone is Tone.UNSURE
    assert 2 <= len(note.actions) <= 4
    assert note.crop is not None
    readings = [action.body["moves"] for action in note.actions]
    assert PLACED in readings
    windows = [action.crop.window_xywh for action in note.actions if action.crop is not None]
    assert len(windows) == len(note.actions)
    assert note.crop.window_xywh in windows
    assert game.ask(AnswerRequest(tuple(PLACED))).tone is Tone.OK
    assert game.moves == PLACED
    game.rest(4, unsure)
    assert game.table.referee.situation is Situation.SAME  # asked once


def test_next_ends_a_turn_with_what_the_table_can_not_show(tmp_path: Path) -> None:
    """The usual is booked and said; it may be corrected, or put right by what is seen later."""
    game = LiveGame(tmp_path, seed=3)
    steps = whole_game(3, 2)
    game.enter(next(n for n, step in enumerate(steps) if step.before.phase.name == "ACTION"))
    game.rest()
    assert game.table.referee.situation is Situation.SAME
    before, lies, seat = len(game.moves), GAME.lies(game.state), "AB"[game.state.order[0]]
    game.press("next")
    game.rest()
    assert "can't show" in game.said
    gained = [f"gain {seat} stardust"] * 2
    assert game.moves[before:] == [*gained, f"end {seat}"]
    assert GAME.lies(game.state) == lies
    game.shelf.close()


# -- lamp and sound ----------------------------------------------------------------------


def test_every_signal_has_a_colour_of_its_own_that_the_lamp_knows() -> None:
    assert set(LAMPS) == set(Signal)
    assert set(LAMPS.values()) <= set(COLOURS_RGB)
    told = [s for s in Signal if s not in (Signal.BLIND, Signal.HAND)]
    assert len({LAMPS[s] for s in told}) == len(told)


def test_what_the_lamp_says(game: LiveGame) -> None:
    assert signal(game) is Signal.YOUR_TURN
    game.rest(1, hand)
    assert signal(game) is Signal.HAND
    game.press("next")
    assert signal(game) is Signal.LOOKING
    lay(game, TILE)
    game.rest()
    assert signal(game) is Signal.ACCEPTED
    game.rest(12)
    assert signal(game) is Signal.YOUR_TURN
    lay(game, replace(TILE, place="4,1", kind="T02"))
    game.press("next")
    game.rest()
    assert signal(game) is Signal.REFUSED
    game.lies = game.lies[:-1]
    game.rest(12, gone)
    assert signal(game) is Signal.BLIND


def test_what_is_booked_refused_or_asked_can_be_heard(game: LiveGame) -> None:
    heard = []

    def listen(note: object) -> None:
        tone = getattr(note, "tone", None)
        if tone in SOUNDS:
            heard.append(SOUNDS[tone])

    lay(game, TILE)
    game.press("next")
    game.rest()
    listen(game.table.verdict)
    lay(game, replace(TILE, place="4,1", kind="T02"))
    game.press("next")
    game.rest()
    listen(game.table.verdict)
    game.press("next", held=True)
    listen(game.table.verdict)
    assert heard == ["accepted", "refused", "ask"]


def test_the_page_shows_the_same_as_the_lamp(game: LiveGame) -> None:
    game.rest(1, hand)
    shown = game.table.shown(game.at_s, 0)
    assert {display.lamp for display in (shown.display, *shown.own.values())} == {"amber"}
    assert shown.own[HOST].status.key == "hand"


def test_nothing_new_is_the_same_page(game: LiveGame) -> None:
    game.rest(8)
    before = game.table.shown(game.at_s, 0)
    game.rest(8)
    assert game.table.shown(game.at_s, 0) is before
    game.table.press(Press("look", game.at_s, "pin"))
    assert game.table.shown(game.at_s, 0) is not before
