"""The moves worth judging next, given where the state differs from what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.contract import MoveTextError
from companion.games.girl.explaining.features import seen_tile
from companion.games.girl.hexes import Cell
from companion.games.girl.move_read import read_cell
from companion.games.girl.moves import (
    Cast,
    CastToken,
    Cleanup,
    Draw,
    Move,
    Pick,
    Place,
    PlayStardust,
    Reveal,
    Unplaceable,
)
from companion.games.girl.pieces import ASH_KINDS, COLOURS, DOUBLE_KIND, UNKNOWN_TILE
from companion.games.girl.seeing.differences import Difference
from companion.games.girl.seeing.looks import DISH, Spot, player_board, token_word
from companion.games.girl.state import UNKNOWN, GirlState, seat_name

ANY_TIME = -1
Missing = list[tuple[Spot, str, int]]


@dataclass(frozen=True, slots=True)
class Step:
    """Moves to be judged one after another.

    `cost` says how unlikely they are.  `hidden` ones need not bring the state nearer to what is
    seen.  When one that is `alone` is accepted, none after it is tried.  In a turn, moves come
    in the order of their `rank`, so that each set of moves is tried in one order only; what may
    be done at any time has ANY_TIME.
    """

    moves: tuple[Move, ...]
    cost: float = 0.1
    rank: int = 0
    hidden: bool = False
    alone: bool = False


def stardust_steps(state: GirlState, missing: Missing, alone: bool) -> Iterator[Step]:
    """Stardust that is seen on player boards (GIRL-DUST-3: at any time)."""
    for (board, place), word, count in missing:
        cell = _cell(place)
        if word == "stardust" and cell is not None:
            seat = board.rpartition(" ")[2]
            yield Step((PlayStardust(seat, cell, count),), rank=ANY_TIME, alone=alone)


def stargazing_steps(state: GirlState, missing: Missing) -> Iterator[Step]:
    """The draw and the tiles of the first seat that has new ones; then its Stardust.

    Where every edge has to match, whatever order tiles were laid in, they may be laid first.
    """
    for seat in range(state.table.seats):
        own = [each for each in missing if each[0][0] == player_board(seat)]
        tiles = [each for each in own if seen_tile(each[1]) is not None]
        if tiles and not state.players[seat].drawn:
            yield Step((_draw(state, seat, tiles),), 0.0, hidden=True, alone=True)
        elif tiles:
            yield from _places(state, seat, tiles)
        if own:
            yield from stardust_steps(state, own, alone=True)
        if tiles:
            return
    for seat, player in enumerate(state.players):
        for number in sorted(set(player.hand)):
            lost = Unplaceable(seat_name(seat), _tile_name(state, number))
            yield Step((lost,), 1.0, hidden=True, alone=True)


def _draw(state: GirlState, seat: int, tiles: Missing) -> Draw:
    """The fronts that are seen, and tiles nobody saw the front of."""
    due = min(state.table.edition.tiles_per_round, state.players[seat].bag_count)
    fronts = sorted({tile.name for _, word, _ in tiles if (tile := seen_tile(word)) and tile.name})
    return Draw(seat_name(seat), tuple((fronts + [UNKNOWN_TILE] * due)[:due]))


def _places(state: GirlState, seat: int, tiles: Missing) -> Iterator[Step]:
    name = seat_name(seat)
    fronts = {tile.name for _, word, _ in tiles if (tile := seen_tile(word)) and tile.name}
    for (_, place), word, _ in tiles:
        cell, tile = _cell(place), seen_tile(word)
        if cell is None or tile is None:
            continue
        if tile.name:
            yield Step((Place(name, tile.name, cell, tile.turns, True),), alone=True)
            continue
        for back in backs_of(state, seat, fronts):
            yield Step((Place(name, back, cell, tile.turns, False),), alone=True)


def backs_of(state: GirlState, seat: int, fronts: set[str]) -> list[str]:
    """Which drawn tiles a lying back may be: unseen ones, else those not seen from the front."""
    hand = sorted(set(state.players[seat].hand))
    names = [_tile_name(state, number) for number in hand]
    return [name for name in names if name not in fronts] or names or [UNKNOWN_TILE]


def _tile_name(state: GirlState, number: int) -> str:
    return UNKNOWN_TILE if number == UNKNOWN else state.table.edition.tiles[number].name


def _cell(place: str) -> Cell | None:
    try:
        return read_cell(place)
    except MoveTextError:
        return None


def cast_step(difference: Difference) -> Iterator[Step]:
    """The cast of all tokens that are seen in the dish."""
    _, want = difference.changes.get(DISH, ((), ()))
    if want:
        tokens = []
        for word in want:
            kind, _, light = word.partition("@")
            tokens.append(CastToken(kind, tuple(light.split("/"))))
        yield Step((Cast(tuple(tokens)),), alone=True)


def pick_steps(state: GirlState, difference: Difference) -> Iterator[Step]:
    """The next meeple takes one of the tokens that are gone; the last one left may be gone, too."""
    have, want = difference.changes.get(DISH, ((), ()))
    for word in sorted(Counter(have) - Counter(want)):
        number = next(
            n
            for n, token in enumerate(state.cast, 1)
            if not token.taken and token_word(token) == word
        )
        yield Step((usual_pick(state, number),), alone=True)


def usual_pick(state: GirlState, number: int) -> Pick:
    """A selection of which only the token is seen: kept, or Light that the seat has least of."""
    seat, token = state.order[0], state.cast[number - 1]
    light: tuple[str, ...] = ()
    if ASH_KINDS[token.kind] == DOUBLE_KIND:
        held = list(state.players[seat].light)
        for _ in range(2):
            colour = min(token.colours, key=lambda colour: held[colour])
            held[colour] += 1
            light = (*light, COLOURS[colour])
    return Pick(seat_name(seat), number, tuple(sorted(light)))


def cleanup_steps(difference: Difference) -> Iterator[Step]:
    """Cleanup, as soon as something is seen that can only come after it."""
    if difference.changes:
        yield Step((Cleanup(),), 0.0, hidden=True, alone=True)


def reveal_steps(state: GirlState, shown: Sequence[str] | None) -> Iterator[Step]:
    """The card that is `shown`; each that is left when the card's place can't be seen (None)."""
    cards = state.table.edition.cards
    unseen = [card.name for n, card in enumerate(cards) if state.offering.unseen >> n & 1]
    known = [cards[n].name for n in state.table.card_order if state.offering.unseen >> n & 1]
    if shown is None:
        for name in known[:1] or unseen:
            yield Step((Reveal(name),), 0.0, hidden=True)
        return
    for word in shown:
        if word.startswith("card "):
            yield Step((Reveal(word.removeprefix("card ")),), 0.0, hidden=True, alone=True)
