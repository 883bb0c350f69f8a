"""What small pieces lie at spots: their pictures tried at every turn, roughly and then closely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.departures import Array, Plane
from vision.places.fits import Fits, started
from vision.places.loose_piece import Loose
from vision.places.loose_spots import Key, Spots
from vision.places.matching import MOST_SQUARE, laid_best, rough_costs, settled
from vision.places.peaks import ranks
from vision.places.sheet import Sheet
from vision.places.stands import Stands
from vision.places.workings import NOISE

Numbers = NDArray[np.int64]

LEAST_DROP = 0.8  # by which a piece has to explain its spot better than its absence
DOUBTFUL, _HOPELESS = 1.5, 6.5
_KEPT = 3
_REACH_MM = 1.1
_UNLIKE = 14.0  # mean square of noise: beyond it no template is alike at all
_ROUGH_ROUNDS, _FINE_ROUNDS = 2, 1
_HALF_SLACK = 0.6  # a cost at half resolution may be off by so much
_SAME_COST = 0.05  # costs of nothing that differ by less are the same


class Tried:
    """What was found at spots of one frame: the same spot need not be tried twice."""

    def __init__(self) -> None:
        self._found: dict[Key, tuple[Loose | None, float]] = {}

    def known(self, spots: Sequence[Key], before: Array) -> list[Loose | bool]:
        """At each spot the piece that was found there, False where there is none, True where that
        is not known; `before` is what there being nothing costs.
        """
        found: list[Loose | bool] = []
        for spot, cost in zip(spots, before.tolist(), strict=True):
            piece, earlier = self._found.get(spot, (None, -1.0))
            if piece is not None:
                found.append(replace(piece, before=cost))
            else:
                found.append(earlier < cost - _SAME_COST)
        return found

    def keep(self, spots: Sequence[Key], found: Sequence[Loose | None], before: Array) -> None:
        """Keep what was found at spots, given what there being nothing costs."""
        self._found.update(zip(spots, zip(found, before.tolist(), strict=True), strict=True))


def looked_at(
    family: Family, bank: Bank, spots: Spots, sheet: Sheet, tried: Tried
) -> Iterator[tuple[int, Loose]]:
    """The pieces at spots that were not tried before: the number of the spot, the piece."""
    kept, fits = _fitted(bank, spots, sheet)
    made = _pieces(family, bank, kept.stands, fits, spots.before[kept.which])
    found: list[Loose | None] = [None] * len(spots.places)
    for index, piece in zip(kept.which.tolist(), made, strict=True):
        found[index] = piece
        yield index, piece
    looked = kept.looked.tolist()
    keys = spots.keys(bank)
    tried.keep([keys[i] for i in looked], [found[i] for i in looked], spots.before[kept.looked])


@dataclass(frozen=True, slots=True)
class _Kept:
    """Spots that are worth a closer look: `which` of those given, where, and at half resolution
    the best row of each kind (n, kinds) and how the best of them lies.  `looked` are those of all
    that were looked at, whatever came of it.
    """

    looked: Numbers
    which: Numbers
    stands: Stands
    rows: Numbers
    half: Fits

    def chosen(self, some: Numbers) -> _Kept:
        """Only these of them."""
        half = replace(self.half.chosen(some), spots=np.arange(len(some)))
        return _Kept(self.looked, self.which[some], self.stands.chosen(some), self.rows[some], half)


def _fitted(bank: Bank, spots: Spots, sheet: Sheet) -> tuple[_Kept, Fits]:
    """The best fits at the spots where any template fits: for each spot its first, then others."""
    kept = _roughly(bank, spots.stands, sheet, spots)
    cost = kept.half.cost
    # What was found off the spot is looked for once more, from there.
    far = np.flatnonzero((cost > DOUBTFUL) & (cost < _HOPELESS))
    if len(far):
        moved = kept.stands.chosen(far)
        moved = replace(moved, centres_mm=moved.centres_mm + kept.half.lie[far, :2])
        again = _roughly(bank, moved, sheet)
        far = far[again.which]
        kept.stands.centres_mm[far], kept.rows[far] = again.stands.centres_mm, again.rows
        half = kept.half.replaced(far, again.half)
        kept = replace(kept, half=half)
    most = np.minimum(_HOPELESS, spots.before[kept.which] - LEAST_DROP + _HALF_SLACK)
    kept = kept.chosen(np.flatnonzero(kept.half.cost < most))
    first = settled(bank, sheet, kept.stands, kept.half, _FINE_ROUNDS)
    return kept, laid_best(bank, sheet, kept.stands, kept.rows, first)


def _roughly(bank: Bank, stands: Stands, sheet: Sheet, owned: Spots | None = None) -> _Kept:
    """The spots that look at all like a template; of each place of those `owned` only so many:
    those that it explains most of.
    """
    costs, shifts = rough_costs(bank, sheet, stands, _REACH_MM)
    rows = _best_of_kinds(costs, bank)
    every = np.arange(len(stands))
    least = costs[every, rows[:, 0]] / NOISE**2
    looked, some = every, np.flatnonzero(least < _UNLIKE)
    if owned is not None:
        unexplained = np.minimum(least, MOST_SQUARE) - owned.before
        near = ranks(unexplained[some], owned.owners[some]) < owned.closely[some]
        looked, some = np.setdiff1d(every, some[~near]), some[near]
    rows = rows[some]
    start = started(every[: len(some)], rows[:, 0], shifts[some, rows[:, 0]])
    where = stands.chosen(some)
    return _Kept(looked, some, where, rows, settled(bank.half, sheet, where, start, _ROUGH_ROUNDS))


def _best_of_kinds(costs: Plane, bank: Bank) -> NDArray[np.int64]:
    """For each spot the best row of each kind, the best kinds first, as far as there is room."""
    columns = []
    for kind in range(len(bank.family.kinds)):
        rows = np.flatnonzero(bank.kinds == kind)
        columns.append(rows[costs[:, rows].argmin(axis=1)])
    best = np.stack(columns, axis=1)
    order = np.argsort(np.take_along_axis(costs, best, axis=1), axis=1)[:, :_KEPT]
    return np.take_along_axis(best, order, axis=1)


def _pieces(family: Family, bank: Bank, stands: Stands, fits: Fits, before: Array) -> list[Loose]:
    """One piece for each spot, with what else it may be."""
    where = stands.chosen(fits.spots).laid(fits.lie).centres_mm
    turns = bank.angles_deg[fits.rows] + np.degrees(fits.lie[:, 2])
    kinds = bank.kinds[fits.rows]
    of_spot: list[list[int]] = [[] for _ in range(len(stands))]
    for index in np.argsort(fits.cost, kind="stable").tolist():
        of_spot[int(fits.spots[index])].append(index)
    pieces = []
    for spot, own in enumerate(of_spot):
        best = own[0]
        pieces.append(
            Loose(
                family,
                bank,
                (float(where[best, 0]), float(where[best, 1])),
                float(turns[best]),
                int(fits.rows[best]),
                float(fits.cost[best]),
                float(fits.misfit[best]),
                float(before[spot]),
                tuple((int(kinds[i]), float(fits.cost[i])) for i in own),
                float(stands.heights_mm[spot]),
            )
        )
    return pieces
