"""The moves that could have put there what is missing, or taken away what is too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.contract import MoveTextError
from companion.games.girl.explaining.features import BoardName, Feature, seen_tile
from companion.games.girl.hexes import Cell
from companion.games.girl.move_read import read_cell
from companion.games.girl.moves import (
    Cleanup,
    Draw,
    Move,
    Place,
    PlayStardust,
    Recall,
    Scout,
    Stargaze,
)
from companion.games.girl.pieces import COLOURS, UNKNOWN_TILE, Phase
from companion.games.girl.rules.legal import forage_moves, offer_moves
from companion.games.girl.rules.villagers import EARLY, spots_of
from companion.games.girl.state import UNKNOWN, GirlState, seat_name

Pieces = Counter[Feature]


def candidates(
    state: GirlState, board: BoardName, missing: Pieces, surplus: Pieces
) -> Iterator[Move]:
    """Moves worth judging, the likelier kinds first."""
    if board.name == "player":
        yield from _player(state, board.seat, missing)
    elif board.name == "score":
        return
    elif state.phase is Phase.CLEANUP:
        yield Cleanup()
    elif state.phase is Phase.ACTION:
        yield from _action(state, missing, surplus)


def _player(state: GirlState, seat: int, missing: Pieces) -> Iterator[Move]:
    player, name = state.players[seat], seat_name(seat)
    seen = ((place, seen_tile(kind)) for place, kind in missing)
    tiles = [(place, tile) for place, tile in seen if tile is not None]
    fronts = {tile.name for _, tile in tiles if tile.name}
    if tiles and not player.drawn and state.phase is Phase.STARGAZING:
        yield _draw(state, seat, fronts)
        return
    for place, tile in tiles:
        cell = _cell(place)
        if cell is None:
            continue
        if tile.name:
            yield Place(name, tile.name, cell, tile.turns, True)
        else:
            for back in _backs(state, seat, fronts):
                yield Place(name, back, cell, tile.turns, False)
    for (place, kind), count in missing.items():
        cell = _cell(place)
        if kind == "stardust" and cell is not None:
            yield PlayStardust(name, cell, count)


def _draw(state: GirlState, seat: int, fronts: set[str]) -> Draw:
    due = min(state.table.edition.tiles_per_round, state.players[seat].bag_count)
    return Draw(seat_name(seat), tuple((sorted(fronts) + [UNKNOWN_TILE] * due)[:due]))


def _backs(state: GirlState, seat: int, fronts: set[str]) -> list[str]:
    """Which drawn tiles a lying back may be: those not seen from the front."""
    tiles = state.table.edition.tiles
    hand = sorted(set(state.players[seat].hand))
    names = [UNKNOWN_TILE if number == UNKNOWN else tiles[number].name for number in hand]
    others = [name for name in names if name not in fronts]
    return others or names or [UNKNOWN_TILE]


def _cell(place: str) -> Cell | None:
    try:
        return read_cell(place)
    except MoveTextError:
        return None


def _action(state: GirlState, missing: Pieces, surplus: Pieces) -> Iterator[Move]:
    seat = state.order[0]
    name = seat_name(seat)
    own = f"villager {name}"
    for by_token in (False, True):
        yield from _paths(state, seat, missing, by_token)
        touched = {place for place, kind in (*missing, *surplus) if kind in ("food", own)}
        for move in forage_moves(state, seat, by_token):
            if getattr(move, "site", "") in touched:
                yield move
        if by_token or missing["village", own]:
            yield from offer_moves(state, seat, by_token)
        gone = Counter({place: n for (place, kind), n in surplus.items() if kind == own})
        if gone:
            yield from _recalls(state, seat, gone, by_token)
    for place, kind in missing:
        if kind == own and place.startswith("sky") and place[3:].isdecimal():
            yield Stargaze(name, int(place[3:]))


def _recalls(state: GirlState, seat: int, gone: Counter[str], by_token: bool) -> Iterator[Move]:
    chosen: list[str] = []
    for spot in sorted(spots_of(state, seat), reverse=True):
        place = spot.removesuffix(EARLY)
        if gone[place] > 0:
            gone[place] -= 1
            chosen.append(spot)
    if chosen:
        yield Recall(seat_name(seat), tuple(sorted(chosen)), by_token)


def _paths(state: GirlState, seat: int, missing: Pieces, by_token: bool) -> Iterator[Move]:
    """Runs of newly lit spaces, longest first."""
    paths = state.table.edition.paths
    lit = {
        paths.index[place]: kind
        for place, kind in missing
        if place in paths.index and kind in COLOURS
    }
    runs: list[tuple[int, ...]] = []

    def grow(run: tuple[int, ...]) -> None:
        runs.append(run)
        for onward in paths.links[run[-1]]:
            if onward in lit and onward not in run:
                grow((*run, onward))

    for space in sorted(lit):
        beside = any(state.paths[other] for other in paths.links[space])
        if beside or space in paths.village:
            grow((space,))
    if lit and not runs:
        runs.append(tuple(sorted(lit)))
    for run in sorted(runs, key=len, reverse=True):
        steps = tuple((paths.names[space], lit[space]) for space in run)
        yield Scout(seat_name(seat), steps, by_token)
