"""Which reading belongs to which true token: the assignment that is best as a whole."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.board import PointMm

_Links = dict[int, list[tuple[int, float]]]


def best_pairs(
    true_mm: Sequence[PointMm], read_mm: Sequence[PointMm], within_mm: float
) -> dict[int, int]:
    """Indices of true places to indices of readings: as many pairs as can be, then the nearest.

    Only places nearer than `within_mm` pair.  Places so near are few, so each cluster of them is
    tried out in full.
    """
    links: _Links = {}
    for index, place in enumerate(true_mm):
        near = [
            (other, distance)
            for other, reading in enumerate(read_mm)
            if (distance := math.dist(place, reading)) < within_mm
        ]
        if near:
            links[index] = near
    pairs: dict[int, int] = {}
    for cluster in _clusters(links):
        pairs.update(_best(cluster, links, frozenset())[2])
    return pairs


def _clusters(links: _Links) -> list[list[int]]:
    """True places that share a reading, directly or by way of others."""
    clusters: list[tuple[list[int], set[int]]] = []
    for index, near in links.items():
        readings = {other for other, _ in near}
        joined = [cluster for cluster in clusters if cluster[1] & readings]
        clusters = [cluster for cluster in clusters if cluster not in joined]
        members = [member for cluster in joined for member in cluster[0]]
        clusters.append(([*members, index], readings.union(*(cluster[1] for cluster in joined))))
    return [members for members, _ in clusters]


def _best(
    places: list[int], links: _Links, taken: frozenset[int]
) -> tuple[int, float, dict[int, int]]:
    """Pairs missed, sum of distances (mm), and the pairs of the best assignment."""
    if not places:
        return 0, 0.0, {}
    first, rest = places[0], places[1:]
    missed, distance, pairs = _best(rest, links, taken)
    best = (missed + 1, distance, pairs)
    for reading, apart in links[first]:
        if reading not in taken:
            missed, distance, pairs = _best(rest, links, taken | {reading})
            best = min(
                best, (missed, distance + apart, {**pairs, first: reading}), key=lambda t: t[:2]
            )
    return best
