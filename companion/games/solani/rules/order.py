"""Whose turn it is in the drafts, and what may be taken (SOL-DRAFT-1, 4)."""

from __future__ import annotations

from companion.games.solani.pieces import Phase
from companion.games.solani.state import NOTHING, SolaniState


def market_due(state: SolaniState) -> int:
    """Tiles of each type to lay out: one for each player and the surplus (SOL-Q2)."""
    return state.table.seats + state.table.rulings.market_extra


def laid_out(state: SolaniState, type_number: int) -> int:
    """How many tiles of a type may still be taken."""
    return sum(state.market[type_number]) + state.unseen[type_number]


def may_be_taken(state: SolaniState, type_number: int, kind: int) -> bool:
    """Whether such a tile is laid out, or may be one of those that nobody noted."""
    if state.market[type_number][kind]:
        return True
    return bool(state.unseen[type_number] and state.bags[type_number][kind])


def taker(state: SolaniState) -> int:
    """The seat that takes next: clockwise in the first draft, then back again."""
    seats = state.table.seats
    step = state.takes if state.takes < seats else 2 * seats - 1 - state.takes
    return (state.starter + step) % seats


def due_types(state: SolaniState) -> tuple[int, ...]:
    """The types (places in DRAFTED) that may be taken now."""
    if state.first == NOTHING:
        return 0, 1
    return (state.first if state.takes < state.table.seats else 1 - state.first,)


def places_now(state: SolaniState, seat: int) -> bool:
    """Whether a seat has both its tiles and may place (SOL-DRAFT-5)."""
    if state.phase is Phase.PLACE:
        return True
    seats = state.table.seats
    step = (seat - state.starter) % seats
    return state.phase is Phase.DRAFT and state.takes > 2 * seats - 1 - step
