"""Moves that must have happened though nobody wrote them down.

The camera sees no draw, nobody announces a turn in which nothing is left to do, and Cleanup
needs no word.  Only what can't be otherwise is implied: a turn with actions or kept tokens
left is never ended for its player, and a hidden card is only implied when it is known.
"""

from __future__ import annotations

from companion.flow import Accepted
from companion.games.girl.moves import (
    Cleanup,
    Draw,
    EndTurn,
    Finish,
    Move,
    Place,
    PlayStardust,
    Reveal,
    Unplaceable,
)
from companion.games.girl.pieces import UNKNOWN_TILE, Phase
from companion.games.girl.rules import judge
from companion.games.girl.rules.turns import seat_number
from companion.games.girl.state import GirlState, seat_name

_NEW_ROUND = Draw | Place | Unplaceable
_AFTER_TURNS = Draw | Place | Unplaceable | Cleanup | Finish
_MOST = 6  # end of turn, Cleanup, card, draw: never more in a row


def implied(state: GirlState, move: Move) -> tuple[Move, ...]:
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


def _one(state: GirlState, move: Move) -> Move | None:
    if isinstance(move, PlayStardust) or state.phase is Phase.OVER:
        return None
    if state.offering.reveal:
        return None if isinstance(move, Reveal) else _next_card(state)
    if state.phase is Phase.ACTION and _turn_is_done(state, move):
        return EndTurn(seat_name(state.order[0]))
    if state.phase is Phase.CLEANUP and isinstance(move, _NEW_ROUND | Finish):
        return Cleanup()
    if state.phase is Phase.STARGAZING and isinstance(move, Place | Unplaceable):
        return _unseen_draw(state, move.seat)
    return None


def _turn_is_done(state: GirlState, move: Move) -> bool:
    """Nothing is left to do in this turn, and the move belongs to what comes after it."""
    seat = state.order[0]
    if state.actions_left or state.players[seat].kept:
        return False
    if isinstance(move, _AFTER_TURNS):
        return len(state.order) == 1
    mover = seat_number(state, getattr(move, "seat", ""))
    return len(state.order) > 1 and mover == state.order[1]


def _next_card(state: GirlState) -> Move | None:
    """The card that comes next: known from the setup, or the only one left."""
    cards, unseen = state.table.edition.cards, state.offering.unseen
    known = [card for card in state.table.card_order if unseen >> card & 1]
    if known:
        return Reveal(cards[known[0]].name)
    if unseen.bit_count() == 1:
        return Reveal(cards[unseen.bit_length() - 1].name)
    return None


def _unseen_draw(state: GirlState, name: str) -> Move | None:
    seat = seat_number(state, name)
    if seat < 0 or state.players[seat].drawn:
        return None
    due = min(state.table.edition.tiles_per_round, state.players[seat].bag_count)
    return Draw(name, (UNKNOWN_TILE,) * due)
