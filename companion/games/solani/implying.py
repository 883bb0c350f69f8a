"""Moves that must have happened though nobody wrote them down."""

from __future__ import annotations

from companion.games.solani.moves import Move, Prepare, Refill, Tidy
from companion.games.solani.pieces import Phase
from companion.games.solani.state import SolaniState


def implied(state: SolaniState, move: Move) -> tuple[Move, ...]:
    """Tidying before the next round, or before a row is filled again; else nothing."""
    last = state.round >= state.table.rulings.rounds
    if state.phase is Phase.TIDY and isinstance(move, Prepare | Refill) and not last:
        return (Tidy(),)
    return ()
