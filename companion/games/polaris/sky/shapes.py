"""Personal goals: how often an exact shape is found, each star used once (POL-END-5).

Exact, never greedy: a star with the lowest number is either left out or used by one of the
shapes that hold it, and what is left is solved once for every set of stars.  Numbers run along
the orbits, so few sets come up: those that differ near the lowest star still open.  The search
ends early at the top of the table (`enough`), beyond which more shapes bring nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.polaris.edition import Personal, Sky, bits
from companion.games.polaris.sky.clusters import links

Steps = Sequence[tuple[int, int, int]]


def fulfilled(
    sky: Sky, goal: Personal, own: int, lines: int, induced: bool, enough: int
) -> list[int]:
    """The masks of as many separate shapes as there can be, `enough` at most.

    `induced` forbids other lines among the stars of a shape (POL-Q17); the North Star is none
    of them (POL-CONST-3).
    """
    found = sorted(set(_shapes(sky, goal, own, lines, induced)))
    return _packed(found, goal.stars, enough)


def _shapes(sky: Sky, goal: Personal, own: int, lines: int, induced: bool) -> Iterator[int]:
    joined = links(sky, own, lines) if induced else {}
    for image in goal.images:
        for start in bits(own):
            for places in _found(sky, image, own, lines, {0: start}):
                mask = sum(1 << space for space in places.values())
                if induced and not _exact(joined, mask, len(image)):
                    continue
                yield mask


def _exact(joined: dict[int, list[int]], mask: int, count: int) -> bool:
    """Whether no more lines than the image's join stars of the shape."""
    ends = sum(mask >> other & 1 for space in bits(mask) for other in joined[space])
    return ends == 2 * count


def _found(
    sky: Sky, steps: Steps, own: int, lines: int, places: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Every way to follow the remaining steps over own stars and laid lines."""
    if not steps:
        yield places
        return
    direction, one, other = steps[0]
    if one in places:
        onward, new, space = sky.ahead[direction], other, places[one]
    else:
        onward, new, space = sky.behind[direction], one, places[other]
    for line, there in onward[space]:
        if not lines >> line & 1 or not own >> there & 1:
            continue
        if new in places:
            if places[new] == there:
                yield from _found(sky, steps[1:], own, lines, places)
        elif there not in places.values():
            yield from _found(sky, steps[1:], own, lines, {**places, new: there})


def _packed(shapes: Sequence[int], stars: int, enough: int) -> list[int]:
    """The largest choice of shapes that share no star."""
    by_lowest: dict[int, list[int]] = {}
    for shape in shapes:
        by_lowest.setdefault(shape & -shape, []).append(shape)
    known: dict[int, list[int]] = {}

    def best(left: int) -> list[int]:
        """The most shapes within these stars."""
        if left.bit_count() < stars:
            return []
        if left in known:
            return known[left]
        low = left & -left
        chosen = best(left ^ low)
        for shape in by_lowest.get(low, ()):
            if len(chosen) >= min(enough, left.bit_count() // stars):
                break
            if not shape & ~left:
                tried = [shape, *best(left & ~shape)]
                if len(tried) > len(chosen):
                    chosen = tried
        known[left] = chosen
        return chosen

    covered = 0
    for shape in shapes:
        covered |= shape
    return best(covered)[:enough]
