"""What readers say of the Girl's printed boards is explained, whatever the state."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.catalogue import find_game, load_edition
from companion.prints import Lie

GAME: Any = find_game("girl")
EDITION: Any = load_edition(GAME, GAME.default_edition)
PRINTS = GAME.prints(EDITION)
WINDOW = (0, 0, 1, 1)
TITLES = {"main": "Main board", "sky": "Night Sky board", "score": "Score board"}
SEES_FROM = "ABCD"


def played(seed: int, steps: int) -> list[tuple[Any, Any, Any]]:
    """(state, move, state after) of a random game of four."""
    chance = random.Random(seed)
    setup = msgspec.to_builtins(GAME.deal(EDITION, SEES_FROM, chance))
    state = GAME.start(EDITION, list(SEES_FROM), {}, setup).state
    found = []
    for _ in range(steps):
        move = GAME.self_play(state, chance)
        verdict = GAME.judge(state, move)
        if isinstance(verdict, Accepted):
            found.append((state, move, verdict.state))
            state = verdict.state
    return found


def piece(lie: Lie, back_kinds: dict[tuple[str, str], str]) -> Sighting:
    kind = back_kinds[lie.family, lie.kind] if lie.back else lie.kind
    turn = lie.turn * 60.0 if lie.family == "star" else None
    pairs = ((kind, 0.99),)
    return Sighting(
        *(kind, pairs, (0.0, 0.0), 0.3, 0, WINDOW, lie.place), family=lie.family, turn_deg=turn
    )


def seen(state: Any, board: str, copy: int) -> Observation:
    """A board as a reader that errs nowhere gives it, empty places too."""
    backs = {(each.family, each.kind): each.back_kind for each in PRINTS.pieces}
    at: dict[str, list[Sighting]] = defaultdict(list)
    for lie in GAME.lies(state):
        if (lie.board, lie.copy) == (board, copy) and lie.place:
            at[lie.place].append(piece(lie, backs))
    printed = next(each for each in PRINTS.boards if each.name == board)
    places = tuple(
        PlaceReading(place.name, PlaceStatus.READ, tuple(at[place.name]), 0.99, (), WINDOW)
        for place in printed.places
    )
    title = TITLES.get(board, f"Player board {copy + 1}")
    return Observation(title, 0.0, Status.READ, places=places)


BOARDS = [("player", 0), ("player", 3), ("main", 0), ("sky", 0), ("score", 0)]


@pytest.mark.parametrize(("board", "copy"), BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_board_that_lies_as_it_should_explains_nothing(board: str, copy: int, seed: int) -> None:
    for state, _, _ in played(seed, 240)[40::50]:
        explained = GAME.explain(state, seen(state, board, copy))
        assert explained.reasons == ()
        assert explained.explanations[0].moves == ()


def test_the_move_that_was_made_is_among_the_explanations() -> None:
    """Of tiles, Stardust, paths, Foraging and Stargazing, most are told as they were made."""
    where = {"Place": "player", "Scout": "main", "Forage": "main", "Stargaze": "sky"}
    tried = told = 0
    for state, move, after in played(4, 300):
        board = where.get(type(move).__name__)
        if board is None:
            continue
        copy = SEES_FROM.index(move.seat) if board == "player" else 0
        explained = GAME.explain(state, seen(after, board, copy))
        tried += 1
        told += any(found.state.same_position(after) for found in explained.explanations)
        assert explained.explanations, (GAME.write_move(move), explained.reasons)
    assert tried > 60
    assert told > 0.8 * tried


def test_covered_places_are_neither_missed_nor_invented() -> None:
    state, _, _ = played(1, 120)[-1]
    observation = seen(state, "main", 0)
    hidden = tuple(
        replace(reading, status=PlaceStatus.COVERED, pieces=(), why="a hand")
        for reading in observation.places
    )
    explained = GAME.explain(state, replace(observation, places=hidden))
    assert explained.explanations[0].moves == ()


def test_what_may_be_two_tiles_is_told_as_either() -> None:
    state = GAME.start(EDITION, ["A", "B"], {}, {}).state
    for text in ("draw A T01 T09 T17", "draw B T01 T02 T03"):
        state = GAME.judge(state, GAME.read_move(text)).state
    doubtful = Sighting(
        *(None, (("T01", 0.6), ("T09", 0.4)), (0.0, 0.0), 0.3, 0, WINDOW, "3,3"),
        family="star",
        turn_deg=61.0,
    )
    place = PlaceReading("3,3", PlaceStatus.UNKNOWN, (doubtful,), 0.6, (), WINDOW)
    explained = GAME.explain(
        state, Observation("Player board 1", 0.0, Status.READ, places=(place,))
    )
    assert [found.moves for found in explained.explanations] == [
        ("place A T01 3,3 r1 front",),
        ("place A T09 3,3 r1 front",),
    ]
