"""Payments against a brute force over everything that could be paid."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest
from games.boards import start

from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame
from companion.games.starfall.moves import Discover, Payment, payment_of
from companion.games.starfall.rules.paying import addable, payments


def every_payment(pieces: dict[str, int], tiles: list[str]) -> list[Payment]:
    """Every way to pick from pieces and tiles."""
    kinds = sorted(pieces)
    picked = product(*(range(pieces[kind] + 1) for kind in kinds))
    some = [list(zip(kinds, counts, strict=True)) for counts in picked]
    return [
        payment_of(counts, chosen)
        for counts in some
        for size in range(len(tiles) + 1)
        for chosen in combinations(tiles, size)
    ]


def allowed(reference: Any, payment: Payment, price: int, overpay: str) -> bool:
    """The ruling in plain words, item by item."""
    values = {piece.name: piece.value for piece in reference.pieces}
    items = [values[kind] for kind, count in payment.pieces for _ in range(count)]
    items += [reference.tiles[reference.tile_index[name]].stars for name in payment.tiles]
    if price == 0:
        return not items
    enough = sum(items) >= price
    if overpay == "any":
        return enough
    minimal = enough and all(sum(items) - item < price for item in items)
    return minimal and (overpay != "exact" or sum(items) == price)


@pytest.mark.clause("STAR-Q3", "STAR-Q4", "STAR-Q5", "STAR-DISC-2", "STAR-DISC-3", "STAR-DISC-6")
@pytest.mark.parametrize("overpay", ["needed_only", "any", "exact"])
@pytest.mark.parametrize("seed", range(30))
def test_every_payment_is_judged_and_listed_as_the_rules_say(
    starfall: AnyGame, reference: Any, overpay: str, seed: int
) -> None:
    chance = random.Random(seed)
    names = [tile.name for tile in reference.tiles]
    own = sorted(chance.sample(names, 3))
    target = chance.choice([name for name in names if name not in own])
    price = chance.choice(reference.numbers)
    stock = {"white": chance.randrange(4), "orange": chance.randrange(3)}
    position = {
        "board": {str(price): target},
        "players": {"A": {"tiles": own, "stardust": stock}},
    }
    state = start(starfall, reference, position=position, overpay=overpay)
    legal = set()
    for payment in every_payment(stock, own):
        verdict = starfall.judge(state, Discover("A", target, payment))
        accepted = isinstance(verdict, Accepted | Finished)
        assert accepted == allowed(reference, payment, price, overpay), (price, payment)
        if accepted:
            legal.add(payment)
    listed = list(payments(state, state.players[0], price))
    assert len(listed) == len(set(listed))
    assert set(listed) == legal
    moves = {m.payment for m in starfall.legal_moves(state) if isinstance(m, Discover)}
    assert moves == legal


@pytest.mark.parametrize("overpay", ["needed_only", "any", "exact"])
@pytest.mark.parametrize("seed", range(6))
def test_what_may_be_added_leads_to_a_legal_payment(
    starfall: AnyGame, reference: Any, overpay: str, seed: int
) -> None:
    chance = random.Random(seed)
    own = sorted(chance.sample([tile.name for tile in reference.tiles[:16]], 3))
    stock = {"white": 2, "orange": 2}
    price = chance.randrange(1, 10)
    position = {"board": {str(price): "S20"}, "players": {"A": {"tiles": own, "stardust": stock}}}
    state = start(starfall, reference, position=position, overpay=overpay)
    player = state.players[0]
    legal = {as_counts(payment) for payment in payments(state, player, price)}
    for begun in every_payment(stock, own):
        have = as_counts(begun)
        wanted = {thing for way in legal if way >= have and way != have for thing in way - have}
        wanted = {name for name, _ in wanted}
        offered = {name for more in addable(state, player, price, begun) for name in names_of(more)}
        assert offered == wanted, begun


def as_counts(payment: Payment) -> frozenset[tuple[str, int]]:
    """Every single thing of a payment, numbered, so that sets can be compared."""
    single = [(kind, n) for kind, count in payment.pieces for n in range(count)]
    return frozenset(single) | {(name, 0) for name in payment.tiles}


def names_of(payment: Payment) -> list[str]:
    return [*(kind for kind, _ in payment.pieces), *payment.tiles]
