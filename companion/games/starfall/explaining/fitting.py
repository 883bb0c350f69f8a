"""How well a state fits what is seen: the probability of every place, multiplied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from companion.games.starfall.edition import Counts
from companion.games.starfall.explaining.seen import Look, Options, Pile
from companion.games.starfall.pieces import EMPTY, TO_REVEAL, UNKNOWN
from companion.games.starfall.state import StarfallState

LEAST = 0.02  # a place that fits less well does not fit
SURE = 0.98
_HIDDEN = 0.5  # of each thing that must lie there and is not seen, where not all can be seen
_UNTOLD = 0.5  # of a thing that can't be told being the right one


def misfits(look: Look, state: StarfallState) -> tuple[int, int]:
    """How many numbers of the board and how many areas do not fit."""
    slots = sum(slot_fit(options, state.track[n]) < LEAST for n, options in look.slots.items())
    areas = {
        seat for seat, pile in look.tiles.items() if tiles_fit(pile, _tiles(state, seat)) < LEAST
    }
    areas |= {
        seat
        for seat, pile in look.dust.items()
        if dust_fit(pile, state.players[seat].pieces) < LEAST
    }
    return slots, len(areas)


def fit(look: Look, state: StarfallState) -> float:
    """The probability of everything that is seen if this is how the game stands."""
    found = 1.0
    for number, options in look.slots.items():
        found *= slot_fit(options, state.track[number])
    for seat, pile in look.tiles.items():
        found *= tiles_fit(pile, _tiles(state, seat))
    for seat, pile in look.dust.items():
        found *= dust_fit(pile, state.players[seat].pieces)
    return found


def _tiles(state: StarfallState, seat: int) -> Counts:
    return state.players[seat].tiles


def slot_fit(options: Options, tile: int) -> float:
    """How likely a number of the board holds a tile, or none."""
    wanted = EMPTY if tile == TO_REVEAL else tile
    exact = sum(p for seen, p in options if seen == wanted)
    return exact + _UNTOLD * sum(p for seen, p in options if seen == UNKNOWN)


def tiles_fit(pile: Pile, tiles: Counts) -> float:
    """How likely a pile is these tiles; the surest of what is seen is matched first."""
    left = list(tiles)
    found = 1.0
    for options in sorted(pile.things, key=lambda options: -options[0][1]):
        match = next(((tile, p) for tile, p in options if tile in left), None)
        if match is not None:
            left.remove(match[0])
            found *= match[1]
        elif left and (options[0][0] == UNKNOWN or UNKNOWN in left):
            left.remove(UNKNOWN if UNKNOWN in left else left[0])
            found *= _UNTOLD
        else:
            return 0.0
    if left and pile.whole:
        return 0.0
    return found * _HIDDEN ** len(left)


def dust_fit(pile: Pile, pieces: Counts) -> float:
    """How likely a heap is so many pieces of each kind."""
    found = 0.0
    for counts, p in _heaps(pile, len(pieces)).items():
        less = [want - seen for want, seen in zip(pieces, counts, strict=True)]
        if not any(less):
            found += p
        elif not pile.whole and min(less) >= 0:
            found += p * _HIDDEN ** sum(less)
    return found


def _heaps(pile: Pile, kinds: int) -> Mapping[Counts, float]:
    """The numbers of pieces that a heap may be, with probabilities."""
    heaps: Mapping[Counts, float] = {(0,) * kinds: 1.0}
    for options in pile.things:
        after: defaultdict[Counts, float] = defaultdict(float)
        for counts, p in heaps.items():
            for kind, share in _of_kinds(options, kinds):
                one_more = tuple(count + (n == kind) for n, count in enumerate(counts))
                after[one_more] += p * share
        heaps = after
    return heaps


def _of_kinds(options: Options, kinds: int) -> Options:
    """The kinds a piece may be, EMPTY for none; one that can't be told may be each."""
    found = [(kind, p) for kind, p in options if kind >= 0 or kind == EMPTY]
    untold = sum(p for kind, p in options if kind == UNKNOWN)
    return (*found, *((kind, untold / kinds) for kind in range(kinds if untold else 0)))
