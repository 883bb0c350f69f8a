"""Moves that leave the table as it lies: what Next may mean when nothing has changed."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame, Explanation
from companion.games.printable import EndsTurns, Lying
from companion.live.explaining import MOST_READINGS
from companion.play.chance import chance_due, drawn
from companion.play.choosing import seat_of
from companion.play.running_game import RunningGame
from companion.prints import Lie

LOOKED_AT = 300  # legal moves that are tried


def unseen_moves(running: RunningGame) -> tuple[Explanation, ...]:
    """The legal moves after which the table shows the same; none when there are too many."""
    game, state = running.game, running.state
    if not isinstance(game, Lying) or running.chance_due:
        return ()
    lies = Counter(game.lies(state))
    found: list[Explanation] = []
    for move in islice(game.legal_moves(state), LOOKED_AT):
        after = _after(game, state, move, lies)
        if after is None or any(each.state == after for each in found):
            continue
        if len(found) == MOST_READINGS:
            return ()
        found.append(Explanation((game.write_move(move),), 1.0, after))
    return tuple(found)


def usual_end(running: RunningGame) -> tuple[str, ...]:
    """What is done unseen at the end of a turn, most of the time, and its end; () outside one."""
    game = running.game
    return game.turn_end(running.state) if isinstance(game, EndsTurns) else ()


def _after(game: AnyGame, state: Any, move: Any, lies: Counter[Lie]) -> Any | None:
    """Where an accepted move leads that moves no piece."""
    verdict = game.judge(state, move)
    if not isinstance(verdict, Accepted | Finished) or not isinstance(game, Lying):
        return None
    if Counter(game.lies(verdict.state)) != lies or _half_done(game, verdict.state, move, lies):
        return None
    return verdict.state


def _half_done(game: AnyGame, after: Any, move: Any, lies: Counter[Lie]) -> bool:
    """Whether a move has its player draw something that would lie on the table by now."""
    mover = seat_of(move)
    if any(seat != mover for seat in game.prompt(after).seats) or not chance_due(game, after):
        return False
    verdict = game.judge(after, drawn(game, after, "", 0))
    if not isinstance(verdict, Accepted | Finished) or not isinstance(game, Lying):
        return False
    return Counter(game.lies(verdict.state)) != lies
