"""What is seen is booked after the button or by itself, and never from an old frame."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from live_fakes import LiveGame, covered, hand, one_place

from companion.devices.device_words import CAMERA_STARTS
from companion.display.model import Tone
from companion.errors import InputError
from companion.flow import Status
from companion.live.booking import (
    BUTTON,
    ITSELF,
    Booking,
    parse_booking,
    read_booking,
    write_booking,
)
from companion.live.presses import Situation
from companion.live.requests import BookingRequest, PressRequest
from companion.prints import Lie

TILE = Lie("player", 0, "3,1", "star", "T38", 1)
PLACED = ["draw A T38 ? ?", "place A T38 3,1 r1 front"]


def lay(game: LiveGame, *lies: Lie) -> None:
    game.lies = (*game.lies, *lies)


def test_nothing_is_booked_before_the_button(game: LiveGame) -> None:
    lay(game, TILE)
    game.rest(12)
    assert game.table.referee.situation is Situation.READY
    assert game.moves == []
    game.press("next")
    game.rest()
    assert game.moves == PLACED
    verdict = game.table.verdict
    assert verdict is not None
    assert (verdict.tone, verdict.where) == (Tone.OK, "A, A 3,1")
    assert "GIRL-STAR-3" in verdict.clauses


def test_every_frame_behind_a_booking_is_newer_than_the_press(game: LiveGame) -> None:
    lay(game, TILE)
    game.rest(8)
    game.press("next")
    pressed_at_s = game.at_s
    for _ in range(3):  # frames that were on their way when somebody pressed
        game.frame(exposed_at_s=pressed_at_s - 0.02)
    assert game.moves == []
    game.rest(2)
    assert game.moves == []
    game.rest(1)
    assert game.moves == PLACED
    (picture,) = {entry.picture for entry in game.running.session.entries if entry.picture}
    assert picture == f"hash-{len(game.pictures.kept)}"
    assert game.pictures.kept[-1] > pressed_at_s


def test_a_press_before_the_hand_is_gone_waits_for_it(game: LiveGame) -> None:
    game.press("next")
    game.rest(3, hand)
    assert game.moves == []
    lay(game, TILE)
    game.rest(3)
    assert game.moves == PLACED


def test_a_hand_that_stays_is_told(game: LiveGame) -> None:
    lay(game, TILE)
    game.press("next")
    game.rest(40, hand)
    assert "hand in the way" in game.said
    assert game.moves == []
    game.rest(4)
    assert game.table.referee.situation is Situation.READY


def test_what_differs_from_what_was_shown_is_not_booked(game: LiveGame) -> None:
    lay(game, TILE)
    game.rest()
    game.press("next")
    game.lies = (*game.lies[:-1], replace(TILE, turn=2))
    game.rest(4)
    assert game.moves == []
    assert "something else" in game.said
    game.press("next")
    game.rest()
    assert game.moves[-1] == "place A T38 3,1 r2 front"


def test_moves_by_themselves_need_no_button(tmp_path: Path) -> None:
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest(2)
    assert game.moves == []
    game.rest(2)
    assert game.moves == PLACED


def test_a_phase_may_be_booked_otherwise(tmp_path: Path) -> None:
    game = LiveGame(tmp_path, parse_booking("self,draw=button"))
    game.rest()
    lay(game, TILE)
    game.rest(6)
    assert game.moves == []
    assert game.ask(BookingRequest(ITSELF, "draw")).tone is Tone.OK
    game.rest(2)
    assert game.moves == PLACED


def test_what_was_taken_back_is_not_booked_again_by_itself(tmp_path: Path) -> None:
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest()
    assert game.moves == PLACED
    game.press("undo")
    game.rest(10)
    assert game.moves == ["draw A T38 ? ?"]
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS


def test_a_covered_place_is_neither_missed_nor_invented(game: LiveGame) -> None:
    lay(game, TILE)
    hide = one_place("Main board", "village", covered)
    game.rest(4, hide)
    game.press("next")
    game.rest(4, hide)
    assert game.moves == PLACED


def test_next_with_nothing_new_says_who_is_due(game: LiveGame) -> None:
    game.press("next")
    game.rest()
    assert game.said.startswith("The table shows nothing new. Ann, Ben")


def test_the_page_presses_as_the_button_does(game: LiveGame) -> None:
    lay(game, TILE)
    game.rest()
    assert game.ask(PressRequest("next")).tone is Tone.OK
    game.rest()
    assert game.moves == PLACED


def test_whoever_has_no_seat_and_is_no_host_presses_nothing(game: LiveGame) -> None:
    from companion.play.table import Admission

    game.ask(Admission(), "phone-2")
    assert game.ask(PressRequest("next"), "phone-2").tone is Tone.REFUSED
    assert game.ask(PressRequest("next"), "stranger").tone is Tone.REFUSED
    assert game.table.referee.waiting is None


def test_several_players_tiles_at_once_are_one_look(game: LiveGame) -> None:
    lay(game, TILE, replace(TILE, copy=1, place="4,1", kind="T31"))
    game.rest()
    game.press("next")
    game.rest()
    assert sorted(game.moves) == sorted([*PLACED, "draw B T31 ? ?", "place B T31 4,1 r1 front"])


def test_a_table_that_is_not_seen_yet_says_why(tmp_path: Path) -> None:
    game = LiveGame(tmp_path / "games")
    shown = game.table.shown(game.at_s, 0).display
    assert (shown.status.key, shown.status.details[0].en) == ("looking", "The camera is starting.")
    game.table.lose(CAMERA_STARTS)
    assert game.table.referee.watching.status(game.at_s) is Status.LOOKING
    game.table.lose("it was unplugged")
    assert game.table.referee.watching.status(game.at_s) is Status.CAMERA_LOST
    game.shelf.close()


def test_an_old_frame_is_no_evidence(game: LiveGame) -> None:
    assert game.table.referee.watching.status(game.at_s) is Status.READ
    game.at_s += 5.0
    assert game.table.referee.watching.status(game.at_s) is Status.CAMERA_LOST


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("button", Booking(BUTTON)),
        ("self", Booking(ITSELF)),
        ("button,cast=self", Booking(BUTTON, {"cast": ITSELF})),
        (" self , act = button", Booking(ITSELF, {"act": BUTTON})),
        ("button,cast=button", Booking(BUTTON)),
    ],
)
def test_ways_of_booking(text: str, expected: Booking) -> None:
    assert parse_booking(text) == expected
    assert read_booking(write_booking(expected)) == expected


@pytest.mark.parametrize("text", ["", "auto", "button,cast", "button,=self", "button,cast=maybe"])
def test_no_way_of_booking(text: str) -> None:
    with pytest.raises(InputError, match="--book is button or self"):
        parse_booking(text)
