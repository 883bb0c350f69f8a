"""The next choices only, towards any legal move of a seat; chance is in `chance_steps`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.games.girl.moves import EndTurn, Move, Place
from companion.games.girl.page import chance_steps
from companion.games.girl.page.action_steps import action_tapped, action_taps
from companion.games.girl.page.taps import STARDUST, named_tap, taps, turns_out
from companion.games.girl.pieces import UNKNOWN_TILE, Phase
from companion.games.girl.rules.legal import (
    legal_moves,
    pick_moves,
    placements,
    spelt_out,
    stardust_moves,
    tile_moves,
)
from companion.games.girl.state import UNKNOWN, GirlState, seat_name
from companion.games.playable import Tap

_PLACE_TAPS = 4  # tile, side, cell, turn; then claims, when there is a choice


def next_taps(state: GirlState, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
    """What a seat, or chance for None, may choose after the taps with these ids."""
    if seat is None:
        return tuple(chance_steps.next_taps(state, chosen))
    number = _seat_number(state, seat)
    if number is None:
        return ()
    found: dict[str, Tap] = {}
    for tap in _next(state, number, chosen):
        found.setdefault(tap.id, tap)
    return tuple(found.values())


def tapped_move(state: GirlState, seat: str | None, chosen: Sequence[str]) -> Move | None:
    """The move that the taps with these ids make; None as long as they make none."""
    if seat is None:
        return chance_steps.tapped_move(state, chosen)
    number = _seat_number(state, seat)
    if number is None or not chosen:
        return None
    if _acts(state, number):
        move = action_tapped(state, number, chosen)
        if move is not None:
            return move
    return _exactly(state, _begun(state, number, chosen), chosen)


def _seat_number(state: GirlState, seat: str) -> int | None:
    names = [seat_name(number) for number in range(state.table.seats)]
    return names.index(seat) if seat in names else None


def _acts(state: GirlState, seat: int) -> bool:
    return state.phase is Phase.ACTION and state.order[0] == seat and not state.offering.reveal


def _next(state: GirlState, seat: int, chosen: Sequence[str]) -> Iterator[Tap]:
    if _acts(state, seat):
        yield from action_taps(state, seat, chosen)
    depth = len(chosen)
    for move in _begun(state, seat, chosen):
        way = taps(state, move)
        if len(way) > depth and _ids(way, depth) == list(chosen):
            yield way[depth]


def _ids(way: Iterable[Tap], depth: int) -> list[str]:
    return [tap.id for tap in way][:depth]


def _exactly(state: GirlState, moves: Iterator[Move], chosen: Sequence[str]) -> Move | None:
    """The move whose taps are these, to the last one."""
    for move in moves:
        way = taps(state, move)
        if len(way) == len(chosen) and _ids(way, len(way)) == list(chosen):
            return move
    return None


def _begun(state: GirlState, seat: int, chosen: Sequence[str]) -> Iterator[Move]:
    """Moves that may begin with these taps, as few as can be told at once."""
    if state.phase is Phase.OVER:
        return
    if not chosen or chosen[0] == STARDUST:
        yield from stardust_moves(state, seat)
    if state.offering.reveal:
        return
    if state.phase is Phase.STARGAZING:
        yield from _tile_moves(state, seat, chosen)
    elif state.phase is Phase.PICKING and state.order[0] == seat:
        yield from pick_moves(state)
    elif state.phase is Phase.ACTION and _acts(state, seat):
        if not state.actions_left:
            yield EndTurn(seat_name(seat))
    elif state.phase in (Phase.CLEANUP, Phase.ENDING):
        yield from (move for move in legal_moves(state) if not hasattr(move, "seat"))


def _tile_moves(state: GirlState, seat: int, chosen: Sequence[str]) -> Iterator[Move]:
    """Placements of drawn tiles; which Bonus tokens they take is asked last."""
    player = state.players[seat]
    fits = False
    for number in sorted(set(player.hand)):
        name = UNKNOWN_TILE if number == UNKNOWN else state.table.edition.tiles[number].name
        if chosen and chosen[0] != f"tile {name}":
            continue
        for move in placements(state, seat, number):
            fits = True
            yield from _claimed(state, move, chosen)
            if not chosen:
                break  # one is enough to offer the tile
        if number == UNKNOWN and chosen:
            yield from _turned_out(state, seat, chosen)
    if player.hand and not fits:
        yield from tile_moves(state, seat)


def _turned_out(state: GirlState, seat: int, chosen: Sequence[str]) -> Iterator[Move]:
    """Placements of a tile that nobody noted as one of those that are left in the bag."""
    bag = state.players[seat].bag
    for number, tile in enumerate(state.table.edition.tiles):
        if not bag >> number & 1 or (len(chosen) > 1 and chosen[1] != named_tap(tile.name).id):
            continue
        for move in placements(state, seat, number):
            yield from _claimed(state, move, chosen)
            if len(chosen) == 1:
                break  # one is enough to offer the tile


def _claimed(state: GirlState, move: Place, chosen: Sequence[str]) -> Iterator[Move]:
    """The move; once all of it is chosen, one for each way to take Bonus tokens."""
    whole = _PLACE_TAPS + turns_out(state, move)
    if len(chosen) < whole:
        yield move
    elif _ids(taps(state, move), whole) == list(chosen[:whole]):
        yield from spelt_out(state, move)
