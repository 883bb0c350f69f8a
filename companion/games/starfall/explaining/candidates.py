"""The moves that a look makes worth trying in a state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.games.starfall.explaining.fitting import SURE, slot_fit
from companion.games.starfall.explaining.seen import Look
from companion.games.starfall.moves import Add, Discover, Move, MoveDown, Payment, Reveal
from companion.games.starfall.pieces import Phase
from companion.games.starfall.rules.legal import can_add
from companion.games.starfall.rules.paying import payments
from companion.games.starfall.rules.payment import paid
from companion.games.starfall.state import Player, StarfallState, seat_name

_MOST_PAYMENTS = 60  # looked at for one tile
_LIKELY = 0.02  # of a new tile being what is seen


def candidates(state: StarfallState, look: Look) -> Iterator[Move]:
    """Moves of the seat to act that could lead to what is seen."""
    if state.phase is Phase.OVER:
        return
    text, seat = state.table.edition.tile_text, seat_name(state.turn)
    if state.waits:
        yield from (Reveal(text(tile)) for tile in _new_tiles(state, look))
        return
    if can_add(state):
        yield from (Add(seat, text(tile)) for tile in _new_tiles(state, look))
    for tile in state.board_tiles:
        options = look.slots.get(state.slot_of(tile))
        if options is not None and slot_fit(options, tile) >= SURE:
            continue  # it lies where it lay
        yield MoveDown(seat, text(tile))
        if _may_have(look, state.turn, tile):
            for payment in _payments(state, look, tile):
                yield Discover(seat, text(tile), payment)


def _new_tiles(state: StarfallState, look: Look) -> list[int]:
    """Tiles that nobody had seen before and that seem to lie somewhere now."""
    seen = [options for pile in look.tiles.values() for options in pile.things]
    seen += look.slots.values()
    likely = {tile for options in seen for tile, p in options if tile >= 0 and p >= _LIKELY}
    return [tile for tile in state.unseen_tiles() if tile in likely]


def _may_have(look: Look, seat: int, tile: int) -> bool:
    """Whether a tile may lie in a seat's area, as far as that can be seen."""
    pile = look.tiles.get(seat)
    if pile is None or not pile.whole:
        return True
    return any(option == tile or option < 0 for options in pile.things for option, _ in options)


def _payments(state: StarfallState, look: Look, tile: int) -> list[Payment]:
    """Legal payments with what is not seen to be there any more, the closest ones first."""
    price = state.price_of(tile)
    purse = missing(state, look, state.turn)
    found = list(islice(payments(state, purse, price), _MOST_PAYMENTS))
    return sorted(found, key=lambda payment: _strangeness(state, payment))


def _strangeness(state: StarfallState, payment: Payment) -> tuple[int, int]:
    """What is lost, then how many things are paid."""
    things = sum(count for _, count in payment.pieces) + len(payment.tiles)
    return paid(state, payment).worth, things


def missing(state: StarfallState, look: Look, seat: int) -> Player:
    """What a seat may have paid: what it had and is not seen for certain any more."""
    player = state.players[seat]
    tiles, dust = look.tiles.get(seat), look.dust.get(seat)
    pieces = player.pieces
    if dust is not None:
        sure = [options[0][0] for options in dust.things if options[0][1] >= SURE]
        pieces = tuple(max(0, have - sure.count(kind)) for kind, have in enumerate(player.pieces))
    own = player.tiles
    if tiles is not None:
        there = {options[0][0] for options in tiles.things if options[0][1] >= SURE}
        own = tuple(tile for tile in own if tile not in there)
    return Player(own, pieces)
