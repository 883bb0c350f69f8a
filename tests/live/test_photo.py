"""What is said of a photograph: agreement, the move it shows, the rule it breaks, doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from live_fakes import HOST, LiveGame, covered, gone, one_place

from companion.display.model import Picture, Text, Tone
from companion.display.photo import PhotoAnswer
from companion.flow import Observation, PlaceStatus, Sentence, Status
from companion.live.photo import PhotoRead, photo_answer, photo_game
from companion.play.requests import SayRequest, SeatRequest
from companion.prints import Lie

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
WRONG = Lie("player", 0, "4,1", "star", "T02", 1)
DRAWN = Picture("/api/picture/drawn.jpg", (160, 90), (0, 0, 320, 180), Text("", ""))
PLAYER = "Player board 1"


def told(game: LiveGame, seen: Sequence[Observation]) -> PhotoAnswer:
    """The answer to a photograph of Ann's board alone."""
    art = game.scene.watch(game.running)
    assert art is not None
    mine = tuple(each for each in seen if each.board == PLAYER)
    read = PhotoRead(mine, "/api/picture/photo.jpg", (320, 180), DRAWN)
    return photo_answer(game.running, art, read)


def sections(answer: PhotoAnswer) -> dict[str, int]:
    return {section.id: len(section.cards) for section in answer.sections}


def test_a_board_as_the_game_has_it_agrees(game: LiveGame) -> None:
    answer = told(game, game.observations())
    assert answer.note.tone is Tone.OK
    assert answer.note.text.en == f"{PLAYER}: the picture shows what the game has there."
    assert "相符" in answer.note.text.zh
    assert sections(answer) == {"photo-seen": 0}
    assert answer.sections[0].pictures == (DRAWN,)


def test_a_legal_move_is_named_and_can_be_played(game: LiveGame) -> None:
    assert game.ask(SeatRequest("A")).tone is Tone.OK
    game.lies = (*game.lies, TILE)
    answer = told(game, game.observations())
    assert answer.note.tone is Tone.UNSURE
    assert "1 place differs" in answer.note.text.en
    assert answer.note.where == "3,1"
    (action,) = answer.note.actions
    assert action.post == "/api/say"
    assert "T31" in action.body["line"]
    assert game.ask(SayRequest(action.body["line"]), HOST).tone is Tone.OK
    (card,) = next(each for each in answer.sections if each.id == "photo-differs").cards
    said = [note.text.en for note in card.notes]
    assert said[0] == "The game has: nothing"
    assert "T31" in said[1]
    assert card.crop is not None
    assert card.crop.picture == "/api/picture/photo.jpg"


def test_a_broken_rule_is_named_with_its_clause_and_place(game: LiveGame) -> None:
    game.lies = (*game.lies, TILE)
    game.rest()
    game.press("next")
    game.rest()
    game.lies = (*game.lies, WRONG)
    answer = told(game, game.observations())
    assert answer.note.tone is Tone.REFUSED
    assert any(clause.startswith("GIRL-") for clause in answer.note.clauses)
    assert "4,1" in answer.note.where
    assert answer.note.actions == ()


def test_what_can_t_be_told_stands_there_with_its_reason(game: LiveGame) -> None:
    why = Sentence("place_outside", "part of it lies outside the picture")
    hide = one_place(PLAYER, "TL", lambda reading: replace(covered(reading), why=why))
    answer = told(game, hide(game.observations()))
    assert answer.note.tone is Tone.UNSURE
    assert "1 place can't be told" in answer.note.text.en
    (card,) = next(each for each in answer.sections if each.id == "photo-unsure").cards
    assert card.notes[0].text == Text("Part of it lies outside the picture", "有一部分在照片外面")
    assert "TL" in card.title.en


def test_an_uncertain_reading_says_what_is_likely(game: LiveGame) -> None:
    doubt = one_place(PLAYER, "TL", lambda r: replace(r, status=PlaceStatus.UNKNOWN, why="dim"))
    answer = told(game, doubt(game.observations()))
    (card,) = next(each for each in answer.sections if each.id == "photo-unsure").cards
    assert any(note.text.en.startswith("Most likely: Bonus token") for note in card.notes)


def test_no_board_and_a_wrong_board_are_told_apart(game: LiveGame) -> None:
    answer = told(game, gone(game.observations()))
    assert answer.note.tone is Tone.REFUSED
    assert "No board of this game is found" in answer.note.text.en
    twice = Sentence("seen_twice", "Markers {ids} are seen twice.", ids="1, 2")
    seen = [
        replace(each, status=Status.NO_BOARD, places=(), sightings=(), problems=(twice,))
        for each in game.observations()
    ]
    answer = told(game, seen)
    assert answer.note.text.en == f"{PLAYER}: Markers 1, 2 are seen twice."
    assert "標記 1, 2 出現兩次" in answer.note.text.zh


def test_the_boards_of_the_players_are_looked_for(game: LiveGame) -> None:
    wanted = photo_game(game.running)
    assert wanted is not None
    assert ("player", 0) in wanted.boards
    assert ("player", 1) in wanted.boards
    assert ("player", 2) not in wanted.boards
    assert ("main", 0) in wanted.boards
