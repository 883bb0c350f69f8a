"""Where every piece of a state lies on the printed boards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.polaris.art import cards, goals, sky_board, tokens
from companion.games.polaris.art.frame import FAMILY as FRAME
from companion.games.polaris.art.score_board import NAME as SCORE
from companion.games.polaris.art.score_board import dawn_place, score_place, slot_place
from companion.games.polaris.edition import bits
from companion.games.polaris.pieces import DECKS
from companion.games.polaris.state import PolarisState
from companion.prints import Lie

SKY = sky_board.NAME


def lies(state: PolarisState) -> tuple[Lie, ...]:
    """Every piece on the sky and on the scoring board; those of one place from the lowest up.

    Neutral stars are of the colours that nobody plays, by turns (POL-SET-8).  Cards that nobody
    noted lie nowhere, since nobody knows what they show.
    """
    return (*_sky(state), *_frame(state), *_goals(state), *_cards(state), *_markers(state))


def _sky(state: PolarisState) -> Iterator[Lie]:
    sky = state.table.edition.sky
    for line in bits(state.lines):
        yield Lie(SKY, 0, sky.line_name(line), "line", tokens.LINE_KIND)
    *players, neutral = state.stars
    for seat, mask in enumerate(players):
        for space in bits(mask):
            yield Lie(SKY, 0, sky.names[space], "star", tokens.star_kind(seat))
    unused = range(state.table.seats, 4)
    for number, space in enumerate(bits(neutral)):
        kind = tokens.star_kind(unused[number % len(unused)])
        yield Lie(SKY, 0, sky.names[space], "star", kind)


def _frame(state: PolarisState) -> Iterator[Lie]:
    edition = state.table.edition
    for number, phase in enumerate(edition.phases):
        sector = edition.sector_at(state.new_moon, number) - 1
        yield Lie(SKY, 0, sky_board.frame_place(sector), FRAME, phase)


def _goals(state: PolarisState) -> Iterator[Lie]:
    """Goals that are still to be scored beside their sectors, the others on the dawn track."""
    edition = state.table.edition
    sectors = edition.sky.sectors
    first = (state.new_moon - state.round) % sectors
    for sector, goal in enumerate(state.table.goals):
        when = (sector - first) % sectors
        name = edition.goals[goal].name
        if when < state.round - 1:
            yield Lie(SCORE, 0, dawn_place(when), goals.COMMON_FAMILY, name, back=True)
        else:
            yield Lie(SKY, 0, sky_board.goal_place(sector), goals.COMMON_FAMILY, name)


def _cards(state: PolarisState) -> Iterator[Lie]:
    edition = state.table.edition
    covered = state.round - 1
    for number, card in enumerate(state.dawn):
        if card >= 0:
            name = edition.cards[card].name
            yield Lie(SCORE, 0, dawn_place(covered + number), cards.FAMILY, name)
    for deck in range(len(DECKS)):
        for slot, card in enumerate(state.piles[deck].slots):
            if card >= 0:
                name = edition.cards[card].name
                yield Lie(SCORE, 0, slot_place(deck, slot), cards.FAMILY, name)


def _markers(state: PolarisState) -> Iterator[Lie]:
    """Markers on the score track; each lap of it is a token in front of the player."""
    spaces = state.table.edition.print.score_spaces
    for seat, player in enumerate(state.players):
        kind = tokens.marker_kind(seat)
        yield Lie(SCORE, 0, score_place(player.score % spaces), "marker", kind)
