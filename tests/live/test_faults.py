"""What goes wrong at real tables, made to go wrong at a refereed one (docs/faults.md)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from live_fakes import HOST, LiveGame, covered, gone, hand, one_place

from companion.display.model import Tone
from companion.flow import Observation, Status
from companion.live.booking import ITSELF, Booking
from companion.live.presses import Situation
from companion.live.requests import FixRequest, MismatchRequest
from companion.play.table import Admission
from companion.prints import Lie

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
OTHER = Lie("player", 1, "4,1", "star", "T38", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]


def lay(game: LiveGame, *lies: Lie) -> None:
    game.lies = (*game.lies, *lies)


def blurred(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
    return tuple(replace(each, sharpness=0.1) for each in seen)


def shifted(board: str, by_px: int):  # type: ignore[no-untyped-def]
    """A board that lies elsewhere in the picture; "" moves all of them."""

    def change(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
        return tuple(
            replace(
                each,
                places=tuple(replace(p, crop_xywh_px=(by_px, 0, 1, 1)) for p in each.places),
            )
            if board in ("", each.board)
            else each
            for each in seen
        )

    return change


def test_blur_after_a_hand_has_left_is_waited_out(game: LiveGame) -> None:
    """Focus stays at the hand's distance for twenty frames."""
    lay(game, TILE)
    game.press("next")
    game.rest(1, hand)
    game.rest(20, blurred)
    assert game.moves == []
    assert game.table.referee.watching.status(game.at_s) is Status.BAD_LIGHT
    game.rest(3)
    assert game.moves == PLACED


def test_frames_that_were_on_their_way_are_no_answer(game: LiveGame) -> None:
    """A camera four pictures behind: the tile is laid, the button pressed, old frames come."""
    before = game.lies
    lay(game, TILE)
    game.press("next")
    pressed_at_s, after = game.at_s, game.lies
    game.lies = before
    for late_s in (0.04, 0.03, 0.02, 0.01):
        game.at_s += 0.05
        game.frame(exposed_at_s=pressed_at_s - late_s)
    assert game.table.referee.situation is Situation.LOOKING
    game.lies = after
    game.rest(3)
    assert game.moves == PLACED


def test_two_tiles_laid_one_after_the_other_are_not_booked_half_way(game: LiveGame) -> None:
    """Each part lies still for 0.8 s; the button comes at the end."""
    lay(game, TILE)
    game.rest(4)
    game.rest(2, hand)
    lay(game, OTHER)
    game.rest(4)
    assert game.moves == []
    game.press("next")
    game.rest()
    assert len(game.moves) == 4


def test_hands_that_clear_the_table_book_nothing(tmp_path: Path) -> None:
    """Hands right after a booking, pieces gone under them, a reset meanwhile."""
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest()
    booked, moves = game.lies, game.moves
    assert moves == PLACED
    game.lies = game.lies[:10]
    game.rest(10, hand)
    game.press("look")
    game.rest(4, hand)
    assert game.moves == moves
    game.lies = booked
    game.rest(6)
    assert game.moves == moves
    assert game.table.referee.watching.status(game.at_s) is Status.READ
    assert game.table.referee.situation is Situation.SAME


def test_pieces_taken_away_for_good_are_a_difference_and_no_zero(tmp_path: Path) -> None:
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest()
    scores = [seat.total for seat in game.running.game.final_score(game.state).seats]
    game.rest(3, hand)
    game.lies = tuple(lie for lie in game.lies if lie.family not in ("food", "bonus"))
    game.rest(30)
    assert game.moves == PLACED
    assert [seat.total for seat in game.running.game.final_score(game.state).seats] == scores
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS


def test_a_missed_piece_is_offered_to_be_added_and_said_once(game: LiveGame) -> None:
    """The reader misses a tile that lies there: one tap adds it, one message tells so."""
    missed = one_place("Player board 1", "3,1", lambda p: replace(p, pieces=()))
    lay(game, TILE)
    game.press("next")
    game.rest()
    game.rest(4, missed)
    page = game.table.shown(game.at_s, 0).own[HOST]
    card = next(s for s in page.sections if s.id == "mismatches").cards[0]
    bodies = [action.body for group in card.groups for action in group.actions]
    tap = next(b for b in bodies if b["piece"] == "star/T31/1" and b["do"] == "set")
    heard: list[object] = []
    assert game.ask(FixRequest(**tap)).tone is Tone.OK
    for _ in range(20):
        game.rest(1, missed)
        if not heard or heard[-1] is not game.table.verdict:
            heard.append(game.table.verdict)
    assert len(heard) == 1
    assert game.moves == PLACED
    assert game.table.referee.watching.status(game.at_s) is Status.READ


def test_a_lamp_that_is_switched_changes_no_piece(game: LiveGame) -> None:
    """Many places read otherwise at once, though no hand was there."""

    def other_light(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
        return tuple(
            replace(
                each,
                places=tuple(
                    replace(p, pieces=tuple(replace(q, kind="back") for q in p.pieces[:1]))
                    if p.pieces
                    else replace(p, pieces=(replace(FOOD, place=p.place),))
                    for p in each.places
                ),
            )
            for each in seen
        )

    observation = game.observations()[0]
    FOOD = next(p.pieces[0] for p in observation.places if p.pieces)  # noqa: N806
    game.rest(10, other_light)
    shown = game.table.shown(game.at_s, 0).display
    assert shown.status.key == "bad_light"
    assert any("light has changed" in detail.en for detail in shown.status.details)
    assert game.table.referee.understood is None
    game.rest(4)
    assert game.table.referee.situation is Situation.SAME


def test_a_bumped_board_is_found_again_and_said(game: LiveGame) -> None:
    game.rest(5, shifted("Main board", 30))
    assert game.said == "Main board was moved and found again."
    lay(game, TILE)
    game.press("next")
    game.rest(4, shifted("Main board", 30))
    assert game.moves == PLACED


def test_a_hand_that_bumps_the_board_on_which_it_lays_is_told_both(tmp_path: Path) -> None:
    game = LiveGame(tmp_path, Booking(ITSELF))
    game.rest()
    lay(game, TILE)
    game.rest(4, shifted("Player board 1", 30))
    assert game.moves == PLACED
    assert "Player board 1 was moved and found again." in game.said
    assert "T31" in game.said


def test_a_moved_camera_asks_for_a_look(game: LiveGame) -> None:
    moved = shifted("", 30)
    game.rest(6, moved)
    shown = game.table.shown(game.at_s, 0).display
    assert any("camera was moved" in detail.en for detail in shown.status.details)
    lay(game, TILE)
    game.press("next")
    game.rest(40, moved)
    assert game.moves == []
    game.press("look")
    game.rest(4, moved)
    game.press("next")
    game.rest(4, moved)
    assert game.moves == PLACED


def test_a_board_that_is_turned_away_holds_up_nothing_for_long(game: LiveGame) -> None:
    def without_score(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
        return tuple(gone((each,))[0] if each.board == "Score board" else each for each in seen)

    game.rest(3, without_score)
    assert game.table.referee.watching.status(game.at_s) is Status.NO_BOARD
    game.rest(20, without_score)
    lay(game, TILE)
    game.press("next")
    game.rest(4, without_score)
    assert game.moves == PLACED
    details = game.table.shown(game.at_s, 0).display.status.details
    assert [each.en for each in details] == ["Out of sight: Score board."]


def test_a_lost_camera_is_said_and_moves_by_hand_go_on(game: LiveGame) -> None:
    from companion.play.requests import SayRequest, SeatRequest

    game.table.lose("the camera was unplugged")
    shown = game.table.shown(game.at_s, 0).display
    assert shown.status.key == "camera_lost"
    assert shown.status.details[0].en == "the camera was unplugged"
    game.ask(SeatRequest("A"))
    assert game.ask(SayRequest("draw A T31 ? ?")).tone is Tone.OK
    assert game.moves == PLACED[:1]


def test_two_phones_that_decide_at_once_decide_once(game: LiveGame) -> None:
    """The second one acted on what is past, and is told so."""
    game.ask(Admission(), "phone-2")
    lay(game, TILE)
    game.rest()
    moment = game.table.moment
    assert game.ask(MismatchRequest("accept", moment=moment)).tone is Tone.OK
    note = game.ask(MismatchRequest("game", moment=moment))
    assert note.tone is Tone.REFUSED
    assert "just before you" in note.text.en


def test_killed_at_any_entry_it_goes_on_there(game: LiveGame) -> None:
    """Booked moves, words about places and what has to follow are all there again."""
    lay(game, TILE)
    game.press("next")
    game.rest()
    wrong = one_place("Main board", "village", covered)
    game.ask(FixRequest("main 1", "village", "add", "villager/villager A/0"))
    game.rest(3, wrong)
    words, moves, moment = game.table.referee.watching.said, game.moves, game.table.moment
    game.restart()
    assert (game.moves, game.table.moment) == (moves, moment)
    assert game.table.referee.watching.said == words
    game.rest()
    assert game.table.referee.watching.status(game.at_s) is Status.DIFFERS
