"""How long the rules of Solani take: judging against a chess library's moves, and scoring."""

from __future__ import annotations

from collections.abc import Iterator

from companion.bench import Row, cpu_ms, judging_row, whole_game
from companion.games.catalogue import find_game, load_edition

LEGAL_GOAL_MS = 50.0
SCORE_GOAL_MS = 50.0
_SEATS = "ABCD"
_SEED = 11


def rows() -> Iterator[Row]:
    """Judging a move of a four-player game, listing legal moves, the final score."""
    game = find_game("solani")
    states = whole_game(game, load_edition(game, game.default_edition), _SEATS, _SEED)
    yield judging_row(game, "solani", states, "place")
    legal_ms = max(
        cpu_ms(lambda state=state: list(game.legal_moves(state)))  # type: ignore[misc]
        for state, _ in states[:: max(1, len(states) // 24)]
    )
    note = "the worst of 24 positions"
    yield Row("solani: list every legal move", legal_ms, "ms", LEGAL_GOAL_MS, note)
    last, _ = states[-1]
    score_ms = cpu_ms(lambda: game.final_score(last))
    note = "four full boards with their breakdown"
    yield Row("solani: final score", score_ms, "ms", SCORE_GOAL_MS, note)
