"""Who does what next; with every prompt goes that the components are a stand-in."""

from __future__ import annotations

from typing import Any

from companion.games.contract import Prompt
from companion.games.solani.pieces import DRAFTED, Phase
from companion.games.solani.rules.order import due_types, market_due, places_now, taker
from companion.games.solani.rules.special import draw_due
from companion.games.solani.rules.tidy import empty_rows, refill_due
from companion.games.solani.state import NOTHING, SolaniState, seat_name


def prompt(state: SolaniState) -> Prompt:
    """The seats that may act and a key of the words; seats are empty for the whole table."""
    seats, key, values = _said(state)
    values |= {"notice": state.table.edition.notice, "round": state.round}
    return Prompt(tuple(seats), f"prompt.{key}", values, "note.notice")


def _said(state: SolaniState) -> tuple[list[str], str, dict[str, Any]]:
    if state.phase is Phase.PREPARE:
        counts = [min(market_due(state), sum(bag)) for bag in state.bags]
        return [], "prepare", {"clusters": counts[0], "branches": counts[1]}
    if state.phase is Phase.DRAFT:
        return _draft(state)
    if state.phase is Phase.PLACE:
        seats = _placing(state)
        return seats, "place", {"seats": seats}
    if state.phase is Phase.SPECIAL:
        return _special(state)
    if state.phase is Phase.REFILL:
        deck = empty_rows(state)[0]
        name = state.table.edition.decks[deck].name
        return [], "refill", {"deck": name, "count": refill_due(state, deck)}
    return [], state.phase.value, {}


def _placing(state: SolaniState) -> list[str]:
    return [
        seat_name(seat)
        for seat, player in enumerate(state.players)
        if player.stores and places_now(state, seat)
    ]


def _draft(state: SolaniState) -> tuple[list[str], str, dict[str, Any]]:
    seat, types, placing = seat_name(taker(state)), due_types(state), _placing(state)
    values: dict[str, Any] = {"seat": seat, "kind": DRAFTED[types[0]].value, "seats": placing}
    if len(types) > 1:
        return [seat], "take_first", values
    key = "take_and_place" if placing else "take"
    return [seat, *(name for name in placing if name != seat)], key, values


def _special(state: SolaniState) -> tuple[list[str], str, dict[str, Any]]:
    seat, edition = seat_name(state.queue[0]), state.table.edition
    if state.deck == NOTHING:
        return [seat], "special", {"seat": seat}
    deck = edition.decks[state.deck].name
    if not state.drawn:
        return [seat], "draw", {"seat": seat, "deck": deck, "count": draw_due(state, state.deck)}
    return [seat], "keep", {"seat": seat, "deck": deck}
