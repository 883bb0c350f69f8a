"""What chance decides, tap by tap: drawn tiles, the cast, the next Offering card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from companion.games.girl.move_write import ANY
from companion.games.girl.moves import Cast, CastToken, Draw, Move, Reveal
from companion.games.girl.page.taps import (
    card_tap,
    drawer_tap,
    drawn_tap,
    kind_tap,
    lying_tap,
)
from companion.games.girl.pieces import ASH_KINDS, COLOURS, UNKNOWN_TILE, Phase
from companion.games.girl.state import GirlState, seat_name
from companion.games.playable import Tap

# Every set of colours that a token may give: one, on a line two, from the centre any.
LYING = tuple(
    colours for count in range(1, len(COLOURS) + 1) for colours in combinations(COLOURS, count)
)


def chance_moves(state: GirlState) -> Iterator[Move]:
    """Every way in which chance may decide what is due now, one after another."""
    if state.offering.reveal:
        yield from map(Reveal, _cards(state))
    elif state.phase is Phase.STARGAZING:
        for seat in _drawers(state):
            tiles = _bag(state, seat)
            for drawn in combinations(tiles, tiles_due(state, seat)):
                yield Draw(seat_name(seat), drawn)
    elif state.phase is Phase.CASTING:
        lying = [(kind, colours) for kind in range(len(ASH_KINDS)) for colours in LYING]
        for tokens in combinations_with_replacement(lying, _cast_due(state)):
            kinds = [kind for kind, _ in tokens]
            if all(kinds.count(kind) <= state.ash_bag[kind] for kind in set(kinds)):
                yield Cast(tuple(CastToken(ASH_KINDS[kind], on) for kind, on in tokens))


def _cards(state: GirlState) -> list[str]:
    cards = enumerate(state.table.edition.cards)
    return [card.name for number, card in cards if state.offering.unseen >> number & 1]


def _drawers(state: GirlState) -> list[int]:
    return [seat for seat, player in enumerate(state.players) if not player.drawn]


def _bag(state: GirlState, seat: int) -> list[str]:
    bag, tiles = state.players[seat].bag, enumerate(state.table.edition.tiles)
    return [tile.name for number, tile in tiles if bag >> number & 1]


def tiles_due(state: GirlState, seat: int) -> int:
    """How many tiles a player draws (GIRL-STAR-1)."""
    return min(state.table.edition.tiles_per_round, state.players[seat].bag_count)


def _cast_due(state: GirlState) -> int:
    return min(state.track.meeples(), sum(state.ash_bag))


def next_taps(state: GirlState, chosen: Sequence[str]) -> Iterator[Tap]:
    """What may have come next."""
    if state.offering.reveal:
        if not chosen:
            yield from map(card_tap, _cards(state))
    elif state.phase is Phase.STARGAZING:
        yield from _draws(state, chosen)
    elif state.phase is Phase.CASTING:
        yield from _casts(state, chosen)


def _draws(state: GirlState, chosen: Sequence[str]) -> Iterator[Tap]:
    if not chosen:
        yield from (drawer_tap(seat_name(seat)) for seat in _drawers(state))
        return
    seat = _drawer(state, chosen)
    if seat is None or len(chosen) > tiles_due(state, seat):
        return
    name = seat_name(seat)
    for tile in _bag(state, seat):
        if tile not in chosen[1:]:
            yield drawn_tap(name, tile)
    yield drawn_tap(name, UNKNOWN_TILE)


def _drawer(state: GirlState, chosen: Sequence[str]) -> int | None:
    ids = {drawer_tap(seat_name(seat)).id: seat for seat in _drawers(state)}
    return ids.get(chosen[0])


def _casts(state: GirlState, chosen: Sequence[str]) -> Iterator[Tap]:
    if len(chosen) >= 2 * _cast_due(state):
        return
    if len(chosen) % 2:
        for colours in LYING:
            yield lying_tap(_on(colours), colours)
        return
    kinds = list(chosen[::2])
    for kind, count in zip(ASH_KINDS, state.ash_bag, strict=True):
        if kinds.count(kind) < count:
            yield kind_tap(kind)


def _on(colours: Sequence[str]) -> str:
    """How a record says where a token lies."""
    return ANY if len(colours) == len(COLOURS) else "/".join(colours)


def tapped_move(state: GirlState, chosen: Sequence[str]) -> Move | None:
    """The move that the taps make; None when they are none, or too few."""
    if not chosen:
        return None
    if state.offering.reveal:
        return next((Reveal(c) for c in _cards(state) if [card_tap(c).id] == list(chosen)), None)
    if state.phase is Phase.STARGAZING:
        seat = _drawer(state, chosen)
        if seat is None or len(chosen) != 1 + tiles_due(state, seat):
            return None
        known = {*_bag(state, seat), UNKNOWN_TILE}
        return Draw(seat_name(seat), tuple(chosen[1:])) if known.issuperset(chosen[1:]) else None
    if state.phase is Phase.CASTING and len(chosen) == 2 * _cast_due(state):
        places = {f"on {_on(colours)}": colours for colours in LYING}
        if places.keys() >= set(chosen[1::2]) and set(ASH_KINDS) >= set(chosen[::2]):
            pairs = zip(chosen[::2], chosen[1::2], strict=True)
            return Cast(tuple(CastToken(kind, places[lying]) for kind, lying in pairs))
    return None
