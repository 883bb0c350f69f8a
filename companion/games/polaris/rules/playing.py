"""Playing cards (POL-PLAY): all with one phase, their elements in the sector beside it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Reason, Refused, Verdict
from companion.games.polaris.edition import Card, Counts
from companion.games.polaris.moves import Play
from companion.games.polaris.pieces import DECKS, Phase
from companion.games.polaris.reasons import Broken
from companion.games.polaris.rules.draft import Draft
from companion.games.polaris.rules.laying import Laying
from companion.games.polaris.rules.rounds import end_turn
from companion.games.polaris.rules.turns import turn_reasons, without_card
from companion.games.polaris.state import Pile, PolarisState


def play(state: PolarisState, move: Play) -> Verdict[PolarisState]:
    """B: judge all cards in order; refused when one of them breaks a clause."""
    seat, reasons = turn_reasons(state, move.seat)
    edition = state.table.edition
    if not move.cards:
        reasons.append(Broken.NO_CARDS.reason(move.seat))
    numbers: list[int] = []
    for played in move.cards:
        number = edition.card_index.get(played.card)
        if number is None:
            reasons.append(Broken.NO_SUCH_CARD.reason(played.card, card=played.card))
        else:
            numbers.append(number)
    if move.phase not in edition.phases:
        phases = list(edition.phases)
        reasons.append(Broken.NO_SUCH_PHASE.reason(move.phase, phase=move.phase, phases=phases))
    if seat < 0:
        return Refused(tuple(reasons))
    hand, missing = _hand_without(state, seat, numbers)
    reasons += missing
    if len(numbers) < len(move.cards) or move.phase not in edition.phases:
        return Refused(tuple(reasons))
    laying = Laying(state, seat, edition.phases.index(move.phase))
    for number, played in zip(numbers, move.cards, strict=True):
        laying.card(edition.cards[number], played.elements)
    reasons += laying.reasons
    if reasons:
        return Refused(tuple(reasons))
    return _played(state, seat, laying, hand, numbers)


def _hand_without(
    state: PolarisState, seat: int, numbers: Sequence[int]
) -> tuple[Counts, list[Reason]]:
    """The hand after the play, and a reason for every card that is not held."""
    hand, reasons = state.players[seat].hand, []
    found_out: list[int] = []  # cards that nobody had noted
    for number in numbers:
        left = without_card(state, hand, number)
        if left is not None and number not in hand:
            found_out.append(number)
            if found_out.count(number) > state.unseen(number):
                left = None
        if left is None:
            name = state.table.edition.cards[number].name
            reasons.append(Broken.NOT_IN_HAND.reason(name, card=name))
        else:
            hand = left
    return hand, reasons


def _played(
    state: PolarisState, seat: int, laying: Laying, hand: Counts, numbers: Sequence[int]
) -> Verdict[PolarisState]:
    draft = Draft(state, seat)
    draft.events += laying.events
    draft.set_player(hand=hand, shooting_stars=laying.shooting_stars)
    stars = list(state.stars)
    stars[seat] = laying.own
    draft.set(stars=tuple(stars), lines=laying.lines)
    cards = [(number, state.table.edition.cards[number]) for number in numbers]
    surplus = _dawn(draft, cards)
    for deck in range(len(DECKS)):
        gone = [n for n, card in cards if card.deck == deck and not card.dawn]
        gone += [n for n in surplus if laying.edition.cards[n].deck == deck]
        if gone:
            pile = state.piles[deck]
            draft.set_pile(deck, Pile(pile.slots, tuple(sorted((*pile.discards, *gone)))))
            names = [laying.edition.cards[number].name for number in gone]
            draft.say("discarded", "POL-PLAY-9", cards=names)
    return end_turn(draft)


def _room(state: PolarisState) -> int:
    """Free spaces of the dawn track; none once it was filled (POL-ROUND-3)."""
    if state.phase is Phase.LAST_TURNS:
        return 0
    return max(0, state.dawn_spaces - len(state.dawn))


def _dawn(draft: Draft, cards: Sequence[tuple[int, Card]]) -> list[int]:
    """Put dawn cards on the track in order (POL-PLAY-8); those it has no room for (POL-Q10)."""
    state = draft.state
    dawn = [number for number, card in cards if card.dawn]
    room = _room(state)
    for number in dawn[:room]:
        draft.say("dawn", "POL-PLAY-8", card=state.table.edition.cards[number].name)
    if dawn[:room]:
        draft.set(dawn=(*state.dawn, *dawn[:room]))
    if dawn[room:]:
        clause = "POL-ROUND-3" if state.phase is Phase.LAST_TURNS else "POL-Q10"
        draft.say("dawn_full", clause, count=len(dawn) - room)
    return dawn[room:]
