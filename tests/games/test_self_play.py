"""Random legal games to the end, over all discovered games; a failure names its seed."""

from __future__ import annotations

import pytest

from companion.games.catalogue import find_game, game_names, load_edition
from companion.records.document import read_record, write_record
from companion.records.replay import replay
from companion.records.self_play import play, random_rulings


def _sound(name: str, players: int, seed: int) -> None:
    game = find_game(name)
    edition = load_edition(game, game.default_edition)
    rulings = random_rulings(game, edition, seed) if seed % 2 else {}
    run = play(game, edition, players, seed, rulings)
    assert not run.broken, f"seed {seed}, {players} players, move {len(run.record.moves)}"
    assert run.result is not None
    for seat in run.result.seats:
        assert seat.total == sum(vp for _, vp in seat.lines)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fifty_games(name: str, players: int) -> None:
    for seed in range(players * 1000, players * 1000 + 17):
        _sound(name, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_two_thousand_games(name: str) -> None:
    for seed in range(2000):
        _sound(name, 2 + seed % 3, seed)


@pytest.mark.clause("GIRL-Q44")
def test_a_game_alone() -> None:
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    assert not play(game, edition, 1, 5, {"allow_solo": True}).broken


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_replay_equals_live_play_and_a_seed_replays(name: str, seed: int) -> None:
    game = find_game(name)
    edition = load_edition(game, game.default_edition)
    run = play(game, edition, 4, seed, random_rulings(game, edition, seed))
    assert play(game, edition, 4, seed, random_rulings(game, edition, seed)) == run
    data = write_record(run.record)
    record = read_record(data, "record")
    assert write_record(record) == data
    played = replay(record)
    assert played.clean
    assert played.result == run.result
