"""Checks that several moves share: seats, phases, whose turn it is, cards in a hand."""

from __future__ import annotations

from companion.flow import Reason
from companion.games.polaris.edition import Counts
from companion.games.polaris.pieces import SEATS, UNKNOWN, Phase
from companion.games.polaris.reasons import Broken
from companion.games.polaris.state import PolarisState, seat_name


def seat_number(state: PolarisState, name: str) -> int:
    """The number of a seat that plays, or -1."""
    return SEATS.index(name) if name in SEATS[: state.table.seats] else -1


def turn_reasons(state: PolarisState, name: str) -> tuple[int, list[Reason]]:
    """The seat, and what stands against its taking a turn now."""
    seat = seat_number(state, name)
    if seat < 0:
        return seat, [Broken.NO_SUCH_SEAT.reason(name, seat=name)]
    if state.phase is Phase.SHOWING:
        return seat, [Broken.TURNS_ARE_OVER.reason(name)]
    if seat == state.turn:
        return seat, []
    last = state.phase is Phase.LAST_TURNS
    broken = Broken.NOT_YOUR_LAST_TURN if last else Broken.NOT_YOUR_TURN
    return seat, [broken.reason(name, turn=seat_name(state.turn))]


def without_card(state: PolarisState, hand: Counts, card: int) -> Counts | None:
    """The hand without a card; one that nobody noted may turn out to be it.  None: not held."""
    cards = list(hand)
    unknown = UNKNOWN[state.table.edition.deck_of(card)]
    if card in cards:
        cards.remove(card)
    elif unknown in cards:
        cards.remove(unknown)
    else:
        return None
    return tuple(cards)
