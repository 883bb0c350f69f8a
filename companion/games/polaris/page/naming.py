"""Names of what can be tapped, and each choice in words."""

from __future__ import annotations

from companion.games.playable import Tap
from companion.games.polaris.edition import Counts, Edition
from companion.games.polaris.move_text import element_text
from companion.games.polaris.moves import Element, Line, Play, Reveal, Show, Take
from companion.games.polaris.pieces import ADVANCED, DECKS, SEATS, UNKNOWN
from companion.games.polaris.state import PolarisState

STARS = "stars"


def phase_spot(phase: str) -> str:
    """The frame piece of a phase."""
    return f"phase {phase}"


def slot_spot(deck: int, slot: int) -> str:
    """An open card, slots counted from 0."""
    return f"{DECKS[deck]} {slot + 1}"


def hand_spot(place: int) -> str:
    """A card of one's own hand, counted from 0."""
    return f"hand {place + 1}"


def stars_tap(edition: Edition) -> Tap:
    """Taking shooting stars."""
    return Tap(STARS, "tap.stars", values={"count": edition.turn.take_shooting_stars})


def take_tap(state: PolarisState, move: Take) -> Tap:
    """Taking an open card: the first slot that holds it, or may hold it."""
    edition = state.table.edition
    number = edition.card_index.get(move.card)
    deck = edition.cards[number].deck if number is not None else ADVANCED
    price = edition.turn.advanced_price if deck == ADVANCED else 0
    slots = state.piles[deck].slots
    wanted = number if number in slots else UNKNOWN[deck]
    spot = slot_spot(deck, slots.index(wanted)) if wanted in slots else ""
    key = "tap.take_paid" if price else "tap.take"
    return Tap(f"take {move.card}", key, spot, {"card": move.card, "price": price})


def card_tap(state: PolarisState, hand: Counts, card: str, used: Counts, more: bool) -> Tap:
    """Playing a card of a hand of which the places `used` were played before."""
    place = hand_place(state, hand, card, used)
    spot = hand_spot(place) if place >= 0 else ""
    return Tap(f"card {card}", "tap.more" if more else "tap.card", spot, {"card": card})


def hand_place(state: PolarisState, hand: Counts, card: str, used: Counts) -> int:
    """Where a hand holds a card, or one that nobody noted and that may be it; -1: nowhere."""
    edition = state.table.edition
    number = edition.card_index.get(card)
    if number is None:
        return -1
    for wanted in (number, UNKNOWN[edition.cards[number].deck]):
        for place, held in enumerate(hand):
            if held == wanted and place not in used:
                return place
    return -1


def phase_tap(state: PolarisState, card: str, phase: str) -> Tap:
    """The phase that the cards are played with."""
    edition = state.table.edition
    number = edition.phases.index(phase) if phase in edition.phases else -1
    own = edition.card_index.get(card)
    changed = own is not None and edition.cards[own].phase != number
    values = {
        "sector": edition.sector_at(state.new_moon, number),
        "phase": phase,
        "price": edition.turn.phase_price,
    }
    return Tap(
        phase_spot(phase), "tap.phase_paid" if changed else "tap.phase", phase_spot(phase), values
    )


def element_tap(edition: Edition, element: Element) -> Tap:
    """Laying a star or a line."""
    text = element_text(element)
    if isinstance(element, Line):
        return Tap(f"lay {text}", "tap.line", text, {"line": text})
    values = {
        "space": text,
        "price": edition.turn.red_price,
        "gain": edition.turn.white_gain,
    }
    bit = 1 << edition.sky.index.get(element.space, edition.sky.north)
    colour = "_red" if edition.sky.red & bit else "_white" if edition.sky.white & bit else ""
    return Tap(f"lay {text}", f"tap.star{colour}", text, values)


def reveal_tap(state: PolarisState, move: Reveal) -> Tap:
    """The card that chance shows."""
    return Tap(f"reveal {move.card}", "tap.reveal", values={"card": move.card})


def show_tap(move: Show) -> Tap:
    """The personal goal that is shown at the end."""
    return Tap(f"show {move.goal}", "tap.show", values={"goal": move.goal})


def play_taps(state: PolarisState, move: Play) -> tuple[Tap, ...]:
    """A play: its first card, the phase, what is laid; then each further card and its elements."""
    seat = SEATS.index(move.seat) if move.seat in SEATS else len(state.players)
    hand = state.players[seat].hand if seat < len(state.players) else ()
    found: list[Tap] = []
    used: list[int] = []
    for played in move.cards:
        found.append(card_tap(state, hand, played.card, tuple(used), bool(found)))
        used.append(hand_place(state, hand, played.card, tuple(used)))
        if len(found) == 1:
            found.append(phase_tap(state, played.card, move.phase))
        found += [element_tap(state.table.edition, element) for element in played.elements]
    return tuple(found)
