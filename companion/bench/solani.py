"""How long the rules of Solani take: judging against a chess library's moves, and scoring."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.bench import Row, best_s, chess_move_s
from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame

JUDGE_GOAL = 10.0
LEGAL_GOAL_MS = 50.0
SCORE_GOAL_MS = 50.0
_SEATS = "ABCD"
_SEED = 11


def rows() -> Iterator[Row]:
    """Judging a move of a four-player game, listing legal moves, the final score."""
    game = find_game("solani")
    states = _whole_game(game)
    chess_s = chess_move_s()
    judge_s = _judge_s(game, states)
    note = f"{judge_s * 1e6:.0f} against {chess_s * 1e6:.0f} microseconds a move"
    yield Row("solani: read and judge a move", judge_s / chess_s, "chess moves", JUDGE_GOAL, note)
    legal_ms = max(
        best_s(lambda state=state: list(game.legal_moves(state)), 3) * 1e3  # type: ignore[misc]
        for state, _ in states[:: max(1, len(states) // 24)]
    )
    note = "the worst of 24 positions"
    yield Row("solani: list every legal move", legal_ms, "ms", LEGAL_GOAL_MS, note)
    last, _ = states[-1]
    score_ms = best_s(lambda: game.final_score(last)) * 1e3
    note = "four full boards with their breakdown"
    yield Row("solani: final score", score_ms, "ms", SCORE_GOAL_MS, note)


def _whole_game(game: AnyGame) -> list[tuple[Any, str]]:
    """Every state of a random game with the move made in it."""
    import msgspec

    edition = load_edition(game, game.default_edition)
    chance = random.Random(_SEED)
    setup = msgspec.to_builtins(game.deal(edition, _SEATS, chance))
    state = game.start(edition, _SEATS, {}, setup).state
    found = []
    while True:
        move = game.self_play(state, chance)
        found.append((state, game.write_move(move)))
        verdict = game.judge(state, move)
        if not isinstance(verdict, Accepted):
            return found
        state = verdict.state


def _judge_s(game: AnyGame, states: list[tuple[Any, str]]) -> float:
    def judge_all() -> None:
        for state, text in states:
            verdict = game.judge(state, game.read_move(text))
            assert isinstance(verdict, Accepted | Finished)

    return best_s(judge_all) / len(states)
