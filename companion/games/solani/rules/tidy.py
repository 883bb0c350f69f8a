"""Tidying, refilling, the next round, the end (SOL-TIDY, SOL-Q1)."""

from __future__ import annotations

from companion.flow import Finished, Reason, Refused, Verdict
from companion.games.solani.moves import Refill, Tidy
from companion.games.solani.pieces import Phase
from companion.games.solani.reasons import Broken
from companion.games.solani.rules.change import TABLE, Change, phase_reasons
from companion.games.solani.rules.order import laid_out
from companion.games.solani.rules.special import cards_counted
from companion.games.solani.scoring import final_score
from companion.games.solani.state import NOTHING, SolaniState, seat_name


def empty_rows(state: SolaniState) -> tuple[int, ...]:
    """Decks whose row has run out though cards are left (SOL-TIDY-2)."""
    rows = enumerate(state.display)
    return tuple(deck for deck, shown in rows if not shown and state.decks[deck])


def refill_due(state: SolaniState, deck: int) -> int:
    """How many cards fill a row again (SOL-Q18)."""
    return min(state.table.row_length, state.decks[deck].bit_count())


def tidy(state: SolaniState, move: Tidy) -> Verdict[SolaniState]:
    """Untaken tiles return to their bags (SOL-TIDY-1); after the last round all is scored."""
    reasons = phase_reasons(state, Phase.TIDY)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state)
    bags = tuple(
        tuple(have + back for have, back in zip(bag, market, strict=True))
        for bag, market in zip(state.bags, state.market, strict=True)
    )
    counts = [laid_out(state, number) for number in range(len(state.market))]
    market = tuple((0,) * len(kinds) for kinds in state.market)
    change.set(bags=bags, market=market, unseen=(0, 0))
    change.say("returned", "SOL-TIDY-1", clusters=counts[0], branches=counts[1])
    if state.round >= state.table.rulings.rounds:
        change.set(phase=Phase.OVER)
        result = final_score(change.state)
        change.say("game_over", "SOL-Q1", seats=list(result.winners))
        return Finished(change.state, result, tuple(change.events))
    if empty_rows(state):
        change.set(phase=Phase.REFILL)
    else:
        _next_round(change)
    return change.accepted()


def _next_round(change: Change) -> None:
    """The sun marker goes on clockwise (SOL-TIDY-3)."""
    state = change.state
    starter = (state.starter + 1) % state.table.seats
    change.set(phase=Phase.PREPARE, round=state.round + 1, starter=starter, takes=0, first=NOTHING)
    change.say("round", "SOL-TIDY-3", round=state.round + 1, seat=seat_name(starter))


def refill(state: SolaniState, move: Refill) -> Verdict[SolaniState]:
    """New cards fill a row that has run out."""
    reasons = phase_reasons(state, Phase.REFILL)
    if reasons:
        return Refused(tuple(reasons))
    deck = state.table.edition.deck_index.get(move.deck, NOTHING)
    if deck not in empty_rows(state):
        return Refused((Broken.NOTHING_TO_REFILL.reason(TABLE, deck=move.deck),))
    reasons = _cards_reasons(state, deck, move)
    if reasons:
        return Refused(tuple(reasons))
    change, index = Change(state), state.table.edition.card_index
    display, decks = list(state.display), list(state.decks)
    display[deck] = tuple(index[card] for card in move.cards)
    for card in display[deck]:
        decks[deck] &= ~(1 << card)
    change.set(display=tuple(display), decks=tuple(decks))
    change.say("refilled", "SOL-TIDY-2", deck=move.deck, cards=move.cards)
    if not empty_rows(change.state):
        _next_round(change)
    return change.accepted()


def _cards_reasons(state: SolaniState, deck: int, move: Refill) -> list[Reason]:
    index, reasons = state.table.edition.card_index, []
    for name in dict.fromkeys(move.cards):
        card = index.get(name, NOTHING)
        if card == NOTHING:
            reasons.append(Broken.NO_SUCH_CARD.reason(TABLE, card=name))
        elif not state.decks[deck] >> card & 1:
            reasons.append(Broken.NOT_IN_DECK.reason(TABLE, card=name))
    due = refill_due(state, deck)
    if (count := cards_counted(move.cards, due)) != due:
        reasons.append(Broken.REFILL_COUNT.reason(TABLE, due=due, count=count))
    return reasons
