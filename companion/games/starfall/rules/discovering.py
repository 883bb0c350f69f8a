"""Discovering a tile: it goes to the personal pile and is paid for (STAR-DISC)."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Event, Refused, Verdict
from companion.games.starfall.moves import Discover
from companion.games.starfall.pieces import EMPTY
from companion.games.starfall.reasons import MAY_STAND, Broken
from companion.games.starfall.rules.payment import Paid, paid, payment_reasons
from companion.games.starfall.rules.turns import (
    end_turn,
    event,
    seat_number,
    tile_number,
    turn_reasons,
    with_tile,
)
from companion.games.starfall.state import NOBODY, Player, StarfallState


def discover(state: StarfallState, move: Discover) -> Verdict[StarfallState]:
    """A tile of the board for its present number (STAR-DISC-1 to 6)."""
    reasons = turn_reasons(state, move.seat)
    seat, tile = seat_number(state, move.seat), tile_number(state, move.tile)
    if tile == NOBODY:
        reasons.append(Broken.NO_SUCH_TILE.reason(move.tile, tile=move.tile))
    elif state.slot_of(tile) == NOBODY:
        reasons.append(Broken.NOT_TO_DISCOVER.reason(move.tile, tile=move.tile))
    elif seat != NOBODY:
        price = state.price_of(tile)
        player = state.players[seat]
        reasons += payment_reasons(state, move.seat, player, price, move.payment)
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    given, price = paid(state, move.payment), state.price_of(tile)
    player = _after(state.players[seat], tile, given)
    after = replace(
        state,
        track=state.with_slot(state.slot_of(tile), EMPTY),
        gone=with_tile(state.gone, *given.tiles),
        players=(*state.players[:seat], player, *state.players[seat + 1 :]),
    )
    return end_turn(after, _events(state, move, price, given))


def _after(player: Player, tile: int, given: Paid) -> Player:
    tiles = [own for own in player.tiles if own not in given.tiles]
    pieces = tuple(have - less for have, less in zip(player.pieces, given.pieces, strict=True))
    return Player(with_tile(tuple(tiles), tile), pieces)


def _events(state: StarfallState, move: Discover, price: int, given: Paid) -> list[Event]:
    """What is told: the tile and its price, tiles that leave the game, what is lost."""
    edition, seat = state.table.edition, move.seat
    if not price:
        return [event("discovered_free", "STAR-DISC-2", seat, tile=move.tile)]
    said = [event("discovered", "STAR-DISC-1", seat, tile=move.tile, price=price)]
    if any(given.pieces):
        counts = [f"{count} {kind}" for kind, count in move.payment.pieces]
        value = edition.value_of(given.pieces)
        said.append(event("paid", "STAR-DISC-3", seat, pieces=counts, value=value))
    if given.tiles:
        said.append(event("paid_tiles", "STAR-DISC-4", seat, tiles=list(move.payment.tiles)))
    if given.worth > price:
        said.append(event("lost", "STAR-DISC-5", seat, count=given.worth - price))
    return said
