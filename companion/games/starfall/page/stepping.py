"""A move tap by tap: what may be chosen next, and the move that the taps make.

A tile of the board comes first, then what is done with it, then what is paid, thing by thing
and in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.flow import Accepted, Finished
from companion.games.playable import Tap
from companion.games.starfall.moves import (
    Add,
    Discover,
    Move,
    MoveDown,
    Payment,
    Reveal,
    payment_of,
)
from companion.games.starfall.pieces import OFF, SEATS, Phase
from companion.games.starfall.rules import judge
from companion.games.starfall.rules.legal import can_add
from companion.games.starfall.rules.moving import target_text
from companion.games.starfall.rules.paying import addable
from companion.games.starfall.rules.payment import paid
from companion.games.starfall.state import NOBODY, StarfallState

_ADD, _DOWN, _DISCOVER = "add", "down", "discover"
_TILE, _PIECE, _PAY_TILE, _REVEAL = "tile ", "pay ", "pay tile ", "reveal "


def taps(state: StarfallState, move: Move) -> tuple[Tap, ...]:
    """The move as the choices that a person makes, in order."""
    match move:
        case Reveal(tile):
            return (_reveal_tap(tile),)
        case Add(_, tile, _):
            return (_add_tap(state), *((_reveal_tap(tile),) if tile else ()))
        case MoveDown(_, tile, _):
            return (_tile_tap(state, tile), _down_tap(state, tile))
        case Discover(_, tile, payment):
            paying = _pay_taps(state, payment, _price(state, tile))
            return (_tile_tap(state, tile), _discover_tap(state, tile), *paying)


def chance_moves(state: StarfallState) -> Iterator[Reveal]:
    """The tiles that may be shown now; none when no number waits for one (STAR-ADD-1)."""
    if state.waits and state.phase is not Phase.OVER:
        for tile in state.unseen_tiles():
            yield Reveal(state.table.edition.tile_text(tile))


def next_taps(state: StarfallState, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
    """What `seat` (None: chance) may choose after the taps with these ids."""
    if seat is None:
        return () if chosen else tuple(_reveal_tap(move.tile) for move in chance_moves(state))
    acts = seat in SEATS and SEATS.index(seat) == state.turn
    if not acts or state.waits or state.phase is Phase.OVER:
        return ()
    if not chosen:
        return tuple(_first(state))
    tile = _number(state, chosen[0])
    if tile == NOBODY:
        return ()
    if len(chosen) == 1:
        return tuple(_second(state, tile))
    payment = _payment(chosen[2:])
    if chosen[1] != _DISCOVER or payment is None:
        return ()
    return tuple(_onward(state, tile, payment))


def tapped_move(state: StarfallState, seat: str | None, chosen: Sequence[str]) -> Move | None:
    """The move that the taps make, None as long as they make no legal one."""
    move = _move(seat, chosen)
    if move is not None and isinstance(judge(state, move), Accepted | Finished):
        return move
    return None


def _move(seat: str | None, chosen: Sequence[str]) -> Move | None:
    if not chosen:
        return None
    if seat is None:
        alone = len(chosen) == 1 and chosen[0].startswith(_REVEAL)
        return Reveal(chosen[0].removeprefix(_REVEAL)) if alone else None
    if chosen[0] == _ADD:
        return Add(seat) if len(chosen) == 1 else None
    if len(chosen) < 2 or not chosen[0].startswith(_TILE):
        return None
    tile = chosen[0].removeprefix(_TILE)
    if chosen[1] == _DOWN:
        return MoveDown(seat, tile) if len(chosen) == 2 else None
    payment = _payment(chosen[2:])
    return Discover(seat, tile, payment) if chosen[1] == _DISCOVER and payment is not None else None


def _payment(chosen: Sequence[str]) -> Payment | None:
    """What taps pay, None when one of them pays nothing."""
    pieces, tiles = [], []
    for tap in chosen:
        if tap.startswith(_PAY_TILE):
            tiles.append(tap.removeprefix(_PAY_TILE))
        elif tap.startswith(_PIECE):
            pieces.append((tap.removeprefix(_PIECE), 1))
        else:
            return None
    return payment_of(pieces, tiles)


def _number(state: StarfallState, tap: str) -> int:
    """The tile of the board that a tap chooses, or NOBODY."""
    name = tap.removeprefix(_TILE) if tap.startswith(_TILE) else ""
    tile = state.table.edition.tile_index.get(name, NOBODY)
    return tile if tile != NOBODY and state.slot_of(tile) != NOBODY else NOBODY


def _first(state: StarfallState) -> Iterator[Tap]:
    if can_add(state):
        yield _add_tap(state)
    for tile in state.board_tiles:
        yield _tile_tap(state, state.table.edition.tile_text(tile))


def _second(state: StarfallState, tile: int) -> Iterator[Tap]:
    name = state.table.edition.tile_text(tile)
    yield _down_tap(state, name)
    price = state.price_of(tile)
    if not price or any(_onward(state, tile, Payment())):
        yield _discover_tap(state, name)


def _onward(state: StarfallState, tile: int, payment: Payment) -> Iterator[Tap]:
    """The things that may be paid beside those chosen, so that the payment can be legal."""
    player, price = state.players[state.turn], state.price_of(tile)
    before = paid(state, payment).worth
    for more in addable(state, player, price, payment):
        yield from _pay_taps(state, more, price, before)


def _add_tap(state: StarfallState) -> Tap:
    number = state.table.edition.numbers[state.highest_free()]
    return Tap(_ADD, "tap.add", str(number), {"number": number})


def _tile_tap(state: StarfallState, name: str) -> Tap:
    number = _spot(state, name)
    return Tap(f"{_TILE}{name}", "tap.tile", number, {"tile": name, "number": number})


def _spot(state: StarfallState, name: str) -> str:
    """The number that a tile lies on, "" when it lies on none."""
    tile = state.table.edition.tile_index.get(name, NOBODY)
    return str(state.price_of(tile)) if tile != NOBODY and tile in state.track else ""


def _down_tap(state: StarfallState, name: str) -> Tap:
    tile = state.table.edition.tile_index.get(name, NOBODY)
    to = target_text(state, tile) if tile != NOBODY and tile in state.track else OFF
    if to == OFF:
        return Tap(_DOWN, "tap.move_off")
    return Tap(_DOWN, "tap.move", to, {"number": to})


def _discover_tap(state: StarfallState, name: str) -> Tap:
    number = _spot(state, name)
    key = "tap.discover_free" if number == "0" else "tap.discover"
    return Tap(_DISCOVER, key, number, {"price": number})


def _price(state: StarfallState, name: str) -> int:
    """What a tile of the board costs now, 0 for one that does not lie there."""
    tile = state.table.edition.tile_index.get(name, NOBODY)
    return state.price_of(tile) if tile != NOBODY and tile in state.track else 0


def _pay_taps(state: StarfallState, payment: Payment, price: int, total: int = 0) -> Iterator[Tap]:
    """A tap for each thing: pieces first, one by one, with the sum that is paid by then."""
    edition = state.table.edition
    for kind, count in payment.pieces:
        known = edition.piece_index.get(kind, NOBODY)
        value = edition.pieces[known].value if known != NOBODY else 0
        for _ in range(count):
            total += value
            values = {"kind": kind, "value": value, "sum": total, "price": price}
            yield Tap(f"{_PIECE}{kind}", "tap.pay", kind, values)
    for name in payment.tiles:
        known = edition.tile_index.get(name, NOBODY)
        value = edition.tiles[known].stars if known != NOBODY else 0
        total += value
        values = {"tile": name, "value": value, "sum": total, "price": price}
        yield Tap(f"{_PAY_TILE}{name}", "tap.pay_tile", name, values)


def _reveal_tap(tile: str) -> Tap:
    return Tap(f"{_REVEAL}{tile}", "tap.reveal", values={"tile": tile})
