"""A move tap by tap: what may be chosen next, and the move that the taps make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.flow import Accepted, Finished
from companion.games.contract import MoveTextError
from companion.games.playable import Tap
from companion.games.polaris.edition import Counts
from companion.games.polaris.move_text import read_element
from companion.games.polaris.moves import Move, Play, PlayedCard, Reveal, Show, Take, TakeStars
from companion.games.polaris.page import naming
from companion.games.polaris.page.laying_on import can_be_played, onward
from companion.games.polaris.pieces import SEATS, Phase
from companion.games.polaris.rules import judge
from companion.games.polaris.rules.laying import Laying
from companion.games.polaris.rules.legal import legal_moves, playable, takes
from companion.games.polaris.rules.turns import without_card
from companion.games.polaris.state import NOBODY, PolarisState


@dataclass(frozen=True, slots=True)
class _Begun:
    """A play as far as it was tapped; `phase` is "" before it was chosen."""

    phase: str
    cards: tuple[PlayedCard, ...]


def taps(state: PolarisState, move: Move) -> tuple[Tap, ...]:
    """The move as the choices that a person makes, in order."""
    match move:
        case Take():
            return (naming.take_tap(state, move),)
        case TakeStars():
            return (naming.stars_tap(state.table.edition),)
        case Reveal():
            return (naming.reveal_tap(state, move),)
        case Show():
            return (naming.show_tap(move),)
        case Play():
            return naming.play_taps(state, move)


def chance_moves(state: PolarisState) -> Iterator[Reveal]:
    """The cards that may be shown now; none when no slot waits for one (POL-TAKE-2)."""
    deck = state.reveal_deck
    if deck == NOBODY or state.phase in (Phase.SHOWING, Phase.OVER):
        return
    for number, card in enumerate(state.table.edition.cards):
        if card.deck == deck and state.unseen(number) > 0:
            yield Reveal(card.name)


def next_taps(state: PolarisState, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
    """What `seat` (None: chance) may choose after the taps with these ids."""
    if seat is None:
        return () if chosen else tuple(naming.reveal_tap(state, m) for m in chance_moves(state))
    if state.phase is Phase.SHOWING:
        return () if chosen else tuple(_shows(state, seat))
    if not _acts(state, seat):
        return ()
    if not chosen:
        return tuple(_first(state, seat))
    begun = _read(chosen)
    if begun is None:
        return ()
    return tuple(_phases(state, begun) if not begun.phase else _onward(state, begun))


def tapped_move(state: PolarisState, seat: str | None, chosen: Sequence[str]) -> Move | None:
    """The move that the taps make, None as long as they make no legal one."""
    move = _move(seat, chosen)
    if move is not None and isinstance(judge(state, move), Accepted | Finished):
        return move
    return None


def _move(seat: str | None, chosen: Sequence[str]) -> Move | None:
    if not chosen:
        return None
    verb, _, what = chosen[0].partition(" ")
    if seat is None:
        return Reveal(what) if verb == "reveal" and len(chosen) == 1 else None
    if len(chosen) == 1:
        if chosen[0] == naming.STARS:
            return TakeStars(seat)
        if verb == "take":
            return Take(seat, what)
        if verb == "show":
            return Show(seat, what)
    begun = _read(chosen)
    return Play(seat, begun.phase, begun.cards) if begun is not None and begun.phase else None


def _acts(state: PolarisState, seat: str) -> bool:
    """Whether it is this seat's turn and no card has to be shown first."""
    if state.phase is Phase.OVER or state.reveal_deck != NOBODY:
        return False
    return seat in SEATS and SEATS.index(seat) == state.turn


def _shows(state: PolarisState, seat: str) -> Iterator[Tap]:
    for move in legal_moves(state):
        if isinstance(move, Show) and move.seat == seat:
            yield naming.show_tap(move)


def _first(state: PolarisState, seat: str) -> Iterator[Tap]:
    """Shooting stars, an open card, or a card of the hand (POL-TURN-1)."""
    yield naming.stars_tap(state.table.edition)
    for move in takes(state):
        yield from taps(state, move)
    hand = state.players[state.turn].hand
    for number in playable(state, hand):
        card = state.table.edition.cards[number]
        if any(_phases(state, _Begun("", (PlayedCard(card.name),)))):
            yield naming.card_tap(state, hand, card.name, (), more=False)


def _read(chosen: Sequence[str]) -> _Begun | None:
    """The play that taps begin, None for taps that begin none."""
    phase, cards = "", []
    for place, tap in enumerate(chosen):
        verb, _, what = tap.partition(" ")
        if verb == "card" and (place == 0 or phase):
            cards.append(PlayedCard(what))
        elif verb == "phase" and place == 1:
            phase = what
        elif verb == "lay" and phase:
            try:
                element = read_element(what)
            except MoveTextError:
                return None
            cards[-1] = PlayedCard(cards[-1].card, (*cards[-1].elements, element))
        else:
            return None
    return _Begun(phase, tuple(cards)) if cards else None


def _phases(state: PolarisState, begun: _Begun) -> Iterator[Tap]:
    """The phases that the first card can be played with (POL-PLAY-2), its own first."""
    edition = state.table.edition
    number = edition.card_index.get(begun.cards[0].card)
    if number is None:
        return
    card = edition.cards[number]
    others = (phase for phase in range(len(edition.phases)) if phase != card.phase)
    for phase in (card.phase, *others):
        if can_be_played(Laying(state, state.turn, phase), card):
            yield naming.phase_tap(state, card.name, edition.phases[phase])


def _onward(state: PolarisState, begun: _Begun) -> Iterator[Tap]:
    """More elements of the last card, or, once it can stand as it is, another card."""
    edition = state.table.edition
    numbers = [edition.card_index.get(played.card, -1) for played in begun.cards]
    left = _hand_after(state, numbers)
    if left is None or begun.phase not in edition.phases:
        return
    hand, used = left
    laying = Laying(state, state.turn, edition.phases.index(begun.phase))
    for number, played in zip(numbers[:-1], begun.cards[:-1], strict=True):
        laying.card(edition.cards[number], played.elements)
    if laying.reasons:
        return
    last, elements = edition.cards[numbers[-1]], begun.cards[-1].elements
    for element in onward(laying, last, elements):
        yield naming.element_tap(edition, element)
    laying.card(last, elements)
    if laying.reasons:
        return
    whole = state.players[state.turn].hand
    for number in playable(state, hand, begun.cards):
        card = edition.cards[number]
        if can_be_played(laying, card):
            yield naming.card_tap(state, whole, card.name, used, more=True)


def _hand_after(state: PolarisState, numbers: Sequence[int]) -> tuple[Counts, Counts] | None:
    """The hand without the cards that were played, and their places in it; None: not held."""
    hand: Counts | None = state.players[state.turn].hand
    whole = state.players[state.turn].hand
    used: list[int] = []
    for number in numbers:
        hand = without_card(state, hand, number) if hand is not None and number >= 0 else None
        if hand is None:
            return None
        name = state.table.edition.cards[number].name
        used.append(naming.hand_place(state, whole, name, tuple(used)))
    return hand or (), tuple(used)
