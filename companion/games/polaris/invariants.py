"""What holds in every reachable state and over every accepted move; used by self-play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.polaris.pieces import DECKS, TO_REVEAL, Phase
from companion.games.polaris.state import NOBODY, UNSHOWN, PolarisState, seat_name


def check(before: PolarisState, after: PolarisState) -> tuple[str, ...]:
    """Sentences about every invariant that the step from one state to the next broke."""
    return (
        *_sky(before, after),
        *_cards(after),
        *_players(before, after),
        *_turns(before, after),
    )


def _sky(before: PolarisState, after: PolarisState) -> Iterator[str]:
    printed = after.table.edition.components
    taken = 0
    for seat, mask in enumerate(after.stars):
        name = seat_name(seat) if seat < after.table.seats else "neutral"
        if mask & taken:
            yield f"{name}: a star lies on another"
        if mask & ~after.table.edition.sky.all_spaces:
            yield f"{name}: a star lies where there is no round space"
        if before.stars[seat] & ~mask:
            yield f"{name}: a star has left the sky"
        if seat < after.table.seats and mask.bit_count() > printed.stars:
            yield f"{name}: {mask.bit_count()} stars on the sky of {printed.stars}"
        taken |= mask
    if after.stars[-1] != before.stars[-1]:
        yield "neutral stars have changed"
    changed = [s for s in range(after.table.seats) if after.stars[s] != before.stars[s]]
    if any(seat != before.turn for seat in changed):
        yield "a star was laid for a player whose turn it was not"
    if before.lines & ~after.lines:
        yield "a line token has left the sky"
    if after.lines.bit_count() > printed.lines or after.lines >> len(after.table.edition.sky.ends):
        yield f"{after.lines.bit_count()} line tokens on the sky of {printed.lines}"


def _cards(state: PolarisState) -> Iterator[str]:
    edition = state.table.edition
    if len(state.dawn) + state.round - 1 > edition.round.dawn_track:
        yield f"{len(state.dawn)} dawn cards and {state.round - 1} goals are too many for the track"
    if any(card >= 0 and not edition.cards[card].dawn for card in state.dawn):
        yield "a card without dawn lies on the dawn track"
    for deck, name in enumerate(DECKS):
        if state.deck_left(deck) < 0:
            yield f"there are more {name} cards than were printed"
        for card, count in Counter(state.seen_cards(deck)).items():
            if card >= 0 and count > edition.cards[card].count:
                yield f"there are {count} cards {edition.cards[card].name}"
        if len(state.piles[deck].slots) != edition.slots(deck):
            yield f"the number of {name} slots has changed"
    if sum(pile.slots.count(TO_REVEAL) for pile in state.piles) > 1:
        yield "two slots wait for their next card"


def _players(before: PolarisState, after: PolarisState) -> Iterator[str]:
    limit = after.table.edition.turn.hand_limit
    for seat, player in enumerate(after.players):
        name = seat_name(seat)
        if len(player.hand) > limit:
            yield f"{name} holds {len(player.hand)} cards"
        if player.shooting_stars < 0:
            yield f"{name} owes shooting stars"
        if player.score < 0:
            yield f"{name} has {player.score} VP before the end"
        old = before.players[seat]
        if old.goal not in (UNSHOWN, player.goal):
            yield f"{name} has another personal goal"
        if player.ledger[: len(old.ledger)] != old.ledger:
            yield f"{name} has lost an entry of the score"
    held = sum(player.shooting_stars for player in after.players)
    printed = after.table.edition.components.shooting_stars
    grown = held > sum(player.shooting_stars for player in before.players)
    if after.table.rulings.token_limit and held > printed and grown:
        yield f"{held} shooting stars of {printed} are held"


def _turns(before: PolarisState, after: PolarisState) -> Iterator[str]:
    if (after.phase is Phase.LAST_TURNS) != bool(after.last_turns):
        yield "the last turns of a round do not fit the phase"
    if after.last_turns and (after.telescope == NOBODY or after.telescope in after.last_turns):
        yield "the telescope's holder is among the last turns, or nobody has it"
    if after.phase is Phase.TURNS and len(after.dawn) >= after.dawn_spaces:
        yield "the dawn track is full and the round goes on"
    if after.round != before.round and (after.dawn or after.turn != before.telescope):
        yield "a round does not begin with an empty track and the player of the last dawn card"
    if after.round not in (before.round, before.round + 1):
        yield f"round {after.round} follows round {before.round}"
