"""What may be paid for a tile (STAR-DISC-1 to 7, STAR-Q3 to Q6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.flow import Reason
from companion.games.starfall.edition import Counts
from companion.games.starfall.moves import Payment
from companion.games.starfall.reasons import Broken
from companion.games.starfall.rulings import ANY, EXACT
from companion.games.starfall.state import Player, StarfallState


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment in numbers: pieces by kind, own tiles, and what all of it is worth."""

    pieces: Counts
    tiles: Counts
    worth: int


def paid(state: StarfallState, payment: Payment) -> Paid:
    """A payment whose names are known, in numbers."""
    edition = state.table.edition
    counts = dict(payment.pieces)
    pieces = tuple(counts.get(kind.name, 0) for kind in edition.pieces)
    tiles = tuple(edition.tile_index[name] for name in payment.tiles)
    worth = edition.value_of(pieces) + sum(edition.tiles[tile].stars for tile in tiles)
    return Paid(pieces, tiles, worth)


def payment_reasons(
    state: StarfallState, seat: str, player: Player, price: int, payment: Payment
) -> list[Reason]:
    """Everything that is wrong with a payment for a tile of this price."""
    reasons = [*_piece_reasons(state, seat, player, payment)]
    reasons += _tile_reasons(state, player, payment)
    if any(
        reason.key in (Broken.NO_SUCH_PIECES.key, Broken.NO_SUCH_TILE.key) for reason in reasons
    ):
        return reasons  # what it is worth can't be said
    return [*reasons, *_worth_reasons(state, seat, price, paid(state, payment))]


def _piece_reasons(
    state: StarfallState, seat: str, player: Player, payment: Payment
) -> Iterator[Reason]:
    index = state.table.edition.piece_index
    for kind, count in payment.pieces:
        if kind not in index:
            yield Broken.NO_SUCH_PIECES.reason(seat, kind=kind, kinds=list(index))
        elif player.pieces[index[kind]] < count:
            have = player.pieces[index[kind]]
            yield Broken.NOT_SO_MANY.reason(seat, kind=kind, count=count, have=have)


def _tile_reasons(state: StarfallState, player: Player, payment: Payment) -> Iterator[Reason]:
    edition = state.table.edition
    for name, count in sorted(Counter(payment.tiles).items()):
        tile = edition.tile_index.get(name)
        if tile is None:
            yield Broken.NO_SUCH_TILE.reason(name, tile=name)
        elif player.tiles.count(tile) < count:
            yield Broken.NOT_YOUR_TILE.reason(name, tile=name)


def _worth_reasons(state: StarfallState, seat: str, price: int, paid: Paid) -> Iterator[Reason]:
    """Too little, too much, or anything at all for a tile that is free."""
    edition, overpay = state.table.edition, state.table.rulings.overpay
    if not price:
        if any(paid.pieces) or paid.tiles:
            yield Broken.PAID_FOR_NOTHING.reason(seat)
        return
    if paid.worth < price:
        yield Broken.TOO_LITTLE.reason(seat, price=price, worth=paid.worth)
    if overpay == ANY:
        return
    for tile in sorted(set(paid.tiles)):
        if not edition.tiles[tile].stars:
            yield Broken.WORTHLESS.reason(edition.tile_text(tile), tile=edition.tile_text(tile))
    extra = [name for name, value in items(state, paid) if 0 < value <= paid.worth - price]
    if extra:
        values = {"price": price, "worth": paid.worth, "items": extra}
        yield Broken.SUPERFLUOUS.reason(seat, **values)
    if overpay == EXACT and paid.worth > price:
        yield Broken.NOT_EXACT.reason(seat, price=price, worth=paid.worth)


def items(state: StarfallState, paid: Paid) -> list[tuple[str, int]]:
    """Every kind of thing in a payment with the value of one of it."""
    edition = state.table.edition
    found = [
        (kind.name, kind.value)
        for kind, count in zip(edition.pieces, paid.pieces, strict=True)
        if count
    ]
    return found + [(edition.tile_text(tile), edition.tiles[tile].stars) for tile in paid.tiles]
