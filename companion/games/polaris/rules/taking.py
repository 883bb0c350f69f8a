"""Taking a card, showing the next one, taking shooting stars (POL-TAKE, POL-TOKENS)."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Accepted, Reason, Refused, Verdict
from companion.games.polaris.moves import Reveal, Take, TakeStars
from companion.games.polaris.pieces import (
    ADVANCED,
    DECKS,
    EMPTY,
    TO_REVEAL,
    UNKNOWN,
    UNKNOWN_TEXTS,
)
from companion.games.polaris.reasons import Broken
from companion.games.polaris.rules.draft import Draft
from companion.games.polaris.rules.rounds import end_turn
from companion.games.polaris.rules.turns import turn_reasons
from companion.games.polaris.state import Pile, PolarisState


def take(state: PolarisState, move: Take) -> Verdict[PolarisState]:
    """A: a face-up card goes to the hand and its slot is to be refilled (POL-TAKE-1 to 3)."""
    seat, reasons = turn_reasons(state, move.seat)
    edition = state.table.edition
    card = edition.card_index.get(move.card, EMPTY)
    if card == EMPTY:
        return Refused((*reasons, Broken.NO_SUCH_CARD.reason(move.card, card=move.card)))
    deck = edition.cards[card].deck
    slot = _slot_with(state, card, deck)
    if slot < 0:
        reasons.append(Broken.NOT_FACE_UP.reason(move.card, card=move.card))
    if seat < 0:
        return Refused(tuple(reasons))
    player, turn = state.players[seat], edition.turn
    if len(player.hand) >= turn.hand_limit:
        reasons.append(Broken.HAND_FULL.reason(move.seat, count=turn.hand_limit))
    price = turn.advanced_price if deck == ADVANCED else 0
    if player.shooting_stars < price:
        have = player.shooting_stars
        reasons.append(Broken.ADVANCED_PRICE.reason(move.seat, count=price, have=have))
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    draft.say("taken", "POL-TAKE-1", card=move.card, count=price)
    draft.set_player(
        hand=tuple(sorted((*player.hand, card))), shooting_stars=player.shooting_stars - price
    )
    _empty_slot(draft, deck, slot)
    return end_turn(draft)


def _slot_with(state: PolarisState, card: int, deck: int) -> int:
    """The slot that holds the card, or may hold it; -1 when none does."""
    slots = state.piles[deck].slots
    if card in slots:
        return slots.index(card)
    if UNKNOWN[deck] in slots and state.unseen(card) > 0:
        return slots.index(UNKNOWN[deck])
    return -1


def _empty_slot(draft: Draft, deck: int, slot: int) -> None:
    """The slot waits for the next card, which an empty deck gets from its discard."""
    pile = draft.state.piles[deck]
    draft.set_pile(deck, replace(pile, slots=_with_slot(pile.slots, slot, TO_REVEAL)))
    draft.store()
    if draft.state.deck_left(deck) > 0:
        return
    if pile.discards:
        draft.set_pile(deck, replace(draft.state.piles[deck], discards=()))
        draft.say("reshuffled", "POL-TAKE-2", deck=DECKS[deck])
        return
    draft.set_pile(
        deck, replace(draft.state.piles[deck], slots=_with_slot(pile.slots, slot, EMPTY))
    )
    draft.say("slot_empty", "POL-Q22", deck=DECKS[deck])


def _with_slot(slots: tuple[int, ...], slot: int, card: int) -> tuple[int, ...]:
    return (*slots[:slot], card, *slots[slot + 1 :])


def reveal(state: PolarisState, move: Reveal) -> Verdict[PolarisState]:
    """The next card of a deck lies face up (POL-TAKE-2)."""
    deck = state.reveal_deck
    if deck < 0:
        return Refused((Broken.NOTHING_TO_REVEAL.reason("table"),))
    edition, where = state.table.edition, DECKS[deck]
    if move.card in UNKNOWN_TEXTS:
        card = UNKNOWN[UNKNOWN_TEXTS.index(move.card)]
    else:
        card = edition.card_index.get(move.card, EMPTY)
    reasons: list[Reason] = []
    if card == EMPTY:
        reasons.append(Broken.NO_SUCH_CARD.reason(where, card=move.card))
    elif edition.deck_of(card) != deck:
        reasons.append(Broken.WRONG_DECK.reason(where, card=move.card, deck=where))
    elif card >= 0 and state.unseen(card) < 1:
        reasons.append(Broken.NOT_IN_DECK.reason(where, card=move.card))
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state)
    slots = state.piles[deck].slots
    slot = slots.index(TO_REVEAL)
    draft.set_pile(deck, Pile(_with_slot(slots, slot, card), state.piles[deck].discards))
    draft.say("revealed", "POL-TAKE-2", where, card=move.card)
    return Accepted(draft.finished(), tuple(draft.events))


def take_stars(state: PolarisState, move: TakeStars) -> Verdict[PolarisState]:
    """C: shooting stars from the supply (POL-TOKENS-1)."""
    seat, reasons = turn_reasons(state, move.seat)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    wanted = state.table.edition.turn.take_shooting_stars
    given = wanted
    if state.table.rulings.token_limit:
        given = min(wanted, state.shooting_stars_left())
    draft.set_player(shooting_stars=draft.player.shooting_stars + given)
    draft.say("shooting_stars", "POL-TOKENS-1", count=given)
    if given < wanted:
        draft.say("supply_empty", "POL-Q16", given=given, wanted=wanted)
    return end_turn(draft)
