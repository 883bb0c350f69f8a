"""What chance does next, and a random legal move: for self-play.

The chance comes from outside; nothing here draws any of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import Chance
from companion.games.starfall.edition import Edition
from companion.games.starfall.moves import (
    Add,
    Discover,
    Move,
    MoveDown,
    Payment,
    Reveal,
    payment_of,
)
from companion.games.starfall.pieces import Phase
from companion.games.starfall.rules.legal import can_add
from companion.games.starfall.rulings import ANY, EXACT
from companion.games.starfall.setup import SetupDoc
from companion.games.starfall.state import StarfallState, seat_name

_MOST_TRIES = 12  # random payments tried before another move is made


def deal_setup(edition: Edition, seats: Sequence[str], chance: Chance) -> SetupDoc:
    """Who begins; the deck shows itself tile by tile."""
    return SetupDoc(first=chance.choice(list(seats)))


def next_move(state: StarfallState, chance: Chance) -> Move:
    """What chance shows next, or a legal move picked by chance.

    Raises ValueError when the game is over, the only state without a next move.
    """
    if state.phase is Phase.OVER:
        raise ValueError("the game is over")
    edition = state.table.edition
    if state.waits:
        return Reveal(edition.tile_text(chance.choice(state.unseen_tiles())))
    seat, tiles = seat_name(state.turn), state.board_tiles
    kind = chance.choice(("add", "move", "discover", "discover"))
    if not tiles or (kind == "add" and can_add(state)):
        return Add(seat)
    tile = chance.choice(tiles)
    if kind == "discover":
        payment = _payment(state, state.price_of(tile), chance)
        if payment is not None:
            return Discover(seat, edition.tile_text(tile), payment)
    return MoveDown(seat, edition.tile_text(tile))


def _payment(state: StarfallState, price: int, chance: Chance) -> Payment | None:
    """A legal payment for a price, None when chance finds none."""
    for _ in range(_MOST_TRIES):
        found = _gathered(state, price, chance)
        if found is not None:
            return found
    return None


def _gathered(state: StarfallState, price: int, chance: Chance) -> Payment | None:
    """Things picked one by one until they are enough; then what is superfluous is put back."""
    edition, player = state.table.edition, state.players[state.turn]
    purse = [
        (kind.name, kind.value, True)
        for kind, count in zip(edition.pieces, player.pieces, strict=True)
        for _ in range(count)
    ]
    for tile in player.tiles:
        if edition.tiles[tile].stars:
            purse.append((edition.tile_text(tile), edition.tiles[tile].stars, False))
    picked: list[tuple[str, int, bool]] = []
    worth = 0
    for thing in chance.sample(purse, len(purse)):
        if worth >= price:
            break
        picked.append(thing)
        worth += thing[1]
    if worth < price:
        return None
    overpay = state.table.rulings.overpay
    if overpay != ANY:
        for thing in sorted(picked, key=lambda thing: thing[1]):
            if thing[1] <= worth - price:
                picked.remove(thing)
                worth -= thing[1]
    if overpay == EXACT and worth != price:
        return None
    return payment_of(
        [(name, 1) for name, _, piece in picked if piece],
        [name for name, _, piece in picked if not piece],
    )
