"""Small pieces anywhere in a place: found where what is seen departs from what lies below them.

All places of a group are searched at once.  Where a disc of a piece's size departs from the print
or the tile below, the piece's pictures are tried at every turn; what explains the departure best
is taken, then what is left is searched again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import NOISE, Bank
from vision.places.departures import Array, Departures, Mask, Plane, true_mm
from vision.places.ground import turning
from vision.places.matching import (
    MOST_SQUARE,
    Fits,
    laid_best,
    laid_centres_mm,
    rough_costs,
    settled,
    started,
)
from vision.places.patches import square_of_shifts
from vision.places.peaks import peaks, ranks, with_others
from vision.places.planes import Level, Planar

Numbers = NDArray[np.int64]

_DEPARTS = 1.9  # mean square over a piece's area that is worth a look
_PER_ROUND = 7  # spots looked at in one place
_LIT = 3  # more of them, with shadows forgiven
_APART, _LIT_APART = 0.75, 0.3  # of a piece's radius: spots are at least so far from each other,
_MOST_APART_MM = 3.4  # or so far: a piece farther from the nearest spot is not seen there
_KEPT = 3
_SHIFTS = square_of_shifts(1.1, 1.1)
_UNLIKE = 14.0  # mean square of noise: beyond it no template is alike at all
_PER_PLACE = 4  # spots that are looked at closely in one place
MANY, _MOST_CLOSELY = 8, 16  # a place that takes more pieces is a heap: looked at all over
_ROUGH_ROUNDS, _FINE_ROUNDS = 2, 1
_HALF_SLACK = 0.6  # a cost at half resolution may be off by so much
_DOUBTFUL, _HOPELESS = 1.5, 6.5
_LEAST_DROP = 0.8  # by which a piece has to explain its spot better than its absence
_FITS = 3.2
_OVERLAP = 0.4  # of the sum of two radii: nearer than this only one of them is there
_CLEAR = 1.0  # ... and nearer than this the one hides some of the other,
_BESIDE, _PERFECT = 0.8, 1.4  # though little when it fits perfectly


@dataclass(frozen=True, slots=True)
class Loose:
    """A small piece that was found, with what else it may be.

    `kinds` are costs by kind index, best first; `before` is the mean cost of there being nothing
    (0..MOST_SQUARE), `cost` that of the best fit, both over `area_mm2`.
    """

    family: Family
    bank: Bank
    centre_mm: tuple[float, float]
    up_deg: float
    row: int
    cost: float
    misfit: float
    before: float
    kinds: tuple[tuple[int, float], ...]
    height_mm: float

    @property
    def outline_mm(self) -> Array:
        """The outline around the middle, as the piece lies."""
        return np.asarray(np.array(self.family.outline_mm) @ turning(self.up_deg), np.float64)

    @property
    def radius_mm(self) -> float:
        """Radius of a disc of the piece's area."""
        return float(np.sqrt(self.bank.area_mm2 / np.pi))

    @property
    def gained(self) -> float:
        """By how much the piece explains better what is seen: cost times mm2."""
        return (self.before - self.cost) * self.bank.area_mm2


def find_loose(
    found: Departures,
    families: Sequence[tuple[Family, Bank]],
    capacity: Sequence[int],
    view: Planar,
) -> tuple[list[list[Loose]], list[float]]:
    """The small pieces of each place; `capacity` says how many of one family may lie there.

    And for each place by how much a piece that was not believed explains its spot better than its
    absence (cost), 0 when there is none.
    """
    pieces: list[list[Loose]] = [[] for _ in found.bases]
    almost = [0.0] * len(found.bases)
    open_ = np.ones(len(found.bases), bool)
    for _ in range(1 + max(capacity, default=1)):
        candidates = [
            candidate
            for family, bank in families
            for candidate in _candidates(found, family, bank, view, open_, capacity)
        ]
        candidates.sort(key=lambda pair: -pair[1].gained)
        open_[:] = False
        taken: list[tuple[int, Loose]] = []
        for index, piece in candidates:
            if _near(piece, pieces[index], _OVERLAP):
                continue
            if piece.before - piece.cost < _LEAST_DROP:
                almost[index] = max(almost[index], piece.before - piece.cost)
                continue
            new = [other for owner, other in taken if owner == index]
            clear = _BESIDE if piece.cost < _PERFECT else _CLEAR
            if _near(piece, new, clear) or (new and piece.cost > _DOUBTFUL):
                # What departs there may be explained by the piece just taken: look again.
                open_[index] = True
                continue
            pieces[index].append(piece)
            taken.append((index, piece))
            # A place full of what is no piece is not searched for ever.
            open_[index] |= piece.cost < _FITS
        for index, piece in taken:
            found.explain(index, piece.outline_mm, piece.centre_mm, piece.height_mm, view)
        if not open_.any():
            break
    return pieces, almost


def _candidates(
    found: Departures,
    family: Family,
    bank: Bank,
    view: Planar,
    open_: Mask,
    capacity: Sequence[int],
) -> list[tuple[int, Loose]]:
    radius_px = float(np.sqrt(bank.area_mm2 / np.pi)) * found.px_per_mm
    apart_px = min(_APART * radius_px, _MOST_APART_MM * found.px_per_mm)
    means, lit = found.box_means(radius_px), found.box_means(radius_px, shaded=True)
    places: list[tuple[int, Array, Numbers]] = []
    for index in np.flatnonzero((means.max(axis=(1, 2)) > _DEPARTS) & open_):
        most = _spots(capacity[int(index)])[0]
        pixels = peaks(means[index], _DEPARTS, apart_px, most)
        # A hard shadow departs more than a piece that has the colour of what it lies on.
        others = peaks(lit[index], _DEPARTS, apart_px, _LIT)
        pixels = with_others(pixels, others, _LIT_APART * radius_px)
        places.append((int(index), found.to_board(int(index), pixels.astype(np.float64)), pixels))
    if not places:
        return []
    owners = np.concatenate([np.full(len(at), index) for index, at, _ in places])
    where = np.vstack([at for _, at, _ in places])
    before = found.means_at(owners, np.vstack([at for _, _, at in places]), radius_px)
    result: list[tuple[int, Loose]] = []
    floors = np.array([found.bases[i].height_mm for i in owners])
    for floor in np.unique(floors):
        here = np.flatnonzero(floors == floor)
        top = float(floor) + family.thickness_mm
        centres = true_mm(where[here], top, float(floor), view)
        closely = np.array([_spots(capacity[i])[1] for i in owners[here].tolist()])
        kept, fits = _fitted(bank, centres, before[here], owners[here], closely, view.level(top))
        made = _pieces(family, bank, kept.centres_mm, fits, before[here][kept.which], top)
        result += zip(owners[here][kept.which].tolist(), made, strict=True)
    return result


def _spots(capacity: int) -> tuple[int, int]:
    """How many spots of a place are looked at, and how many closely."""
    if capacity <= MANY:
        return _PER_ROUND, _PER_PLACE
    return 4 * min(capacity, _MOST_CLOSELY), 2 + min(capacity, _MOST_CLOSELY)


@dataclass(frozen=True, slots=True)
class _Kept:
    """Spots that are worth a closer look: `which` of those given, where, and at half resolution
    the best row of each kind (n, kinds) and how the best of them lies.
    """

    which: Numbers
    centres_mm: Array
    rows: Numbers
    half: Fits

    def chosen(self, some: Numbers) -> _Kept:
        """Only these of them."""
        half = replace(self.half.chosen(some), spots=np.arange(len(some)))
        return _Kept(self.which[some], self.centres_mm[some], self.rows[some], half)


def _fitted(
    bank: Bank, centres: Array, before: Array, owners: Numbers, closely: Numbers, level: Level
) -> tuple[_Kept, Fits]:
    """The best fits at the spots where any template fits: for each spot its first, then others.

    Each spot has what there being nothing costs, its place, and how many of that are looked at.
    """
    kept = _roughly(bank, centres, level, (owners, closely, before))
    cost = kept.half.cost
    # What was found off the spot is looked for once more, from there.
    far = np.flatnonzero((cost > _DOUBTFUL) & (cost < _HOPELESS))
    if len(far):
        moved = kept.centres_mm[far] + kept.half.lie[far, :2]
        again = _roughly(bank, moved, level)
        far = far[again.which]
        kept.centres_mm[far], kept.rows[far] = again.centres_mm, again.rows
        half = kept.half.replaced(far, again.half)
        kept = replace(kept, half=half)
    most = np.minimum(_HOPELESS, before[kept.which] - _LEAST_DROP + _HALF_SLACK)
    kept = kept.chosen(np.flatnonzero(kept.half.cost < most))
    up = np.zeros(len(kept.which))
    first = settled(bank, level, kept.centres_mm, up, kept.half, _FINE_ROUNDS)
    return kept, laid_best(bank, level, kept.centres_mm, up, kept.rows, first)


def _roughly(
    bank: Bank,
    centres: Array,
    level: Level,
    owned: tuple[Numbers, Numbers, Array] | None = None,
) -> _Kept:
    """The spots that look at all like a template; of each owner's only so many: those that it
    explains most of.  `owned` are owners, how many, and what there being nothing costs.
    """
    costs, shifts = rough_costs(bank, level, centres, np.zeros(len(centres)), _SHIFTS)
    rows = _best_of_kinds(costs, bank)
    every = np.arange(len(centres))
    least = costs[every, rows[:, 0]] / NOISE**2
    some = np.flatnonzero(least < _UNLIKE)
    if owned is not None:
        owners, closely, before = owned
        unexplained = np.minimum(least, MOST_SQUARE) - before
        some = some[ranks(unexplained[some], owners[some]) < closely[some]]
    rows = rows[some]
    start = started(every[: len(some)], rows[:, 0], _SHIFTS[shifts[some, rows[:, 0]]])
    where, up = centres[some].copy(), np.zeros(len(some))
    half = settled(bank.half, level, where, up, start, _ROUGH_ROUNDS)
    return _Kept(some, where, rows, half)


def _best_of_kinds(costs: Plane, bank: Bank) -> NDArray[np.int64]:
    """For each spot the best row of each kind, the best kinds first, as far as there is room."""
    columns = []
    for kind in range(len(bank.family.kinds)):
        rows = np.flatnonzero(bank.kinds == kind)
        columns.append(rows[costs[:, rows].argmin(axis=1)])
    best = np.stack(columns, axis=1)
    order = np.argsort(np.take_along_axis(costs, best, axis=1), axis=1)[:, :_KEPT]
    return np.take_along_axis(best, order, axis=1)


def _pieces(
    family: Family, bank: Bank, centres: Array, fits: Fits, before: Array, top_mm: float
) -> list[Loose]:
    """One piece for each spot, with what else it may be."""
    where = laid_centres_mm(centres, np.zeros(len(centres)), fits)
    turns = bank.angles_deg[fits.rows] + np.degrees(fits.lie[:, 2])
    kinds = bank.kinds[fits.rows]
    of_spot: list[list[int]] = [[] for _ in centres]
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
                top_mm,
            )
        )
    return pieces


def _near(piece: Loose, others: Sequence[Loose], share: float) -> bool:
    """Whether another piece lies nearer than that share of the sum of their radii."""
    return any(
        np.hypot(piece.centre_mm[0] - other.centre_mm[0], piece.centre_mm[1] - other.centre_mm[1])
        < share * (piece.radius_mm + other.radius_mm)
        for other in others
    )
