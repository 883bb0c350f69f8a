"""What holds in every reachable state and over every accepted move; used by self-play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.girl.edition import Field
from companion.games.girl.hexes import OPPOSITE
from companion.games.girl.pieces import ASH_KINDS, SIDES, Phase
from companion.games.girl.position_board import villagers_away
from companion.games.girl.rules.patterns import (
    all_patterns,
    is_closed,
    is_met,
    light_bearing,
    linked,
    pattern_of,
)
from companion.games.girl.state import TILE, Board, GirlState, Player, seat_name


def check(before: GirlState, after: GirlState) -> tuple[str, ...]:
    """Sentences about every invariant that the step from one state to the next broke."""
    broken = [*_track(after), *_pieces(after), *_map(after)]
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if new.board is not old.board or before is after:
            name = seat_name(seat)
            broken += [f"{name}: {text}" for text in _board(after, new.board)]
            broken += [
                f"{name}: {text}" for text in _kept_constellations(after, old.board, new.board)
            ]
            broken += [f"{name}: {text}" for text in _areas(after, old, new)]
    return tuple(broken)


def earned_by_areas(field: Field, board: Board) -> int:
    """The closed areas of a board: independent cycles of its line graph (GIRL-Q10 net)."""
    total = 0
    for pattern in all_patterns(field, board):
        links = sum(len(linked(field, board, cell)) for cell in pattern) // 2
        total += links - len(pattern) + 1
    return total


def _areas(state: GirlState, old: Player, new: Player) -> Iterator[str]:
    """Stardust earned by a tile is the number of new independent cycles of lines."""
    rulings, field = state.table.rulings, state.table.edition.field
    laid = new.board.kind.count(TILE) - old.board.kind.count(TILE)
    if laid != 1 or rulings.supply_limit or rulings.split_area != "net":
        return
    cycles = earned_by_areas(field, new.board) - earned_by_areas(field, old.board)
    if new.stardust - old.stardust != cycles:
        yield f"{new.stardust - old.stardust} Stardust for {cycles} closed areas"


def _board(state: GirlState, board: Board) -> Iterator[str]:
    field, rulings = state.table.edition.field, state.table.rulings
    for cell, around in enumerate(field.neighbours):
        if board.kind[cell] != TILE:
            continue
        for edge in range(SIDES):
            other = around[edge]
            line = board.lines[cell] >> edge & 1
            if other < 0:
                if line:
                    yield f"cell {field.cells[cell]} has a line over the board's edge"
            elif board.kind[other] == TILE:
                meets = board.lines[other] >> OPPOSITE[edge] & 1
                if rulings.strict_matching and line != meets:
                    yield f"cell {field.cells[cell]} edge {edge} meets a different edge"
        if not rulings.supply_limit:
            met = is_met(field, board, cell)
            if board.colour[cell] and bool(board.crystal[cell]) == met:
                yield f"cell {field.cells[cell]} has its crystal wrong"


def _kept_constellations(state: GirlState, old: Board, new: Board) -> Iterator[str]:
    field = state.table.edition.field
    for pattern in all_patterns(field, old):
        if not light_bearing(old, pattern) or not is_closed(field, old, pattern):
            continue
        after = pattern_of(field, new, pattern[0])
        if after != pattern or not is_closed(field, new, after):
            yield f"the completed constellation at {field.cells[pattern[0]]} changed"


def _track(state: GirlState) -> Iterator[str]:
    track = state.track
    wanted = [track.girl - 1 - n for n in range(state.table.seats)]
    if sorted(track.elders, reverse=True) != wanted:
        yield f"the Elders stand on {track.elders}, the Girl on {track.girl}"
    if any(not 1 <= space < min(track.elders) for space, _ in track.villagers):
        yield f"a Villager does not stand behind the Elders: {track.villagers}"
    if state.round != track.girl - state.table.rulings.girl_start + 1:
        yield f"it is round {state.round}, and the Girl stands on {track.girl}"
    if track.girl > state.table.track_length:
        yield "the Girl has left the track"
    if state.phase is Phase.PICKING:
        left = sum(not token.taken for token in state.cast)
        if left != len(state.order) + 1:
            yield f"{left} tokens for {len(state.order)} selections; one more is cast (GIRL-Q21)"


def _pieces(state: GirlState) -> Iterator[str]:
    edition = state.table.edition
    for kind, total in enumerate(edition.ash):
        dish = sum(token.kind == kind and not token.taken for token in state.cast)
        kept = sum(player.kept.count(kind) for player in state.players)
        if state.ash_bag[kind] + dish + kept != total:
            yield f"{ASH_KINDS[kind]} tokens do not add up to {total}"
    for seat, player in enumerate(state.players):
        away = villagers_away(state, seat, player.board)
        if player.villagers < 0 or player.villagers + away != edition.printed.villagers:
            yield f"{seat_name(seat)} has {player.villagers} Villagers ready and {away} away"
        if min((*player.light, *player.food, player.stardust)) < 0:
            yield f"{seat_name(seat)} owes pieces"
        known = player.bag.bit_count()
        if player.bag_count < 0 or player.bag_count > known:
            yield f"{seat_name(seat)} has {player.bag_count} tiles left of {known}"


def _map(state: GirlState) -> Iterator[str]:
    paths = state.table.edition.paths
    seen = {space for space in paths.village if state.paths[space]}
    queue = list(seen)
    while queue:
        for space in paths.links[queue.pop()]:
            if state.paths[space] and space not in seen:
                seen.add(space)
                queue.append(space)
    if len(seen) != len(state.paths) - state.paths.count(0):
        yield "a Lit space is not connected to the Village"
    for site, lying in zip(state.table.edition.sites, state.sites, strict=True):
        if not 0 <= lying.left <= state.table.seats or min(lying.beside) < 0:
            yield f"site {site.name} holds an impossible number of pieces"
    for kind, pile in zip(state.table.edition.piles, state.piles, strict=True):
        if pile.gone > len(pile.values) or (pile.marked and pile.empty):
            yield f"pile {kind.label} has lost more than it held"
