"""The longest continuous line of a constellation (POL-GOAL-5): a longest simple path.

Exact.  Trees, the usual case, are measured directly, and a walk that meets every star ends the
search before it begins; the rest is for `frontier`.
"""

from __future__ import annotations

from companion.games.polaris.edition import Sky
from companion.games.polaris.sky.clusters import clusters, links
from companion.games.polaris.sky.frontier import Frontier, Links


def longest_line(sky: Sky, own: int, lines: int) -> int:
    """Stars (the North Star included) in the longest continuous line; 0 without a star."""
    longest = 0
    for cluster in sorted(clusters(sky, own, lines), key=int.bit_count, reverse=True):
        if cluster.bit_count() <= longest:
            break
        longest = max(longest, _longest(links(sky, cluster, lines)))
    return longest


def _longest(joined: Links) -> int:
    joins = sum(map(len, joined.values())) // 2
    if joins == len(joined) - 1:
        return _depth(joined, _breadth_first(joined, next(iter(joined)))[-1])
    possible = _most_possible(joined)
    walked = 0
    for start in joined:
        walked = max(walked, _walk(joined, start))
        if walked == possible:
            return walked
    return Frontier(joined, walked, possible).longest()


def _breadth_first(joined: Links, start: int) -> list[int]:
    order, seen = [start], {start}
    for star in order:
        for other in joined[star]:
            if other not in seen:
                seen.add(other)
                order.append(other)
    return order


def _depth(joined: Links, start: int) -> int:
    """Stars on the longest way from `start` in a tree."""
    depth = {start: 1}
    for star in _breadth_first(joined, start):
        for other in joined[star]:
            depth.setdefault(other, depth[star] + 1)
    return max(depth.values())


def _walk(joined: Links, start: int) -> int:
    """A path from `start` both ways, always to the star with the fewest open joins: a bound."""
    seen = {start}
    for _ in range(2):
        star = start
        while True:
            onward = [other for other in joined[star] if other not in seen]
            if not onward:
                break
            star = min(onward, key=lambda other: sum(n not in seen for n in joined[other]))
            seen.add(star)
    return len(seen)


def _most_possible(joined: Links) -> int:
    """All stars; where they are of two sorts that take turns, at most one more of either."""
    start = next(iter(joined))
    sort = {start: 0}
    for star in _breadth_first(joined, start):
        for other in joined[star]:
            if sort.setdefault(other, 1 - sort[star]) == sort[star]:
                return len(joined)
    ones = sum(sort.values())
    return min(len(joined), 2 * min(ones, len(joined) - ones) + 1)
