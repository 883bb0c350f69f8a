"""Places that can't be told, and look as they did when the table showed the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from live_fakes import Change, LiveGame, one_place

from companion.flow import PlaceReading, PlaceStatus
from companion.live.presses import Situation
from companion.prints import Lie

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]


def fewer(reading: PlaceReading) -> PlaceReading:
    """Food of which a piece is missed, surely."""
    return replace(reading, pieces=reading.pieces[1:])


def doubted(reading: PlaceReading) -> PlaceReading:
    """Food of which a piece is more likely missed than not, and which fits nothing well."""
    every = f"food {reading.pieces[0].kind} x{len(reading.pieces)}"
    return replace(
        fewer(reading),
        status=PlaceStatus.UNKNOWN,
        probability=0.5,
        alternatives=((every, 0.2),),
        why="the picture fits no reading well enough",
    )


DOUBT: Change = one_place("Main board", "A1", doubted)


def certain(game: LiveGame) -> bool:
    understood = game.table.referee.watching.understood
    return understood is not None and understood.certain


def test_a_lasting_doubt_does_not_spoil_every_move(game: LiveGame) -> None:
    """It was there when the table showed the game: moves elsewhere are booked without asking."""
    game.rest(6, DOUBT)
    assert game.table.referee.situation is Situation.SAME
    game.lies = (*game.lies, TILE)
    game.rest(6, DOUBT)
    assert certain(game)
    game.press("next")
    game.rest(6, DOUBT)
    assert game.moves == PLACED
    assert game.table.referee.situation is Situation.SAME


def test_a_doubt_that_is_new_is_asked_about(tmp_path: Path) -> None:
    game = LiveGame(tmp_path)
    game.rest(6)
    game.lies = (*game.lies, TILE)
    game.rest(6, DOUBT)
    assert game.table.referee.watching.understood is not None
    assert not certain(game)


def test_what_is_seen_for_sure_is_never_overruled(game: LiveGame) -> None:
    """The picture that left a doubt is there no more: the piece is gone."""
    game.rest(6, DOUBT)
    game.rest(6, one_place("Main board", "A1", fewer))
    understood = game.table.referee.watching.understood
    assert understood is not None
    assert [d.spot.place for d in understood.differences] == ["A1"]
    assert game.table.referee.situation is not Situation.SAME
