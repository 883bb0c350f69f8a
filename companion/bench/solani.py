"""How long the rules of Solani take: judging against a chess library's moves, and scoring."""

from __future__ import annotations

from collections.abc import Iterator

from companion.bench import Row, best_s, chess_move_s, judge_s, whole_game
from companion.games.catalogue import find_game, load_edition

JUDGE_GOAL = 10.0
LEGAL_GOAL_MS = 50.0
SCORE_GOAL_MS = 50.0
_SEATS = "ABCD"
_SEED = 11


def rows() -> Iterator[Row]:
    """Judging a move of a four-player game, listing legal moves, the final score."""
    game = find_game("solani")
    states = whole_game(game, load_edition(game, game.default_edition), _SEATS, _SEED)
    chess_s, move_s = chess_move_s(), judge_s(game, states)
    note = f"{move_s * 1e6:.0f} against {chess_s * 1e6:.0f} microseconds a move"
    yield Row("solani: read and judge a move", move_s / chess_s, "chess moves", JUDGE_GOAL, note)
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
