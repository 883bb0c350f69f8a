"""Speed as ratios against a baseline measured beside it, in one run, on one core.

Each module here measures one part and yields rows; `companion bench` prints them.  Nothing here
is a test: a busy machine makes both sides slower, a ratio less than the time.  Rules run in one
thread and are measured by its processor time, which does not count what others do meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.flow import Accepted, Finished

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

REPEATS = 9
JUDGE_GOAL = 10.0
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


def best_s(
    action: Callable[[], object],
    repeats: int = REPEATS,
    clock_s: Callable[[], float] = perf_counter,
) -> float:
    """The shortest of several runs in seconds: what the work takes without interruptions."""
    shortest = float("inf")
    for _ in range(repeats):
        began_s = clock_s()
        action()
        shortest = min(shortest, clock_s() - began_s)
    return shortest


def cpu_ms(action: Callable[[], object], repeats: int = 3) -> float:
    """The least processor time of several runs in this thread, in milliseconds."""
    return best_s(action, repeats, thread_time) * 1e3


def judging_row(game: AnyGame, name: str, judged: Sequence[tuple[Any, str]], part: str) -> Row:
    """Reading and judging these moves against chess moves; moves that begin with `part` are noted.

    Raises CompanionError when python-chess is not installed.
    """
    chess_s, moves_s = _interleaved_s(game, judged)
    move_s = mean(moves_s)
    parts_s = [s for s, (_, text) in zip(moves_s, judged, strict=True) if text.startswith(part)]
    note = (
        f"{move_s * 1e6:.0f} against {chess_s * 1e6:.0f} microseconds a move, "
        f"{len(judged)} moves; {mean(parts_s) * 1e6:.0f} for those that begin with {part}"
    )
    return Row(f"{name}: read and judge a move", move_s / chess_s, "chess moves", JUDGE_GOAL, note)


def _interleaved_s(game: AnyGame, judged: Sequence[tuple[Any, str]]) -> tuple[float, list[float]]:
    """Seconds of a chess move, and of each of these moves: the least of several each.

    A chess game is replayed after as many moves as it has, so that a busy machine, or a slower
    clock of its processor, falls on both sides; what an interruption costs falls on none.
    """
    chess_moves_s = [float("inf")] * len(_CHESS_LINE.split())
    moves_s = [float("inf")] * len(judged)
    for _ in range(REPEATS):
        for number, (state, text) in enumerate(judged):
            if number % len(chess_moves_s) == 0:
                _replay_chess(chess_moves_s)
            began_s = thread_time()
            verdict = game.judge(state, game.read_move(text))
            moves_s[number] = min(moves_s[number], thread_time() - began_s)
            assert isinstance(verdict, Accepted | Finished)
    return mean(chess_moves_s), moves_s


def _replay_chess(least_s: list[float]) -> None:
    """Read each move of a chess game and make it; `least_s` keeps the least seconds of each."""
    try:
        import chess
    except ImportError as error:
        raise CompanionError(
            "this figure is measured against python-chess: install it with "
            "`pip install chess`, or the extra `dev`"
        ) from error
    board = chess.Board()
    for number, text in enumerate(_CHESS_LINE.split()):
        began_s = thread_time()
        board.push_uci(text)
        least_s[number] = min(least_s[number], thread_time() - began_s)


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
