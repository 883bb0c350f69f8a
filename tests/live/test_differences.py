"""A table that differs: broken rules, wrong readings, what people decide, and what that changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from live_fakes import HOST, LiveGame, hand, one_place

from companion.display.model import Tone
from companion.flow import PlaceReading, PlaceStatus, Status
from companion.live.booking import ITSELF, Booking
from companion.live.expected import Spot
from companion.live.presses import Situation
from companion.live.requests import (
    AnswerRequest,
    ExamineRequest,
    FixRequest,
    MismatchRequest,
    MoveRequest,
    UnsayRequest,
)
from companion.live.said import CORRECTION, EXCEPTION
from companion.play.requests import SayRequest, SeatRequest
from companion.prints import Lie
from companion.records.replay import replay
from companion.whole_game.history import PLAY

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]
# Its lines do not meet those of the first one.
WRONG = replace(TILE, place="4,1", kind="T02", turn=1)


def lay(game: LiveGame, *lies: Lie) -> None:
    game.lies = (*game.lies, *lies)


def book(game: LiveGame, *lies: Lie) -> None:
    lay(game, *lies)
    game.rest()
    game.press("next")
    game.rest()


def misread(kind: str, status: PlaceStatus = PlaceStatus.READ):  # type: ignore[no-untyped-def]
    """The place's piece read as another kind."""

    def change(reading: PlaceReading) -> PlaceReading:
        pieces = tuple(replace(p, kind=kind, kinds=((kind, 0.99),)) for p in reading.pieces)
        return replace(reading, pieces=pieces, status=status)

    return change


# -- broken rules ------------------------------------------------------------------------


def test_a_broken_rule_is_told_with_clause_place_and_crop(game: LiveGame) -> None:
    book(game, TILE)
    before = game.moves
    book(game, WRONG)
    assert game.moves == before
    verdict = game.table.verdict
    assert verdict is not None
    assert verdict.tone is Tone.REFUSED
    assert "GIRL-STAR-5" in verdict.clauses
    assert "4,1" in verdict.where
    assert verdict.crop is not None
    assert [action.body["do"] for action in verdict.actions] == ["put_back", "accept", "game"]
    assert game.table.referee.situation is Situation.BROKEN


def test_what_is_put_back_is_forgotten_and_play_goes_on(game: LiveGame) -> None:
    book(game, TILE)
    book(game, WRONG)
    assert game.ask(MismatchRequest("put_back")).tone is Tone.OK
    assert "Player board 1, 4,1: nothing" in game.said
    shown = game.table.shown(game.at_s, 0).own[HOST].verdict
    assert shown is not None
    assert shown.text.en == game.said
    game.lies = game.lies[:-1]
    game.rest()
    assert game.table.referee.situation is Situation.SAME
    book(game, replace(WRONG, turn=0))
    assert game.moves[-1] == "place A T02 4,1 r0 front"


def test_half_a_move_is_not_scolded(tmp_path: Path) -> None:
    """Where moves are booked by themselves, what breaks a rule has to lie there for a while."""
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest(5)
    assert game.moves == PLACED
    booked = game.table.verdict
    lay(game, WRONG)
    game.rest(8)
    assert game.table.verdict is booked
    game.rest(20)
    assert game.table.verdict is not None
    assert game.table.verdict.tone is Tone.REFUSED
    said = game.table.verdict
    game.rest(20)
    assert game.table.verdict is said  # once


def test_accepted_as_played_counts(game: LiveGame) -> None:
    """The tile is placed, by ruling: game and table agree, and the record says so for ever."""
    book(game, TILE)
    book(game, WRONG)
    drawn = game.running.state.players[0].hand
    assert game.ask(MismatchRequest("accept")).tone is Tone.OK
    move = game.moves[-1]
    assert move == "as-played GIRL-STAR-5: place A T02 4,1 r1 front"
    newest = next(entry for entry in reversed(game.running.session.entries) if entry.kind == PLAY)
    assert (newest.by, bool(newest.picture)) == ("phone 1", True)
    verdict = game.table.verdict
    assert verdict is not None
    assert verdict.text.en.startswith("Phone 1 lets it stand as it was played, and it counts.")
    assert "It stands as played, against GIRL-STAR-5" in verdict.text.en
    assert "不合GIRL-STAR-5" in verdict.text.zh
    assert "GIRL-STAR-5" in verdict.clauses
    assert len(game.running.state.players[0].hand) == len(drawn) - 1
    assert game.table.referee.watching.said == ()
    game.rest()
    assert game.table.referee.situation is Situation.SAME
    again = replay(game.running.session.record())
    assert again.clean
    assert again.state.same_position(game.running.state)
    book(game, replace(TILE, copy=1, place="4,1", kind="T38"))  # the game goes on
    assert game.moves[-1] == "place B T38 4,1 r1 front"
    for _ in range(3):  # Ben's tile and draw, then what was let stand
        assert game.running.undo(HOST, game.at_s)
    assert move not in game.moves


def test_what_no_move_leads_to_stands_until_the_piece_leaves(game: LiveGame) -> None:
    book(game, TILE)
    game.lies = tuple(lie for lie in game.lies if lie != TILE)
    book(game)
    assert game.ask(MismatchRequest("accept")).tone is Tone.OK
    (word,) = game.table.referee.watching.said
    assert (word.kind, word.spot, word.by) == (EXCEPTION, Spot("player", 0, "3,1"), "phone 1")
    assert "does not count it" in game.table.verdict.text.en
    game.rest()
    assert game.table.referee.situation is Situation.SAME


# -- one wrong reading never locks the game ----------------------------------------------


def test_one_wrong_reading_is_listed_and_one_tap_puts_it_right(game: LiveGame) -> None:
    """A crystal that is read as another piece from some moment on: play goes on round it."""
    book(game, TILE)
    wrong = one_place("Player board 1", "3,1", misread("T02"))
    game.rest(4, wrong)
    understood = game.table.referee.understood
    assert understood is not None
    assert [str(each.spot) for each in understood.differences] == ["player 1 3,1"]
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS
    assert game.ask(MismatchRequest("game")).tone is Tone.OK
    lay(game, replace(TILE, copy=1, place="4,1", kind="T38"))
    game.rest(4, wrong)
    game.press("next")
    game.rest(4, wrong)
    assert game.moves[-1] == "place B T38 4,1 r1 front"


def test_a_place_in_doubt_keeps_nothing_else_from_being_booked(game: LiveGame) -> None:
    book(game, TILE)
    doubt = one_place(
        "Main board",
        "village",
        lambda reading: replace(reading, status=PlaceStatus.UNKNOWN, why="too dark there"),
    )
    lay(game, replace(TILE, copy=1, place="4,1", kind="T38"))
    game.rest(4, doubt)
    game.press("next")
    game.rest(4, doubt)
    assert game.moves[-1] == "place B T38 4,1 r1 front"


def test_moves_by_hand_go_on_while_the_camera_is_wrong(game: LiveGame) -> None:
    wrong = one_place("Main board", "card", misread("O2"))
    game.ask(SeatRequest("A"))
    assert game.ask(SayRequest("draw A T31 ? ?")).tone is Tone.OK
    assert game.ask(SayRequest("place A T31 3,1 r1 front")).tone is Tone.OK
    game.rest(6, wrong)
    assert game.moves == PLACED


# -- corrections -------------------------------------------------------------------------


def test_a_correction_outranks_later_frames_until_the_piece_leaves(game: LiveGame) -> None:
    wrong = one_place("Player board 1", "3,1", misread("T02"))
    lay(game, TILE)
    game.rest(4, wrong)
    assert game.ask(FixRequest("player 1", "3,1", "set", "star/T31/1")).tone is Tone.OK
    game.rest(4, wrong)
    game.press("next")
    game.rest(4, wrong)
    assert game.moves == PLACED
    game.rest(20, wrong)
    (word,) = game.table.referee.watching.said
    assert (word.kind, word.by) == (CORRECTION, "phone 1")
    assert game.table.referee.situation is Situation.SAME
    other = one_place("Player board 1", "3,1", misread("T05"))
    game.rest(4, other)  # another misreading is not another piece
    assert game.table.referee.watching.said
    game.rest(1, hand)
    game.lies = game.lies[:-1]
    game.rest(4)
    assert game.table.referee.watching.said == ()


def test_a_correction_survives_a_power_cut(game: LiveGame) -> None:
    wrong = one_place("Player board 1", "3,1", misread("T02"))
    lay(game, TILE)
    game.rest(4, wrong)
    game.ask(FixRequest("player 1", "3,1", "set", "star/T31/1"))
    game.restart()
    game.rest(4, wrong)
    assert [each.by for each in game.table.referee.watching.said] == ["phone 1"]
    game.press("next")
    game.rest(4, wrong)
    assert game.moves == PLACED


def test_a_missed_piece_is_added_and_told_once(game: LiveGame) -> None:
    """One token more in the village than the camera sees, then one less, then as it reads."""
    village = Lie("main", 0, "village", "villager", "villager A")
    lay(game, village)
    game.rest()
    assert game.ask(FixRequest("main 1", "village", "remove", "villager/villager A/0")).tone is (
        Tone.OK
    )
    said = game.table.verdict
    game.rest(6)
    assert game.table.verdict is said
    assert game.table.referee.situation is Situation.SAME
    (word,) = game.table.referee.watching.said
    assert game.ask(UnsayRequest(word.seq)).tone is Tone.OK
    game.rest()
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS


def test_a_piece_that_is_seen_at_a_wrong_place_is_moved(game: LiveGame) -> None:
    lay(game, replace(TILE, place="4,1"))
    game.rest()
    assert game.ask(MoveRequest("player 1|4,1|star/T31/1", "3,1")).tone is Tone.OK
    game.rest()
    game.press("next")
    game.rest()
    assert game.moves == PLACED


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (FixRequest("player 1", "9,9", "set", ""), "There is no place 9,9"),
        (FixRequest("table 1", "3,1", "set", ""), "There is no board table 1"),
        (FixRequest("player 1", "3,1", "set", "star/T99/0"), "can't lie at"),
        (
            FixRequest("player 1", "3,1", "set", "girl/girl/0"),
            "This can't lie at Player board 1, 3,1: the Girl.",
        ),
        (FixRequest("player 1", "3,1", "remove", "star/T31/1"), "No star tile T31 60° lies at"),
        (FixRequest("player 1", "3,1", "eat", "star/T31/1"), "eat is no choice"),
        (MoveRequest("player 1|3,1|star/T31/1", "4,1"), "No star tile T31 60° lies at"),
        (MoveRequest("nonsense", "4,1"), "There is no board"),
        (UnsayRequest(999), "There is no such correction"),
        (ExamineRequest("main 1", "nowhere"), "There is no place nowhere"),
        (AnswerRequest(("place A T01 0,0 r0 front",)), "no longer open"),
        (MismatchRequest("accept"), "do not differ"),
        (MismatchRequest("accept", moment=0), "Somebody acted just before you"),
    ],
)
def test_what_can_not_be_done_is_told(game: LiveGame, request_: object, says: str) -> None:
    note = game.ask(request_)
    assert note.tone is Tone.REFUSED
    assert says in note.text.en
    assert note.text.zh != note.text.en


# -- the table has to follow, or was right -----------------------------------------------


def test_a_move_by_hand_is_followed_by_the_table(game: LiveGame) -> None:
    game.ask(SeatRequest("A"))
    game.ask(SayRequest("draw A T31 ? ?"))
    game.ask(SayRequest("place A T31 3,1 r1 front"))
    game.rest(8)
    understood = game.table.referee.understood
    assert understood is not None
    assert [str(each.spot) for each in understood.behind] == ["player 1 3,1"]
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS
    game.press("look")
    game.rest()
    assert "Player board 1, 3,1: star tile T31 60°" in game.said
    lay(game, TILE)
    game.rest()
    assert game.table.referee.watching.status(game.at_s) is Status.READ


def test_what_has_to_follow_survives_a_power_cut(game: LiveGame) -> None:
    game.ask(SeatRequest("A"))
    game.ask(SayRequest("draw A T31 ? ?"))
    game.ask(SayRequest("place A T31 3,1 r1 front"))
    game.restart()
    game.rest()
    understood = game.table.referee.understood
    assert understood is not None
    assert [str(each.spot) for each in understood.behind] == ["player 1 3,1"]


def test_the_table_is_right_takes_back_what_was_entered(game: LiveGame) -> None:
    game.ask(SeatRequest("A"))
    game.ask(SayRequest("draw A T31 ? ?"))
    game.ask(SayRequest("place A T31 3,1 r1 front"))
    game.rest()
    assert game.ask(MismatchRequest("table")).tone is Tone.OK
    assert game.moves == ["draw A T31 ? ?"]
    game.rest()
    assert game.table.referee.watching.status(game.at_s) is Status.READ


def test_the_table_is_right_after_an_undo_books_again(game: LiveGame) -> None:
    book(game, TILE)
    game.press("undo")
    game.rest()
    assert game.moves == PLACED[:1]
    assert game.ask(MismatchRequest("table")).tone is Tone.OK
    assert game.moves == PLACED


def test_a_piece_that_was_bumped_is_shown_on_both_sides(game: LiveGame) -> None:
    book(game, TILE)
    game.lies = (*game.lies[:-1], replace(TILE, place="2,1"))
    game.rest()
    understood = game.table.referee.understood
    assert understood is not None
    assert {str(each.spot) for each in understood.differences} == {"player 1 3,1", "player 1 2,1"}
    shown = game.table.shown(game.at_s, 0).display
    section = next(each for each in shown.sections if each.id == "mismatches")
    assert len(section.cards) == 2
    assert all(card.crop is not None for card in section.cards)
