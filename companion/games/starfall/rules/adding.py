"""Adding a tile to the board (STAR-ADD)."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Accepted, Reason, Refused, Verdict
from companion.games.starfall.moves import Add, Reveal
from companion.games.starfall.pieces import EMPTY, TO_REVEAL
from companion.games.starfall.reasons import MAY_STAND, Broken
from companion.games.starfall.rules.turns import end_turn, event, tile_number, turn_reasons
from companion.games.starfall.state import NOBODY, StarfallState, seat_name


def add(state: StarfallState, move: Add) -> Verdict[StarfallState]:
    """The top tile of the deck goes on the highest free number (STAR-ADD-1 to 3).

    Without its name the number waits until the tile is shown.
    """
    reasons = turn_reasons(state, move.seat)
    edition = state.table.edition
    if len(state.board_tiles) >= edition.most_tiles:
        reasons.append(Broken.BOARD_FULL.reason("board", count=edition.most_tiles))
    if not state.deck:
        reasons.append(Broken.DECK_EMPTY.reason("deck"))
    if move.tile:
        reasons += _tile_reasons(state, move.tile)
    if move.number is not None:
        reasons += _number_reasons(state, move.number)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    slot = state.highest_free()
    if move.number is not None:  # another one only where that was let stand
        slot = edition.numbers.index(move.number)
    waiting = replace(state, track=state.with_slot(slot, TO_REVEAL))
    if not move.tile:
        number = edition.numbers[slot]
        return Accepted(waiting, (event("adding", "STAR-ADD-1", move.seat, number=number),))
    return reveal(waiting, Reveal(move.tile))


def reveal(state: StarfallState, move: Reveal) -> Verdict[StarfallState]:
    """The new tile lies face up, and the turn is over (STAR-ADD-1)."""
    if not state.waits:
        return Refused((Broken.NOTHING_TO_REVEAL.reason("board"),))
    reasons = _tile_reasons(state, move.tile)
    if reasons:
        return Refused(tuple(reasons))
    slot = state.track.index(TO_REVEAL)
    number = state.table.edition.numbers[slot]
    after = replace(
        state,
        track=state.with_slot(slot, tile_number(state, move.tile)),
        deck=state.deck - 1,
    )
    seat = seat_name(state.turn)
    events = [event("added", "STAR-ADD-1", f"{seat} {number}", tile=move.tile, number=number)]
    if not after.deck:
        events.append(event("deck_empty", "STAR-END-1", "deck"))
    return end_turn(after, events)


def _tile_reasons(state: StarfallState, name: str) -> list[Reason]:
    """Why a tile can't be the next of the deck."""
    tile = tile_number(state, name)
    if tile == NOBODY:
        return [Broken.NO_SUCH_TILE.reason(name, tile=name)]
    if tile in state.seen_tiles():
        return [Broken.NOT_IN_DECK.reason(name, tile=name)]
    return []


def _number_reasons(state: StarfallState, number: int) -> list[Reason]:
    """Why a new tile does not belong on a number (STAR-ADD-1, STAR-ADD-2)."""
    edition, where = state.table.edition, str(number)
    if number not in edition.numbers:
        return [Broken.NO_SUCH_NUMBER.reason(where, number=number)]
    slot = edition.numbers.index(number)
    if state.track[slot] != EMPTY:
        tile = edition.tile_text(state.track[slot])
        return [Broken.NUMBER_TAKEN.reason(where, number=number, tile=tile)]
    highest = edition.numbers[state.highest_free()]
    if number != highest:
        return [Broken.NOT_HIGHEST.reason(where, number=number, highest=highest)]
    return []
