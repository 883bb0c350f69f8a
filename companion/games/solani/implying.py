"""Moves that must have happened though nobody wrote them down.

Tidying needs no word, and who notes only what was taken has still laid tiles out.
"""

from __future__ import annotations

from companion.flow import Accepted
from companion.games.solani.moves import Move, Prepare, Refill, Take, Tidy
from companion.games.solani.pieces import UNSEEN, Phase
from companion.games.solani.rules import judge
from companion.games.solani.rules.order import market_due
from companion.games.solani.state import SolaniState

_MOST = 2  # tidying and preparing


def implied(state: SolaniState, move: Move) -> tuple[Move, ...]:
    """The moves that must have come before this one, in order; often none."""
    found: list[Move] = []
    while len(found) < _MOST:
        before = _one(state, move)
        verdict = judge(state, before) if before is not None else None
        if before is None or not isinstance(verdict, Accepted):
            break
        found.append(before)
        state = verdict.state
    return tuple(found)


def _one(state: SolaniState, move: Move) -> Move | None:
    if state.phase is Phase.TIDY and isinstance(move, Prepare | Take | Refill):
        return Tidy()
    if state.phase is Phase.PREPARE and isinstance(move, Take):
        clusters, branches = (min(market_due(state), sum(bag)) for bag in state.bags)
        return Prepare((UNSEEN,) * clusters, (UNSEEN,) * branches)
    return None
