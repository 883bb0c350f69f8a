"""What several moves share: whose turn it is, tiles of the board, the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.flow import Accepted, Event, Finished, Reason, Verdict
from companion.games.starfall.edition import Counts
from companion.games.starfall.pieces import SEATS, Phase
from companion.games.starfall.reasons import Broken
from companion.games.starfall.scoring import final_score
from companion.games.starfall.state import NOBODY, StarfallState, seat_name


def event(key: str, clause: str, where: str, **values: Any) -> Event:
    """Something that happened, by its key under `event.`."""
    return Event(f"event.{key}", clause, where, values)


def seat_number(state: StarfallState, name: str) -> int:
    """The number of a seat that plays, or NOBODY."""
    return SEATS.index(name) if name in SEATS[: state.table.seats] else NOBODY


def turn_reasons(state: StarfallState, name: str) -> list[Reason]:
    """What stands against a seat's taking a turn now."""
    seat = seat_number(state, name)
    if seat == NOBODY:
        return [Broken.NO_SUCH_SEAT.reason(name, seat=name)]
    if seat != state.turn:
        return [Broken.NOT_YOUR_TURN.reason(name, turn=seat_name(state.turn))]
    return []


def tile_number(state: StarfallState, name: str) -> int:
    """The number of a tile of the edition, or NOBODY."""
    return state.table.edition.tile_index.get(name, NOBODY)


def with_tile(tiles: Counts, *more: int) -> Counts:
    """Sorted tiles with more of them."""
    return tuple(sorted((*tiles, *more)))


def end_of(state: StarfallState) -> str:
    """The clause that ends the game now, "" when it goes on (STAR-END-1, STAR-END-2)."""
    if not any(any(player.pieces) for player in state.players):
        return "STAR-END-2"
    if state.deck == 0 and not state.waits and len(state.board_tiles) <= 1:
        return "STAR-END-1"
    return ""


def end_turn(state: StarfallState, events: Sequence[Event]) -> Verdict[StarfallState]:
    """The game ends at once, or the next seat clockwise acts (STAR-TURN-1)."""
    clause = end_of(state)
    if not clause:
        after = replace(state, turn=(state.turn + 1) % state.table.seats)
        return Accepted(after, tuple(events))
    after = replace(state, phase=Phase.OVER)
    why = "end_stardust" if clause == "STAR-END-2" else "end_tiles"
    ends = [event(why, clause, "table")]
    if after.board_tiles:
        left = [after.table.edition.tile_text(tile) for tile in after.board_tiles]
        ends.append(event("left_over", "STAR-Q10", "board", tiles=left))
    result = final_score(after)
    ends.append(event("finished", "STAR-END-3", "table", seats=list(result.winners)))
    return Finished(after, result, (*events, *ends))
