"""Whole games refereed from exact readings: what is understood leads to the exact final score."""

from __future__ import annotations

import random
from typing import Any

import pytest
from games.starfall.looks import looks

from companion.flow import Accepted, Finished
from companion.games.contract import FinalScore
from companion.games.starfall.moves import Add
from companion.live.behind import Behind
from companion.live.expected import TableArt
from companion.live.understanding import Outcome, understand


def refereed(starfall: Any, reference: Any, seed: int) -> tuple[FinalScore, FinalScore]:
    """The score of a random game, and that of the game as the camera understood it."""
    prints = starfall.prints(reference)
    art = TableArt(prints, {(board.name, 0): board.name for board in prints.boards})
    chance, seats = random.Random(seed), list("ABCD")[: 2 + seed % 3]
    rulings = {r.name: chance.choice(r.choices)[0] for r in starfall.rulings(reference)}
    table = game = starfall.start(reference, seats, rulings, {"first": seats[0]}).state
    while True:
        verdict = starfall.judge(table, starfall.self_play(table, chance))
        assert isinstance(verdict, Accepted | Finished)
        table = verdict.state
        if table.waits:
            continue  # the tile is being turned up
        understood = understand(starfall, game, art, looks(starfall, table), (), Behind())
        assert understood.outcome is Outcome.MOVES, (seed, understood)
        assert understood.certain
        for text in understood.moves:
            booked = starfall.judge(game, starfall.read_move(text))
            assert isinstance(booked, Accepted | Finished)
            game = booked.state
        assert game == table
        if isinstance(verdict, Finished):
            assert isinstance(booked, Finished)
            return verdict.result, booked.result


@pytest.mark.parametrize("seed", range(4))
def test_refereed_games_end_with_the_exact_score(starfall: Any, reference: Any, seed: int) -> None:
    wanted, found = refereed(starfall, reference, seed)
    assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_fifty_refereed_games(starfall: Any, reference: Any, seed: int) -> None:
    wanted, found = refereed(starfall, reference, seed)
    assert found == wanted


def test_nothing_new_is_the_same(starfall: Any, reference: Any) -> None:
    prints = starfall.prints(reference)
    art = TableArt(prints, {(board.name, 0): board.name for board in prints.boards})
    state = starfall.start(reference, list("AB"), {}, {"first": "A"}).state
    state = starfall.judge(state, Add("A", "S05")).state
    understood = understand(starfall, state, art, looks(starfall, state), (), Behind())
    assert (understood.outcome, understood.moves) == (Outcome.SAME, ())
