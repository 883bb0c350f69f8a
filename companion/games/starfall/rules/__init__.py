"""The rules: `judge` hands a move to the part it belongs to."""

from __future__ import annotations

from companion.flow import Refused, Verdict
from companion.games.starfall.moves import Add, Discover, Move, MoveDown, Reveal
from companion.games.starfall.pieces import Phase
from companion.games.starfall.reasons import Broken
from companion.games.starfall.rules.adding import add, reveal
from companion.games.starfall.rules.discovering import discover
from companion.games.starfall.rules.moving import move_down
from companion.games.starfall.state import StarfallState


def judge(state: StarfallState, move: Move) -> Verdict[StarfallState]:
    """Judge a move; never raises.

    While a new tile waits to be shown, nothing but that counts (STAR-ADD-1).
    """
    if state.phase is Phase.OVER:
        return Refused((Broken.GAME_OVER.reason("table"),))
    if state.waits and not isinstance(move, Reveal):
        return Refused((Broken.REVEAL_FIRST.reason("board"),))
    match move:
        case Add():
            return add(state, move)
        case Reveal():
            return reveal(state, move)
        case MoveDown():
            return move_down(state, move)
        case Discover():
            return discover(state, move)
