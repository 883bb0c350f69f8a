"""Turns sightings into readings of a board, likeliest first."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.flow import Observation, Sighting
from companion.games.girl.explaining.features import BoardName, Feature, tells_nothing

LEAST_PROBABILITY = 0.02
MOST_ALTERNATIVES = 4
MOST_READINGS = 6
_COUNTED = re.compile(r"(.+) x(\d{1,2})\Z", re.ASCII)


@dataclass(frozen=True)
class SeenBoard:
    """One reading: what lies where, how likely, and the places that can't be told."""

    pieces: Counter[Feature]
    probability: float
    unclear: frozenset[str] = field(default_factory=frozenset)


def readings_of(
    observation: Observation, board: BoardName, have: Counter[Feature]
) -> Iterator[SeenBoard]:
    """Readings of the board, likeliest first, at most a few.

    A piece that already lies there as the game knows it is not doubted, if it is among the
    alternatives seen.
    """
    choices = [_choices(sighting, have) for sighting in observation.sightings]
    unclear = frozenset(
        s.place for s, c in zip(observation.sightings, choices, strict=True) if not c
    )
    clear = [(s.place, c) for s, c in zip(observation.sightings, choices, strict=True) if c]
    for picks, probability in best_products([c for _, c in clear]):
        pieces: Counter[Feature] = Counter()
        for (place, options), pick in zip(clear, picks, strict=True):
            kind = options[pick][0]
            counted = _COUNTED.match(kind)
            name, count = (counted[1], int(counted[2])) if counted else (kind, 1)
            if not tells_nothing(name):
                pieces[place, name] += count
        yield SeenBoard(pieces, probability, unclear)


def _choices(sighting: Sighting, have: Counter[Feature]) -> list[tuple[str, float]]:
    kinds = list(sighting.kinds)
    if not kinds and sighting.kind is not None:
        kinds = [(sighting.kind, 1.0)]
    known = [kind for kind, _ in kinds if have[sighting.place, kind]]
    if known:
        return [(known[0], 1.0)]
    kinds.sort(key=lambda pair: -pair[1])
    return [pair for pair in kinds[:MOST_ALTERNATIVES] if pair[1] >= LEAST_PROBABILITY]


def best_products(
    options: list[list[tuple[str, float]]],
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Choices of one option each, most probable first."""

    def probability(picks: tuple[int, ...]) -> float:
        product = 1.0
        for place, pick in enumerate(picks):
            product *= options[place][pick][1]
        return product

    first = (0,) * len(options)
    heap = [(-probability(first), first)]
    seen = {first}
    for _ in range(MOST_READINGS):
        if not heap:
            return
        negative, picks = heapq.heappop(heap)
        yield picks, -negative
        for place, pick in enumerate(picks):
            if pick + 1 < len(options[place]):
                onward = (*picks[:place], pick + 1, *picks[place + 1 :])
                if onward not in seen:
                    seen.add(onward)
                    heapq.heappush(heap, (-probability(onward), onward))
