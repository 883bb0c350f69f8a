"""Every legal move, listed lazily: plays of one card first, then of two, and so on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.polaris.edition import Counts, Option
from companion.games.polaris.moves import Move, Play, PlayedCard, Show, Take, TakeStars
from companion.games.polaris.pieces import ADVANCED, DECKS, UNKNOWN, Phase
from companion.games.polaris.rules.arranging import Laid, arrangements, elements_of
from companion.games.polaris.rules.laying import Laying
from companion.games.polaris.rules.turns import without_card
from companion.games.polaris.state import NOBODY, UNSHOWN, PolarisState, seat_name


def legal_moves(state: PolarisState) -> Iterator[Move]:
    """Every accepted move of a player; of orders of a card's elements the best-paying one."""
    if state.phase is Phase.SHOWING:
        yield from _shows(state)
    elif state.phase is not Phase.OVER and state.reveal_deck == NOBODY:
        yield TakeStars(seat_name(state.turn))
        yield from takes(state)
        for count in range(1, len(state.players[state.turn].hand) + 1):
            for phase in range(len(state.table.edition.phases)):
                laying = Laying(state, state.turn, phase)
                hand = state.players[state.turn].hand
                yield from plays(state, laying, hand, (), count)


def _shows(state: PolarisState) -> Iterator[Move]:
    shown = {player.goal for player in state.players}
    for seat, player in enumerate(state.players):
        if player.goal == UNSHOWN:
            for number, goal in enumerate(state.table.edition.personal):
                if number not in shown:
                    yield Show(seat_name(seat), goal.name)


def takes(state: PolarisState) -> Iterator[Move]:
    """Cards that the seat to act may take (POL-TAKE-1, POL-TAKE-3)."""
    edition, player = state.table.edition, state.players[state.turn]
    if len(player.hand) >= edition.turn.hand_limit:
        return
    for deck in range(len(DECKS)):
        if deck == ADVANCED and player.shooting_stars < edition.turn.advanced_price:
            continue
        slots = state.piles[deck].slots
        hidden = UNKNOWN[deck] in slots
        for number, card in enumerate(edition.cards):
            if number in slots or (hidden and card.deck == deck and state.unseen(number) > 0):
                yield Take(seat_name(state.turn), card.name)


def plays(
    state: PolarisState, laying: Laying, hand: Counts, done: tuple[PlayedCard, ...], count: int
) -> Iterator[Play]:
    """Plays of `count` more cards after those that are done."""
    if not count:
        phase = state.table.edition.phases[laying.phase]
        yield Play(seat_name(laying.seat), phase, done)
        return
    for number in playable(state, hand, done):
        card = state.table.edition.cards[number]
        left = without_card(state, hand, number)
        if left is None:
            continue
        for laid in _ways(laying, card.options):
            twin = laying.copy()
            elements = elements_of(laying, laid)
            twin.card(card, elements)
            if not twin.reasons:
                played = (*done, PlayedCard(card.name, elements))
                yield from plays(state, twin, left, played, count - 1)


def playable(state: PolarisState, hand: Counts, done: tuple[PlayedCard, ...] = ()) -> list[int]:
    """The different cards that a hand holds or, where nobody noted them, may hold."""
    edition = state.table.edition
    found = sorted({card for card in hand if card >= 0})
    held = state.players[state.turn].hand
    for number, card in enumerate(edition.cards):
        if number not in found and UNKNOWN[card.deck] in hand:
            played = sum(one.card == card.name for one in done)
            if played - held.count(number) < state.unseen(number):
                found.append(number)
    return found


def _ways(laying: Laying, options: tuple[Option, ...]) -> Iterator[Laid]:
    """Every way to lay something of an option, the most first; laying nothing comes once."""
    for option in options:
        for size in range(len(option.stars) + len(option.lines), 0, -1):
            yield from arrangements(laying, option, size)
    yield (), ()
