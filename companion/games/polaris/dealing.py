"""What chance does next, and a random legal move: for self-play.

The chance comes from outside; nothing here draws any of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import Chance
from companion.games.polaris.edition import Card, Edition, Option, bits
from companion.games.polaris.moves import Move, Play, PlayedCard, Reveal, TakeStars
from companion.games.polaris.pieces import ADVANCED, BASIC, Phase
from companion.games.polaris.rules.arranging import Laid, arrangements, elements_of
from companion.games.polaris.rules.laying import Laying
from companion.games.polaris.rules.legal import legal_moves, playable, plays, takes
from companion.games.polaris.rules.turns import without_card
from companion.games.polaris.setup import SetupDoc
from companion.games.polaris.state import NOBODY, PolarisState, seat_name

LOOKED_AT = 12  # arrangements compared before one is picked


def deal_setup(edition: Edition, seats: Sequence[str], chance: Chance) -> SetupDoc:
    """A random setup."""
    basic = chance.sample(_deck(edition, BASIC), edition.deck_size(BASIC))
    advanced = chance.sample(_deck(edition, ADVANCED), edition.slots(ADVANCED))
    hand, slots = edition.setup.hand, edition.slots(BASIC)
    personal = chance.sample(list(edition.personal_index), len(seats))
    return SetupDoc(
        first=chance.choice(list(seats)),
        new_moon=chance.choice(range(1, edition.sky.sectors + 1)),
        goals=chance.sample(list(edition.goal_index), edition.sky.sectors),
        personal=dict(zip(seats, personal, strict=True)),
        hands={
            seat: basic[slots + number * hand : slots + (number + 1) * hand]
            for number, seat in enumerate(seats)
        },
        basic=basic[:slots],
        advanced=advanced,
    )


def _deck(edition: Edition, deck: int) -> list[str]:
    cards = [card for card in edition.cards if card.deck == deck]
    return [card.name for card in cards for _ in range(card.count)]


def next_move(state: PolarisState, chance: Chance) -> Move:
    """What chance shows next, or a legal move picked by chance.

    Raises ValueError when the game is over, the only state without a next move.
    """
    if state.phase is Phase.OVER:
        raise ValueError("the game is over")
    if state.phase is Phase.SHOWING:
        return chance.choice(list(legal_moves(state)))
    deck = state.reveal_deck
    if deck != NOBODY:
        cards = [
            card.name
            for number, card in enumerate(state.table.edition.cards)
            if card.deck == deck
            for _ in range(state.unseen(number))
        ]
        return Reveal(chance.choice(cards))
    taking = list(takes(state))
    kind = chance.choice(("take", "take", "play", "play", "stars"))
    if kind == "take" and taking:
        return chance.choice(taking)
    play = None
    if kind != "stars" and state.players[state.turn].hand:
        play = _play(state, chance) or _any_play(state, chance)
    return play or TakeStars(seat_name(state.turn))


def _play(state: PolarisState, chance: Chance) -> Play | None:
    """Several cards of the phase of one of them, as long as each can be paid."""
    edition = state.table.edition
    hand = state.players[state.turn].hand
    phase = edition.cards[chance.choice(playable(state, hand))].phase
    laying = Laying(state, state.turn, phase)
    done: tuple[PlayedCard, ...] = ()
    cards = playable(state, hand)
    for number in chance.sample(cards, len(cards)):
        card = edition.cards[number]
        if card.phase != phase and done and chance.choice((True, False)):
            continue
        while number in playable(state, hand, done):
            left, twin = without_card(state, hand, number), laying.copy()
            elements = elements_of(laying, _pick(laying, card, chance))
            twin.card(card, elements)
            if twin.reasons or left is None:
                break
            hand, laying = left, twin
            done = (*done, PlayedCard(card.name, elements))
    return Play(seat_name(state.turn), edition.phases[phase], done) if done else None


def _any_play(state: PolarisState, chance: Chance) -> Play | None:
    """One card in any sector, None when there is no legal play at all.

    Late in a game the sectors of a whole hand can be full while others are not: if by the
    ruling play_empty (POL-Q21) something of each card is laid, only a changed phase goes on.
    """
    edition, hand = state.table.edition, state.players[state.turn].hand
    choices = [(n, phase) for n in playable(state, hand) for phase in range(len(edition.phases))]
    for number, phase in chance.sample(choices, len(choices)):
        laying = Laying(state, state.turn, phase)
        play = next(plays(state, laying, (number,), (), 1), None)
        if play is not None:
            return play
    return None


def _pick(laying: Laying, card: Card, chance: Chance) -> Laid:
    """As many elements as can be laid; of some arrangements the one that joins most."""
    option: Option = chance.choice(card.options)
    for size in range(len(option.stars) + len(option.lines), 0, -1):
        found = list(arrangements(laying, option, size))
        if found:
            some = chance.sample(found, min(len(found), LOOKED_AT))
            return max(some, key=lambda laid: _promise(laying, laid))
    return (), ()


def _promise(laying: Laying, laid: Laid) -> int:
    """How many lines and own stars would meet; games played for constellations score more."""
    sky, own, lines = laying.sky, laying.own | 1 << laying.sky.north, laying.lines
    for space in laid[0]:
        own |= 1 << space
    meets = sum(own >> end & 1 for line in laid[1] for end in sky.ends[line])
    for space in laid[0]:
        meets += sum(
            2 for line in bits(lines & sky.rim[space]) if own >> _other(laying, line, space) & 1
        )
    return meets


def _other(laying: Laying, line: int, space: int) -> int:
    one, other = laying.sky.ends[line]
    return other if one == space else one
