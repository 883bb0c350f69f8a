"""Writes a state as a `position`; `position_read` reads it back equal."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.starfall.pieces import EMPTY
from companion.games.starfall.position_doc import PlayerDoc, PositionDoc
from companion.games.starfall.state import StarfallState, seat_name


def write_position(state: StarfallState) -> dict[str, Any]:
    """The whole state; nothing is left out but what is empty."""
    edition = state.table.edition
    doc = PositionDoc(
        phase=state.phase.value,
        turn=seat_name(state.turn),
        board={
            str(number): edition.tile_text(tile)
            for number, tile in zip(edition.numbers, state.track, strict=True)
            if tile != EMPTY
        },
        deck=state.deck,
        gone=[edition.tile_text(tile) for tile in state.gone],
        players={seat_name(seat): _player(state, seat) for seat in range(state.table.seats)},
    )
    plain: dict[str, Any] = msgspec.to_builtins(doc)
    return plain


def _player(state: StarfallState, seat: int) -> PlayerDoc:
    edition, player = state.table.edition, state.players[seat]
    return PlayerDoc(
        tiles=[edition.tile_text(tile) for tile in player.tiles],
        stardust={
            kind.name: count for kind, count in zip(edition.pieces, player.pieces, strict=True)
        },
    )
