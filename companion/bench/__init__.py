"""Speed as ratios against a baseline measured beside it, in one run, on one core.

Each module here measures one part and yields rows; `companion bench` prints them.  Nothing here
is a test: a busy machine makes both sides slower, a ratio less than the time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.flow import Accepted, Finished

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

REPEATS = 9
_CHESS_LINE = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: `value` in `unit`, against a `goal` that it must not exceed, if there is one."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.goal is None or self.value <= self.goal


def best_s(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of several runs in seconds: what the work takes without interruptions."""
    shortest = float("inf")
    for _ in range(repeats):
        began_s = perf_counter()
        action()
        shortest = min(shortest, perf_counter() - began_s)
    return shortest


def chess_move_s() -> float:
    """Seconds that python-chess takes to read a move's text and make it, the rules' baseline.

    Raises CompanionError when it is not installed.
    """
    try:
        import chess
    except ImportError as error:
        raise CompanionError(
            "this figure is measured against python-chess: install it with "
            "`pip install chess`, or the extra `dev`"
        ) from error
    moves = _CHESS_LINE.split()

    def replay() -> None:
        board = chess.Board()
        for text in moves:
            board.push_uci(text)

    return best_s(replay) / len(moves)


def whole_game(game: AnyGame, edition: Any, seats: str, seed: int) -> list[tuple[Any, str]]:
    """Every state of a random game of `seats` with the text of the move made in it."""
    import msgspec

    chance = random.Random(seed)
    setup = msgspec.to_builtins(game.deal(edition, seats, chance))
    state = game.start(edition, seats, {}, setup).state
    found = []
    while True:
        move = game.self_play(state, chance)
        found.append((state, game.write_move(move)))
        verdict = game.judge(state, move)
        if not isinstance(verdict, Accepted):
            return found
        state = verdict.state


def judge_s(game: AnyGame, judged: Sequence[tuple[Any, str]]) -> float:
    """Seconds that reading a move's text and judging it takes, the mean over these moves."""

    def judge_all() -> None:
        for state, text in judged:
            verdict = game.judge(state, game.read_move(text))
            assert isinstance(verdict, Accepted | Finished)

    return best_s(judge_all) / len(judged)
