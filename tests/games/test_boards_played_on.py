"""Every board that a game is played on is known from the start, bare ones too."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, load_edition
from companion.games.printable import boards_of

MOVES = 120


@pytest.mark.parametrize("name", ["girl", "polaris", "solani", "starfall"])
@pytest.mark.parametrize("seats", ["AB", "ABC"])
def test_nothing_ever_lies_on_another_board(name: str, seats: str) -> None:
    game: Any = find_game(name)
    edition, chance = load_edition(game, game.default_edition), random.Random(3)
    setup = msgspec.to_builtins(game.deal(edition, tuple(seats), chance))
    state = game.start(edition, tuple(seats), {}, setup).state
    known = boards_of(game, state)
    for _ in range(MOVES):
        verdict = game.judge(state, game.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state
        assert {(lie.board, lie.copy) for lie in game.lies(state)} <= known
        if isinstance(verdict, Finished):
            break
    assert boards_of(game, state) == known


def test_the_stargazer_board_is_watched_before_a_tile_lies_on_it() -> None:
    game: Any = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    state = game.start(edition, tuple("AB"), {}, {"first": "A"}).state
    assert boards_of(game, state) == {("stargazer", 0), ("area-a", 0), ("area-b", 0)}
