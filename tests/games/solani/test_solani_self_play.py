"""Random legal games to the end with every invariant checked; a failure names its seed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import AnyGame
from companion.records.self_play import play, random_rulings


def _sound(solani: AnyGame, edition: Any, seed: int) -> None:
    players = 1 + seed % 4
    rulings = random_rulings(solani, edition, seed) if seed % 3 else {}
    run = play(solani, edition, players, seed, rulings)
    assert not run.broken, f"seed {seed}, {players} players, move {len(run.record.moves)}"
    assert run.result is not None
    for seat in run.result.seats:
        assert seat.total == sum(vp for _, vp in seat.lines) == sum(i.vp for i in seat.items)


@pytest.mark.parametrize("seed", range(25))
def test_twenty_five_games(solani: AnyGame, edition: Any, seed: int) -> None:
    _sound(solani, edition, seed)


@pytest.mark.slow
def test_a_thousand_games(solani: AnyGame, edition: Any) -> None:
    for seed in range(1000):
        _sound(solani, edition, seed)
