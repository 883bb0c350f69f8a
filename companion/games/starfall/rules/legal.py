"""Every legal move, listed lazily."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.starfall.moves import Add, Discover, Move, MoveDown
from companion.games.starfall.pieces import Phase
from companion.games.starfall.rules.paying import payments
from companion.games.starfall.state import StarfallState, seat_name


def legal_moves(state: StarfallState) -> Iterator[Move]:
    """Every move that the seat to act may choose; what chance shows is not listed.

    There is always one: with tiles on the board one can be moved, without them the deck is not
    empty (STAR-Q8).
    """
    if state.phase is Phase.OVER or state.waits:
        return
    seat = seat_name(state.turn)
    if can_add(state):
        yield Add(seat)
    edition = state.table.edition
    for tile in state.board_tiles:
        yield MoveDown(seat, edition.tile_text(tile))
    for tile in state.board_tiles:
        for payment in payments(state, state.players[state.turn], state.price_of(tile)):
            yield Discover(seat, edition.tile_text(tile), payment)


def can_add(state: StarfallState) -> bool:
    """Whether there is a tile in the deck and room for it on the board (STAR-ADD-3)."""
    return state.deck > 0 and len(state.board_tiles) < state.table.edition.most_tiles
