"""Ways to pay: every legal payment, and what may be added to one that was begun.

What may be paid is in `payment`; here payments are searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.starfall.moves import Payment, payment_of
from companion.games.starfall.rulings import ANY, EXACT
from companion.games.starfall.state import Player, StarfallState


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that can be paid with: `count` of a kind of pieces, or one own tile."""

    name: str
    value: int
    count: int
    is_tile: bool


def payments(state: StarfallState, player: Player, price: int) -> Iterator[Payment]:
    """Every legal payment of a player for a price.

    With the ruling `any` there are as many as ways to pick enough from all one has.
    """
    if not price:
        yield Payment()
        return
    stock = _stock(state, player)
    for counts in _picks(stock, (0,) * len(stock), price, _slack(state)):
        yield _payment(stock, counts)


def addable(state: StarfallState, player: Player, price: int, begun: Payment) -> Iterator[Payment]:
    """Single things that may be added to a payment so that it can still become a legal one."""
    stock = _stock(state, player)
    have = _counts(stock, begun)
    if not price or have is None:
        return
    for place, thing in enumerate(stock):
        least = tuple(count + (n == place) for n, count in enumerate(have))
        if least[place] > thing.count:
            continue
        if next(_picks(stock, least, price, _slack(state)), None) is not None:
            yield _payment(stock, tuple(int(n == place) for n in range(len(stock))))


def _slack(state: StarfallState) -> int | None:
    """How much may be paid beyond the price: None any, -1 less than the smallest thing paid."""
    return {ANY: None, EXACT: 0}.get(state.table.rulings.overpay, -1)


def _stock(state: StarfallState, player: Player) -> tuple[_Thing, ...]:
    """All that a player may pay with: tiles without Stars only with the ruling `any`."""
    edition = state.table.edition
    lavish = state.table.rulings.overpay == ANY
    pieces = [
        _Thing(kind.name, kind.value, count, False)
        for kind, count in zip(edition.pieces, player.pieces, strict=True)
    ]
    tiles = [
        _Thing(edition.tile_text(tile), edition.tiles[tile].stars, 1, True)
        for tile in player.tiles
        if tile >= 0 and (lavish or edition.tiles[tile].stars)
    ]
    return (*pieces, *tiles)


def _counts(stock: Sequence[_Thing], payment: Payment) -> tuple[int, ...] | None:
    """A payment as counts of the stock, None when something of it is not there."""
    left = dict(payment.pieces)
    tiles = list(payment.tiles)
    found = []
    for thing in stock:
        if thing.is_tile:
            found.append(int(thing.name in tiles))
            if thing.name in tiles:
                tiles.remove(thing.name)
        else:
            found.append(left.pop(thing.name, 0))
    return None if left or tiles else tuple(found)


def _payment(stock: Sequence[_Thing], counts: Sequence[int]) -> Payment:
    picked = [(thing, count) for thing, count in zip(stock, counts, strict=True) if count]
    return payment_of(
        [(thing.name, count) for thing, count in picked if not thing.is_tile],
        [thing.name for thing, _ in picked if thing.is_tile],
    )


def _picks(
    stock: Sequence[_Thing], least: Sequence[int], price: int, slack: int | None
) -> Iterator[tuple[int, ...]]:
    """Counts of each thing, at least `least`, that make a legal payment of the price."""
    left = [0]  # what can still be paid from each thing on
    needed = [0]  # and what has to be
    for thing, count in zip(reversed(stock), reversed(least), strict=True):
        left.insert(0, left[0] + thing.value * thing.count)
        needed.insert(0, needed[0] + count)

    def go(place: int, missing: int, smallest: int) -> Iterator[tuple[int, ...]]:
        if missing > left[place]:
            return
        if slack is not None and missing <= 0 and needed[place]:
            return  # something that has to be paid would be superfluous
        if place == len(stock):
            limit = smallest - 1 if slack == -1 else slack
            if limit is None or -missing <= limit:
                yield ()
            return
        value, most = stock[place].value, stock[place].count
        for number in range(least[place], most + 1):
            rest = missing - value * number
            if slack is not None and number and rest + value <= 0:
                break  # one less was enough already
            lowest = min(smallest, value) if number else smallest
            for others in go(place + 1, rest, lowest):
                yield (number, *others)

    yield from go(0, price, left[0] + 1)
