"""Random skies, and slow searches that know nothing of the engine's ways."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

from companion.games.polaris.edition import Sky, bits
from companion.games.polaris.sky.clusters import links


def grown_stars(sky: Sky, chance: random.Random, count: int, jump: float = 0.1) -> int:
    """A mask of stars, most of them beside another one."""
    own = 1 << chance.randrange(sky.north)
    while own.bit_count() < count:
        beside = [
            other
            for space in bits(own)
            for _, other in sky.around[space]
            if other != sky.north and not own >> other & 1
        ]
        if not beside or chance.random() < jump:
            beside = [space for space in range(sky.north) if not own >> space & 1]
        own |= 1 << chance.choice(beside)
    return own


def some_lines(sky: Sky, chance: random.Random, share: float) -> int:
    """A mask of lines, each there with this probability."""
    return sum(1 << line for line in range(len(sky.ends)) if chance.random() < share)


def longest_by_walking(sky: Sky, own: int, lines: int) -> int:
    """Every simple path is walked."""
    joined = links(sky, own | 1 << sky.north, lines)
    best = 0
    stack = [(star, 1 << star) for star in joined]
    while stack:
        star, seen = stack.pop()
        if seen & own:
            best = max(best, seen.bit_count())
        stack += [(n, seen | 1 << n) for n in joined[star] if not seen >> n & 1]
    return best


def most_apart(shapes: list[int], enough: int) -> int:
    """The largest number of shapes without a common star, by trying every choice."""
    for count in range(min(enough, len(shapes)), 0, -1):
        for chosen in combinations(shapes, count):
            if sum(map(int.bit_count, chosen)) == _union(chosen).bit_count():
                return count
    return 0


def _union(masks: tuple[int, ...]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def is_row(places: list[tuple[int, int]]) -> bool:
    """Whether (orbit, column) places are a row along an orbit of twenty columns."""
    ordered = sorted(places)
    return any(
        all(a[0] == b[0] and (b[1] - a[1]) % 20 == 1 for a, b in pairwise(turn))
        for start in range(len(ordered))
        for turn in [ordered[start:] + ordered[:start]]
    )
