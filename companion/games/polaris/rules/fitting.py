"""Whether laid elements are what a card's option shows: the right number, turned rightly.

The places of an option become spaces; a line keeps its direction but may lead either way from
a star (POL-PLAY-5); what is left out (POL-Q2) must still have its place on the sky.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from companion.games.polaris.edition import Counts, Option, Sky

Places = dict[int, int]  # place of the option -> space


def fits(sky: Sky, option: Option, stars: Sequence[int], lines: Sequence[int]) -> bool:
    """Whether stars on these spaces and these lines can be elements of the option."""
    if len(stars) > len(option.stars) or len(lines) > len(option.lines):
        return False
    left = tuple(range(len(option.lines)))
    return any(True for _ in _with_lines(sky, option, stars, lines, {}, left))


def _with_lines(
    sky: Sky,
    option: Option,
    stars: Sequence[int],
    lines: Sequence[int],
    places: Places,
    left: Counts,
) -> Iterator[Places]:
    """Every way to see the lines as lines of the option, then the stars, then the rest."""
    if not lines:
        yield from _with_stars(sky, option, stars, places, option.stars, left)
        return
    line, direction = lines[0], sky.direction[lines[0]]
    one, other = sky.ends[line]
    for number in left:
        wanted, a, b = option.lines[number]
        if wanted != direction:
            continue
        rest = tuple(n for n in left if n != number)
        for pair in ((one, other), (other, one)):
            found = _joined(places, (a, b), pair)
            if found is not None:
                yield from _with_lines(sky, option, stars, lines[1:], found, rest)


def _with_stars(
    sky: Sky,
    option: Option,
    stars: Sequence[int],
    places: Places,
    free: Counts,
    left: Counts,
) -> Iterator[Places]:
    if not stars:
        yield from _with_rest(sky, option, places, left)
        return
    for place in free:
        found = _joined(places, (place,), (stars[0],))
        if found is not None:
            rest = tuple(n for n in free if n != place)
            yield from _with_stars(sky, option, stars[1:], found, rest, left)


def _with_rest(sky: Sky, option: Option, places: Places, left: Counts) -> Iterator[Places]:
    """The lines that were left out: each must exist beside what was laid."""
    for number in left:
        direction, a, b = option.lines[number]
        if a not in places and b not in places:
            continue
        start, end = (a, b) if a in places else (b, a)
        rest = tuple(n for n in left if n != number)
        space = places[start]
        for _, onward in chain(sky.ahead[direction][space], sky.behind[direction][space]):
            found = _joined(places, (end,), (onward,))
            if found is not None:
                yield from _with_rest(sky, option, found, rest)
        return
    yield places


def _joined(places: Places, new: Sequence[int], spaces: Sequence[int]) -> Places | None:
    """The places with more of them fixed, or None when that contradicts them."""
    found = dict(places)
    for place, space in zip(new, spaces, strict=True):
        if place in found:
            if found[place] != space:
                return None
        elif space in found.values():
            return None
        else:
            found[place] = space
    return found
