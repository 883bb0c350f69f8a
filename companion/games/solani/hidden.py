"""What a seat may not know: two cards that somebody else has drawn and not yet chosen from."""

from __future__ import annotations

from dataclasses import replace

from companion.games.solani.moves import DrawCards, Keep, Move
from companion.games.solani.state import UNKNOWN, SolaniState, seat_name


def view(state: SolaniState, seat: str | None) -> SolaniState:
    """The state as a seat (None: a bystander) may see it (SOL-SPEC-3)."""
    if not state.drawn or seat == seat_name(state.queue[0]):
        return state
    return replace(state, drawn=(UNKNOWN,) * len(state.drawn))


def shows(state: SolaniState, move: Move, seat: str | None) -> bool:
    """Whether a seat may read a move: two cards drawn are seen by who drew them (SOL-SPEC-3)."""
    return not (isinstance(move, DrawCards) and move.cards) or seat == move.seat


def revealed(state: SolaniState, move: Move, seat: str | None) -> SolaniState:
    """Whoever keeps one of two cards lays the other one open: both are known (SOL-SPEC-3)."""
    return state if isinstance(move, Keep) else view(state, seat)
