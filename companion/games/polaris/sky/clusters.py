"""Constellations: own stars, and perhaps the North Star, joined by lines (POL-CONST-1, -2)."""

from __future__ import annotations

from companion.games.polaris.edition import Sky, bits


def clusters(sky: Sky, own: int, lines: int) -> list[int]:
    """The masks of all constellations and lone stars, in the order of the edition.

    Lines belong to nobody (POL-Q5); the North Star is a member where a line links it to an own
    star, for any number of players (POL-Q7).
    """
    members = own | 1 << sky.north
    left, found = own, []
    while left:
        low = left & -left
        cluster = grown(sky, low, members, lines)
        found.append(cluster)
        left &= ~cluster
    return found


def grown(sky: Sky, start: int, members: int, lines: int) -> int:
    """Everything among `members` that lines join to the spaces of `start`, itself included."""
    cluster, queue = start, bits(start)
    while queue:
        for line, other in sky.around[queue.pop()]:
            if lines >> line & 1 and members >> other & 1 and not cluster >> other & 1:
                cluster |= 1 << other
                queue.append(other)
    return cluster


def links(sky: Sky, members: int, lines: int) -> dict[int, list[int]]:
    """For each member the members that a line joins to it."""
    return {
        space: [
            other for line, other in sky.around[space] if lines >> line & 1 and members >> other & 1
        ]
        for space in bits(members)
    }
