"""Offering food: single tokens, card spaces, and the refreshing of the card."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Reason, Refused, Verdict
from companion.games.girl.edition import Counts
from companion.games.girl.moves import Offer, Reveal
from companion.games.girl.pieces import FOODS, Source
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.turns import action_reasons, spend_action
from companion.games.girl.state import GirlState, Offering

NO_CARD = -1


def offer(state: GirlState, move: Offer) -> Verdict[GirlState]:
    """Offer one token or fill one card space (GIRL-OFF-1 to 4)."""
    token = "offering" if move.by_token else ""
    seat, reasons = action_reasons(state, move.seat, token)
    if seat >= 0 and not move.by_token and not state.players[seat].villagers:
        reasons.append(Broken.NO_VILLAGER.reason(move.seat))
    place, wrong = _card_space(state, move) if move.on_card else (-1, [])
    reasons += wrong
    cost: Counts = ()
    if move.on_card and place >= 0:
        cost = state.table.edition.cards[state.offering.card].spaces[place].food
    elif not move.on_card and move.what in FOODS:
        cost = tuple(int(food == move.what) for food in FOODS)
    elif not move.on_card:
        reasons.append(Broken.NO_SUCH_OFFERING.reason(move.what, what=move.what))
    if seat >= 0 and cost:
        reasons += _short(state.players[seat].food, cost, move.seat)
    if reasons:
        return Refused(tuple(reasons))
    return _offered(state, seat, move, place, cost)


def _card_space(state: GirlState, move: Offer) -> tuple[int, list[Reason]]:
    offering = state.offering
    if offering.card == NO_CARD:
        return -1, [Broken.NO_CARD.reason("village")]
    spaces = state.table.edition.cards[offering.card].spaces
    place = next((n for n, space in enumerate(spaces) if space.name == move.what), -1)
    if place < 0:
        return -1, [Broken.NO_SUCH_OFFERING.reason(f"space {move.what}", what=move.what)]
    if offering.filled >> place & 1:
        return place, [Broken.OFFERING_FILLED.reason(f"space {move.what}", what=move.what)]
    return place, []


def _short(food: Counts, cost: Counts, where: str) -> list[Reason]:
    return [
        Broken.FOOD_SHORT.reason(where, food=FOODS[kind], has=has, count=count)
        for kind, (has, count) in enumerate(zip(food, cost, strict=True))
        if count > has
    ]


def _offered(
    state: GirlState, seat: int, move: Offer, place: int, cost: Counts
) -> Verdict[GirlState]:
    edition, offering = state.table.edition, state.offering
    draft = Draft(state, seat)
    spend_action(draft, "offering" if move.by_token else "")
    food = tuple(has - count for has, count in zip(draft.player.food, cost, strict=True))
    draft.set_player(food=food)
    if not move.by_token:
        draft.set_player(villagers=draft.player.villagers - 1)
        village = list(state.village)
        village[seat] += 1
        draft.set(village=tuple(village))
    if not move.on_card:
        vp = edition.single[FOODS.index(move.what)]
        draft.say("offered_single", "GIRL-OFF-3", "village", food=move.what, vp=vp)
        draft.score(vp, Source.OFFERING)
        return draft.accepted()
    spaces = edition.cards[offering.card].spaces
    vp = spaces[place].vp
    draft.say("offered_card", "GIRL-OFF-4", f"space {move.what}", space=move.what, vp=vp)
    draft.score(vp, Source.OFFERING)
    draft.set(offering=replace(offering, filled=offering.filled | 1 << place))
    if draft.state.offering.filled == (1 << len(spaces)) - 1:
        discard_card(draft, "GIRL-REF-1")
    return draft.accepted()


def discard_card(draft: Draft, clause: str) -> None:
    """Discard the card in use; the next has to be revealed, if there is one (GIRL-Q36)."""
    offering = draft.state.offering
    name = draft.edition.cards[offering.card].name
    gone = offering.gone | 1 << offering.card
    draft.say("card_gone", clause, "village", card=name)
    unseen = offering.unseen
    if not unseen and draft.rulings.offering_reshuffle:
        unseen, gone = gone, 0
        draft.say("cards_reshuffled", "GIRL-Q36", "village")
    draft.set(offering=Offering(NO_CARD, 0, unseen, gone, reveal=bool(unseen)))


def reveal(state: GirlState, move: Reveal) -> Verdict[GirlState]:
    """Show the next Offering card (GIRL-REF-1, GIRL-REF-2)."""
    offering = state.offering
    reasons = []
    if not offering.reveal:
        reasons.append(Broken.NOTHING_TO_REVEAL.reason("village"))
    card = state.table.edition.card_index.get(move.card, NO_CARD)
    if card == NO_CARD or not offering.unseen >> card & 1:
        reasons.append(Broken.CARD_NOT_LEFT.reason("village", card=move.card))
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state)
    draft.set(offering=Offering(card, 0, offering.unseen & ~(1 << card), offering.gone))
    draft.say("revealed", "GIRL-REF-1", "village", card=move.card)
    return draft.accepted()
