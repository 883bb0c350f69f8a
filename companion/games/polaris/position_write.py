"""Writes a state as a `position`; `position_read` reads it back equal."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.polaris.edition import bits
from companion.games.polaris.pieces import ADVANCED, BASIC
from companion.games.polaris.position_doc import DeckDoc, PlayerDoc, PositionDoc
from companion.games.polaris.state import NOBODY, UNSHOWN, Entry, PolarisState, seat_name


def write_position(state: PolarisState) -> dict[str, Any]:
    """The whole state; nothing is left out but what is empty."""
    edition = state.table.edition
    sky = edition.sky
    doc = PositionDoc(
        phase=state.phase.value,
        round=state.round,
        turn=seat_name(state.turn),
        last_turns=[seat_name(seat) for seat in state.last_turns],
        telescope=None if state.telescope == NOBODY else seat_name(state.telescope),
        new_moon=state.new_moon,
        goals=[edition.goals[number].name for number in state.table.goals],
        players={seat_name(seat): _player(state, seat) for seat in range(state.table.seats)},
        neutral=sky.space_names(state.stars[-1]),
        lines=[sky.line_name(line) for line in bits(state.lines)],
        dawn=[edition.card_text(card) for card in state.dawn],
        basic=_deck(state, BASIC),
        advanced=_deck(state, ADVANCED),
    )
    plain: dict[str, Any] = msgspec.to_builtins(doc)
    return plain


def _player(state: PolarisState, seat: int) -> PlayerDoc:
    edition, player = state.table.edition, state.players[seat]
    return PlayerDoc(
        stars=edition.sky.space_names(state.stars[seat]),
        shooting_stars=player.shooting_stars,
        hand=[edition.card_text(card) for card in player.hand],
        goal=None if player.goal == UNSHOWN else edition.personal[player.goal].name,
        score={_label(entry): entry.vp for entry in player.ledger},
    )


def _label(entry: Entry) -> str:
    return f"{entry.source.value} {entry.name}".rstrip()


def _deck(state: PolarisState, deck: int) -> DeckDoc:
    edition, pile = state.table.edition, state.piles[deck]
    return DeckDoc(
        slots=[edition.card_text(card) for card in pile.slots],
        discards=[edition.card_text(card) for card in pile.discards],
    )
