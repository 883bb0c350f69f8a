"""Where a round stands in a position, and whether its parts fit together."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import SetupError
from companion.games.solani.pieces import DRAFTED, SEATS, UNSEEN, Kind, Phase
from companion.games.solani.position_doc import SolaniPosition
from companion.games.solani.rules.course import special_queue
from companion.games.solani.rules.order import due_types, laid_out
from companion.games.solani.rules.special import draw_due
from companion.games.solani.rules.tidy import empty_rows
from companion.games.solani.setup import read_cards, seat_number
from companion.games.solani.state import EMPTY, NOTHING, UNKNOWN, Player, SolaniState


def phase_of(doc: SolaniPosition) -> Phase:
    """The phase that a position says, or that follows from its parts."""
    if doc.phase is not None:
        return Phase(doc.phase)
    if doc.queue or doc.draw:
        return Phase.SPECIAL
    if doc.market is not None and (doc.market.clusters or doc.market.branches):
        return Phase.DRAFT
    if any(player.stored for player in doc.players.values()):
        return Phase.PLACE
    return Phase.PREPARE


def read_course(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    """Phase, draft and special draft of a position; raises SetupError."""
    phase = phase_of(doc)
    first = NOTHING if doc.first is None else DRAFTED.index(Kind(doc.first))
    takes = 2 * state.table.seats if phase in _AFTER_DRAFT else doc.takes
    state = replace(state, phase=phase, takes=takes, first=first)
    if phase is not Phase.SPECIAL:
        return state
    if doc.queue is None:
        queue = special_queue(state)
    else:
        seats = SEATS[: state.table.seats]
        queue = tuple(seat_number(seats, name, "position.queue") for name in doc.queue)
    players = tuple(replace(player, owed=0) for player in state.players)
    state = replace(state, queue=queue, players=players)
    return _drawn(state, doc)


_AFTER_DRAFT = (Phase.PLACE, Phase.SPECIAL, Phase.TIDY, Phase.REFILL, Phase.OVER)


def _drawn(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    if doc.draw is None:
        if doc.drawn:
            raise SetupError("position.draw: says from which deck the cards were drawn")
        return state
    edition = state.table.edition
    deck = edition.deck_index.get(doc.draw, NOTHING)
    if deck == NOTHING:
        raise SetupError(f"position.draw: there is no deck {doc.draw}")
    if not state.decks[deck]:
        raise SetupError(f"position.draw: deck {doc.draw} has no card left")
    cards: tuple[int, ...]
    if doc.drawn and set(doc.drawn) == {UNSEEN}:
        cards = (UNKNOWN,) * len(doc.drawn)
    else:
        cards = read_cards(edition, doc.drawn, deck, "position.drawn")
    if any(card != UNKNOWN and not state.decks[deck] >> card & 1 for card in cards):
        raise SetupError("position.drawn: a card is shown or held, so it can't be drawn")
    if cards and len(cards) != draw_due(state, deck):
        raise SetupError(f"position.drawn: {draw_due(state, deck)} cards are drawn at once")
    return replace(state, deck=deck, drawn=cards)


def check_course(state: SolaniState, doc: SolaniPosition) -> None:
    """Raise SetupError when what players have does not belong to the phase."""
    if state.phase is Phase.DRAFT:
        _check_draft(state)
    elif state.phase is Phase.PLACE:
        if not any(player.stores for player in state.players):
            raise SetupError("position.phase: nobody has a tile to place, so the phase is tidy")
    else:
        for seat, player in enumerate(state.players):
            if player.stores:
                key = f"position.players.{SEATS[seat]}.stored"
                raise SetupError(f"{key}: nothing is stored in the phase {state.phase.value}")
            if player.owed:
                key = f"position.players.{SEATS[seat]}.owed"
                raise SetupError(f"{key}: this belongs to the phases draft, place and special")
    if state.phase is Phase.PREPARE and any(
        laid_out(state, number) for number in range(len(DRAFTED))
    ):
        raise SetupError("position.market: tiles are laid out, so the phase is not prepare")
    if state.phase is Phase.SPECIAL and not state.queue:
        raise SetupError("position.queue: says who takes a feature card, the next one first")
    if state.phase is Phase.REFILL and not empty_rows(state):
        raise SetupError("position.display: no row has run out, so the phase is not refill")
    if state.phase is not Phase.SPECIAL and (doc.queue or doc.draw or doc.drawn):
        raise SetupError("position.queue: queue, draw and drawn belong to the phase special")


def _check_draft(state: SolaniState) -> None:
    seats = state.table.seats
    if state.takes >= 2 * seats:
        raise SetupError(f"position.takes: {seats} players take {2 * seats} tiles in a round")
    if state.takes and state.first == NOTHING:
        raise SetupError("position.first: says whether clusters or branches were taken first")
    if not state.takes and state.first != NOTHING:
        raise SetupError("position.first: is decided by the first take")
    for number, kind in enumerate(DRAFTED):
        due = _left_to_take(state, number)
        short = laid_out(state, number) < due and any(state.bags[number])
        if short or (number in due_types(state) and not laid_out(state, number)):
            raise SetupError(f"position.market: {due} {kind.value} tiles are still to be taken")
    for step, seat in enumerate(state.clockwise()):
        taken = (step < state.takes) + (state.takes > 2 * seats - 1 - step)
        _check_storage(state, SEATS[seat], state.players[seat], taken)


def _left_to_take(state: SolaniState, type_number: int) -> int:
    """How many tiles of a type are still taken in this round."""
    seats = state.table.seats
    if state.first == NOTHING:
        return seats
    if type_number == state.first:
        return max(0, seats - state.takes)
    return min(seats, 2 * seats - state.takes)


def _check_storage(state: SolaniState, name: str, player: Player, taken: int) -> None:
    """A player with one take stores exactly that tile, before that nothing."""
    key = f"position.players.{name}.stored"
    if taken == 0 and player.stores:
        raise SetupError(f"{key}: {name} has not taken a tile yet")
    if taken == 1:
        branch = DRAFTED[state.first] is Kind.BRANCH
        has = (player.tile != EMPTY, player.branch != NOTHING)
        if has != (not branch, branch):
            kind = DRAFTED[state.first].value
            raise SetupError(f"{key}: {name} has taken a {kind} and no second tile yet")
