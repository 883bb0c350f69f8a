"""Every way to lay the elements of a card's option, or a part of them, in the sector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from companion.games.polaris.edition import Counts, Option, bits
from companion.games.polaris.moves import Element, Star, line_between
from companion.games.polaris.rules.fitting import fits

if TYPE_CHECKING:
    from companion.games.polaris.rules.laying import Laying

Laid = tuple[Counts, Counts]  # spaces of stars, lines; both rising


def elements_of(laying: Laying, laid: Laid) -> tuple[Element, ...]:
    """The elements in an order that pays best: white spaces first, red ones last."""
    sky = laying.sky
    stars = sorted(laid[0], key=lambda s: (sky.red >> s & 1) - (sky.white >> s & 1))
    lines = (sky.ends[line] for line in laid[1])
    return (
        *(Star(sky.names[space]) for space in stars),
        *(line_between(sky.names[one], sky.names[other]) for one, other in lines),
    )


def arrangements(laying: Laying, option: Option, size: int) -> Iterator[Laid]:
    """Every way to lay `size` elements of the option, each once; prices are left aside."""
    seen: set[Laid] = set()
    for line_count in range(min(size, len(option.lines)) + 1):
        if size - line_count > len(option.stars):
            continue
        for slots in combinations(option.lines, line_count):
            for places in combinations(option.stars, size - line_count):
                for laid in _laid(laying, slots, places):
                    if laid not in seen and fits(laying.sky, option, *laid):
                        seen.add(laid)
                        yield laid


def _laid(laying: Laying, slots: Sequence[tuple[int, int, int]], stars: Counts) -> Iterator[Laid]:
    for lines, places in _lines(laying, slots, (), {}):
        for spaces in _stars(laying, stars, (), places):
            if len(spaces) <= laying.stars_left and len(lines) <= laying.lines_left:
                yield tuple(sorted(spaces)), tuple(sorted(lines))


def _lines(
    laying: Laying,
    slots: Sequence[tuple[int, int, int]],
    lines: Counts,
    places: dict[int, int],
) -> Iterator[tuple[Counts, dict[int, int]]]:
    """Free lines of the sector for each slot, and the spaces that fixes."""
    if not slots:
        yield lines, places
        return
    direction, a, b = slots[0]
    sky = laying.sky
    free = laying.sector_lines & ~laying.lines
    for place in (a, b):
        if place in places:
            free &= sky.rim[places[place]]
    for line in bits(free):
        if sky.direction[line] != direction or line in lines:
            continue
        one, other = sky.ends[line]
        for here, there in ((one, other), (other, one)):
            if places.get(a, here) == here and places.get(b, there) == there:
                found = {**places, a: here, b: there}
                yield from _lines(laying, slots[1:], (*lines, line), found)


def _stars(
    laying: Laying, stars: Counts, spaces: Counts, places: dict[int, int]
) -> Iterator[Counts]:
    """Free spaces of the sector for each star."""
    if not stars:
        yield spaces
        return
    free = laying.sector_spaces & ~laying.taken
    if stars[0] in places:
        free &= 1 << places[stars[0]]
    for space in bits(free):
        if space not in spaces:
            yield from _stars(laying, stars[1:], (*spaces, space), places)


def affordable(laying: Laying, option: Option, spaces: Sequence[int]) -> bool:
    """Whether the red spaces can be paid when the card and white spaces are gained first."""
    turn, sky = laying.edition.turn, laying.sky
    white = sum(sky.white >> space & 1 for space in spaces)
    red = sum(sky.red >> space & 1 for space in spaces)
    gained = option.shooting_stars + white * turn.white_gain
    if laying.supply is not None:
        gained = min(gained, laying.supply)
    return laying.shooting_stars + gained >= red * turn.red_price


def most_elements(laying: Laying, option: Option, at_most: int | None = None) -> int:
    """The largest number of the option's elements that can be laid now (POL-Q2)."""
    every = len(option.stars) + len(option.lines)
    for size in range(every if at_most is None else min(every, at_most), 0, -1):
        for spaces, _ in arrangements(laying, option, size):
            if affordable(laying, option, spaces):
                return size
    return 0
