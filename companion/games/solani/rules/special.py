"""The special draft of feature cards and their tiles (SOL-SPEC)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Reason, Refused, Verdict
from companion.games.solani.lattice import Cell, circle_text
from companion.games.solani.moves import DrawCards, Feature, Keep, Pass
from companion.games.solani.pieces import Phase
from companion.games.solani.reasons import Broken
from companion.games.solani.rules.change import Change, seat_reasons
from companion.games.solani.rules.course import next_special, open_decks
from companion.games.solani.rules.placing import circle_reasons, lose, open_circles
from companion.games.solani.state import FEATURES, NOTHING, SolaniState, seat_name, with_byte

DRAWN = 2  # cards drawn to keep one of them (SOL-SPEC-3)


def deck_cards(state: SolaniState, deck: int) -> list[int]:
    """The cards that may lie in a deck."""
    mask = state.decks[deck]
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def draw_due(state: SolaniState, deck: int) -> int:
    """How many cards a player draws from a deck: what is left, when that is less."""
    return min(DRAWN, state.decks[deck].bit_count())


def cards_counted(cards: Sequence[str], due: int) -> int:
    """How many cards these are; a card that is named twice counts once when the rest is right."""
    return len(set(cards)) if len(cards) == due else len(cards)


def _turn_reasons(state: SolaniState, seat_text: str) -> tuple[int, list[Reason]]:
    seat, reasons = seat_reasons(state, seat_text, Phase.SPECIAL)
    if not reasons and seat != state.queue[0]:
        if seat in state.queue:
            turn = seat_name(state.queue[0])
            reasons.append(Broken.NOT_YOUR_SPECIAL.reason(seat_text, turn=turn))
        else:
            reasons.append(Broken.NOT_SURROUNDED.reason(seat_text))
    return seat, reasons


def _full_reasons(state: SolaniState, seat: int, deck: int) -> list[Reason]:
    if deck in open_decks(state, seat):
        return []
    edition = state.table.edition
    values = {"deck": edition.decks[deck].name, "most": edition.cards_per_type}
    return [Broken.TYPE_FULL.reason(seat_name(seat), **values)]


def _tile_reasons(state: SolaniState, seat: int, card: int, cell: Cell | None) -> list[Reason]:
    """What stands against placing the tile of a card there, or nowhere."""
    player, code = state.players[seat], FEATURES + card
    if cell is None:
        fits = open_circles(state, player, code)
        return [Broken.STILL_FITS.reason(seat_name(seat), kind="feature")] if fits else []
    circle = state.table.edition.lattice.circle_index.get(cell, NOTHING)
    where = f"{seat_name(seat)} {circle_text(cell)}"
    return circle_reasons(state, player, code, circle, where)


def feature(state: SolaniState, move: Feature) -> Verdict[SolaniState]:
    """A displayed card is taken and its tile placed at once (SOL-SPEC-2, 3)."""
    seat, reasons = _turn_reasons(state, move.seat)
    if reasons:
        return Refused(tuple(reasons))
    edition = state.table.edition
    if state.deck != NOTHING:
        reasons.append(Broken.KEEP_FIRST.reason(move.seat))
    card = edition.card_index.get(move.card, NOTHING)
    if card == NOTHING:
        reasons.append(Broken.NO_SUCH_CARD.reason(move.seat, card=move.card))
        return Refused(tuple(reasons))
    deck = edition.cards[card].deck
    if card not in state.display[deck]:
        reasons.append(Broken.NOT_SHOWN.reason(move.seat, card=move.card))
    reasons += _full_reasons(state, seat, deck) + _tile_reasons(state, seat, card, move.cell)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, seat)
    _set_display(change, deck, tuple(c for c in state.display[deck] if c != card))
    _gain(change, card, move.cell)
    return change.accepted()


def _set_display(change: Change, deck: int, cards: tuple[int, ...]) -> None:
    display = list(change.state.display)
    display[deck] = cards
    change.set(display=tuple(display))


def _gain(change: Change, card: int, cell: Cell | None) -> None:
    """Hold a card, place its tile, and pass the turn on."""
    edition, player = change.edition, change.player
    change.set_player(cards=tuple(sorted((*player.cards, card))))
    kind, name = edition.cards[card].kind, edition.cards[card].name
    change.say("card", "SOL-SPEC-2", card=name, kind=kind)
    if cell is None:
        lose(change, "feature", name)
    else:
        circle = edition.lattice.circle_index[cell]
        change.set_player(circles=with_byte(player.circles, circle, FEATURES + card))
        where = f"{seat_name(change.seat)} {circle_text(cell)}"
        change.say("placed", "SOL-SPEC-2", where, kind="feature", tile=kind)
    change.set(queue=change.state.queue[1:], deck=NOTHING, drawn=())
    next_special(change)


def draw(state: SolaniState, move: DrawCards) -> Verdict[SolaniState]:
    """Two cards of one deck are drawn (SOL-SPEC-3, SOL-Q8); they may be noted afterwards."""
    seat, reasons = _turn_reasons(state, move.seat)
    if reasons:
        return Refused(tuple(reasons))
    edition = state.table.edition
    if state.drawn:
        reasons.append(Broken.KEEP_FIRST.reason(move.seat))
    deck = edition.deck_index.get(move.deck, NOTHING)
    if deck == NOTHING:
        names = list(edition.deck_index)
        reasons.append(Broken.NO_SUCH_DECK.reason(move.seat, deck=move.deck, decks=names))
        return Refused(tuple(reasons))
    if state.deck not in (NOTHING, deck):
        drawn_from = edition.decks[state.deck].name
        reasons.append(Broken.OTHER_DECK.reason(move.seat, deck=drawn_from))
    reasons += _full_reasons(state, seat, deck)
    if not state.decks[deck]:
        reasons.append(Broken.DECK_EMPTY.reason(move.seat, deck=move.deck))
    elif move.cards or state.deck != NOTHING:
        reasons += _drawn_reasons(state, deck, move)
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, seat)
    change.set(deck=deck, drawn=tuple(edition.card_index[card] for card in move.cards))
    due = draw_due(state, deck)
    if state.deck == NOTHING:
        change.say("drawing", "SOL-SPEC-3", deck=move.deck, count=due)
    else:  # that cards are drawn has been said
        change.say("drawn", "SOL-SPEC-3")
    return change.accepted()


def _drawn_reasons(state: SolaniState, deck: int, move: DrawCards) -> list[Reason]:
    edition, reasons = state.table.edition, []
    for name in dict.fromkeys(move.cards):
        card = edition.card_index.get(name, NOTHING)
        if card == NOTHING:
            reasons.append(Broken.NO_SUCH_CARD.reason(move.seat, card=name))
        elif edition.cards[card].deck != deck:
            reasons.append(Broken.OTHER_DECK.reason(move.seat, deck=move.deck))
        elif not state.decks[deck] >> card & 1:
            reasons.append(Broken.NOT_IN_DECK.reason(move.seat, card=name))
    due = draw_due(state, deck)
    if (count := cards_counted(move.cards, due)) != due:
        reasons.append(Broken.DRAW_COUNT.reason(move.seat, due=due, count=count))
    return reasons


def keep(state: SolaniState, move: Keep) -> Verdict[SolaniState]:
    """One drawn card is kept, the other joins the display with its tile (SOL-SPEC-3)."""
    seat, reasons = _turn_reasons(state, move.seat)
    if reasons:
        return Refused(tuple(reasons))
    edition = state.table.edition
    card = edition.card_index.get(move.card, NOTHING)
    if card == NOTHING or card not in state.drawn:
        reasons.append(Broken.NOT_DRAWN.reason(move.seat, card=move.card))
    if card != NOTHING:
        reasons += _tile_reasons(state, seat, card, move.cell)
    if reasons:
        return Refused(tuple(reasons))
    change, deck = Change(state, seat), state.deck
    others = tuple(other for other in state.drawn if other != card)
    decks = list(state.decks)
    for drawn in state.drawn:
        decks[deck] &= ~(1 << drawn)
    change.set(decks=tuple(decks))
    _set_display(change, deck, (*state.display[deck], *others))
    for other in others:
        change.say("displayed", "SOL-SPEC-3", card=edition.cards[other].name)
    _gain(change, card, move.cell)
    return change.accepted()


def skip(state: SolaniState, move: Pass) -> Verdict[SolaniState]:
    """A turn is not used: a player may, but need not, take a card (SOL-PLACE-5)."""
    _, reasons = _turn_reasons(state, move.seat)
    if not reasons and state.deck != NOTHING:
        reasons.append(Broken.KEEP_FIRST.reason(move.seat))
    if reasons:
        return Refused(tuple(reasons))
    change = Change(state, state.queue[0])
    change.say("passed", "SOL-PLACE-5")
    change.set(queue=state.queue[1:])
    next_special(change)
    return change.accepted()
