"""Where the tiles are: counts of what lies on boards, in storages, and has left the game."""

from __future__ import annotations

from companion.games.solani.edition import Counts
from companion.games.solani.pieces import DRAFTED, Kind
from companion.games.solani.state import (
    CLUSTERS,
    FEATURES,
    NOTHING,
    PLANETS,
    SolaniState,
)

_CLUSTER = DRAFTED.index(Kind.CLUSTER)


def tiles_out(state: SolaniState, type_number: int) -> Counts:
    """Clusters or branches by kind that lie on boards and in storages."""
    edition = state.table.edition
    if type_number == _CLUSTER:
        out = [0] * len(edition.clusters)
        for player in state.players:
            for code in (*player.circles, player.tile):
                if CLUSTERS <= code < PLANETS:
                    out[code - CLUSTERS] += 1
        return tuple(out)
    out = [0] * len(edition.branches)
    for player in state.players:
        for lines in player.gaps:
            if lines:
                out[edition.branch_of[lines]] += 1
        if player.branch != NOTHING:
            out[player.branch] += 1
    return tuple(out)


def gone_tiles(state: SolaniState, type_number: int) -> Counts:
    """Clusters or branches by kind that have left the game; negative when too many are out."""
    total = state.table.edition.totals()[type_number]
    counts = zip(
        total,
        tiles_out(state, type_number),
        state.market[type_number],
        state.bags[type_number],
        strict=True,
    )
    return tuple(all_of - out - market - bag for all_of, out, market, bag in counts)


def planets_out(state: SolaniState) -> Counts:
    """Planets by colour that are in the row, among the spares, stored or placed."""
    out = [0] * len(state.table.edition.colours)
    for colour in (*state.row, *state.spares):
        if colour != NOTHING:
            out[colour] += 1
    for player in state.players:
        for code in (*player.circles, player.tile):
            if PLANETS <= code < FEATURES:
                out[code - PLANETS] += 1
    return tuple(out)
