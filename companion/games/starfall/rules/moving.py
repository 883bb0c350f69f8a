"""Moving a tile down the track (STAR-MOVE)."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Reason, Refused, Verdict
from companion.games.starfall.moves import MoveDown
from companion.games.starfall.pieces import EMPTY, OFF
from companion.games.starfall.reasons import MAY_STAND, Broken
from companion.games.starfall.rules.turns import (
    end_turn,
    event,
    tile_number,
    turn_reasons,
    with_tile,
)
from companion.games.starfall.state import NOBODY, OFF_TRACK, StarfallState


def move_down(state: StarfallState, move: MoveDown) -> Verdict[StarfallState]:
    """A tile of the board goes to the next free number below, or leaves the game."""
    reasons = turn_reasons(state, move.seat)
    edition = state.table.edition
    tile = tile_number(state, move.tile)
    if tile == NOBODY:
        reasons.append(Broken.NO_SUCH_TILE.reason(move.tile, tile=move.tile))
    elif state.slot_of(tile) == NOBODY:
        reasons.append(Broken.NOT_TO_MOVE.reason(move.tile, tile=move.tile))
    elif move.to:
        reasons += _target_reasons(state, tile, move)
    binding = MAY_STAND.binding(reasons, state.table.waived)
    if reasons and not binding:  # it stands where it was put, unless another tile is there
        binding += _taken(state, move)
    if binding:
        return Refused(tuple(binding))
    slot = state.slot_of(tile)
    lower, number = state.next_free(slot), edition.numbers[slot]
    if reasons:
        lower = OFF_TRACK if move.to == OFF else edition.numbers.index(int(move.to))
    left = replace(state, track=state.with_slot(slot, EMPTY))
    values = {"tile": move.tile, "from": number}
    if lower == OFF_TRACK:
        after = replace(left, gone=with_tile(left.gone, tile))
        return end_turn(
            after, [event("moved_off", "STAR-MOVE-2", f"{move.seat} {number}", **values)]
        )
    after = replace(left, track=left.with_slot(lower, tile))
    to = edition.numbers[lower]
    moved = event("moved", "STAR-MOVE-1", f"{move.seat} {to}", number=to, **values)
    return end_turn(after, [moved])


def target_text(state: StarfallState, tile: int) -> str:
    """Where a tile of the board goes when it is moved: a number, or `off`."""
    lower = state.next_free(state.slot_of(tile))
    return OFF if lower == OFF_TRACK else str(state.table.edition.numbers[lower])


def _taken(state: StarfallState, move: MoveDown) -> list[Reason]:
    """That another tile lies where this one was put."""
    if move.to == OFF:
        return []
    there = state.track[state.table.edition.numbers.index(int(move.to))]
    if there == EMPTY:
        return []
    tile = state.table.edition.tile_text(there)
    return [Broken.NUMBER_TAKEN.reason(move.to, number=move.to, tile=tile)]


def _target_reasons(state: StarfallState, tile: int, move: MoveDown) -> list[Reason]:
    """Why a tile does not go where it was put."""
    if move.to != OFF and int(move.to) not in state.table.edition.numbers:
        return [Broken.NO_SUCH_NUMBER.reason(move.to, number=move.to)]
    right = target_text(state, tile)
    if move.to == right:
        return []
    return [Broken.WRONG_NUMBER.reason(move.to, tile=move.tile, to=move.to, right=right)]
