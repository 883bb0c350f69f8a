"""Stardust: by anybody, at any time, exactly as many as lines run into a vacant cell."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Refused, Verdict
from companion.games.girl.hexes import cell_text
from companion.games.girl.moves import PlayStardust
from companion.games.girl.reasons import MAY_STAND, Broken
from companion.games.girl.rules.completing import collect_light, complete, completed
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.patterns import lines_into
from companion.games.girl.rules.turns import seat_number
from companion.games.girl.state import STARDUST, VACANT, GirlState, with_byte


def play_stardust(state: GirlState, move: PlayStardust) -> Verdict[GirlState]:
    """Put Stardust on a cell (GIRL-DUST-3 to 7); it never closes an area."""
    seat = seat_number(state, move.seat)
    if seat < 0:
        return Refused((Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat),))
    field, player = state.table.edition.field, state.players[seat]
    where = f"{move.seat} {cell_text(move.cell)}"
    cell = field.index.get(move.cell, -1)
    if cell < 0:
        return Refused((Broken.NO_SUCH_CELL.reason(where),))
    reasons = []
    vacant = player.board.kind[cell] == VACANT
    sources = lines_into(field, player.board, cell)
    if not vacant:
        reasons.append(Broken.CELL_TAKEN.reason(where))
    if not sources:
        reasons.append(Broken.NO_LINE_HERE.reason(where))
    elif move.count != len(sources):
        reasons.append(Broken.STARDUST_COUNT.reason(where, lines=len(sources), count=move.count))
    if move.count > player.stardust:
        reasons.append(Broken.STARDUST_SHORT.reason(where, has=player.stardust, count=move.count))
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    board = player.board
    board = replace(
        board,
        kind=with_byte(board.kind, cell, STARDUST),
        lines=with_byte(board.lines, cell, move.count),
    )
    draft.set_player(board=board, stardust=max(0, player.stardust - move.count))
    draft.say("stardust_placed", "GIRL-DUST-5", where, count=move.count)
    collect_light(draft, sources)
    return complete(draft, move, completed(field, draft.player.board, sources))
