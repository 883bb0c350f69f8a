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
from vision.places.bank import Bank
from vision.places.departures import Array, Departures, Mask, Plane, true_mm
from vision.places.ground import turning
from vision.places.matching import Fits, laid_best, laid_centres_mm, rough_costs
from vision.places.patches import square_of_shifts
from vision.places.planes import Planar

_DEPARTS = 1.9  # mean square over a piece's area that is worth a look
_OF_BEST = 0.45
_PER_ROUND = 7  # spots looked at in one place
_APART = 0.75  # of a piece's radius: spots looked at are at least so far from each other
_KEPT = 3
_SHIFTS = square_of_shifts(1.1, 1.1)
_DOUBTFUL, _HOPELESS = 1.5, 6.5
_LEAST_DROP = 0.8  # by which a piece has to explain its spot better than its absence
_FITS = 3.2
_OVERLAP = 0.4  # of the sum of two radii: nearer than this only one of them is there
_CLEAR = 1.0  # ... and nearer than this the one hides some of the other


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
) -> list[list[Loose]]:
    """The small pieces of each place; `capacity` says how many of one family may lie there."""
    pieces: list[list[Loose]] = [[] for _ in found.bases]
    open_ = np.ones(len(found.bases), bool)
    for _ in range(1 + max(capacity, default=1)):
        candidates = [
            candidate
            for family, bank in families
            for candidate in _candidates(found, family, bank, view, open_)
        ]
        candidates.sort(key=lambda pair: -pair[1].gained)
        open_[:] = False
        taken: list[tuple[int, Loose]] = []
        for index, piece in candidates:
            if piece.before - piece.cost < _LEAST_DROP or _near(piece, pieces[index], _OVERLAP):
                continue
            new = [other for owner, other in taken if owner == index]
            if _near(piece, new, _CLEAR) or (new and piece.cost > _DOUBTFUL):
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
    return pieces


def _candidates(
    found: Departures, family: Family, bank: Bank, view: Planar, open_: Mask
) -> list[tuple[int, Loose]]:
    radius_px = float(np.sqrt(bank.area_mm2 / np.pi)) * found.px_per_mm
    means = found.means(_disc(radius_px))
    places: list[tuple[int, Array, Array]] = []
    for index in np.flatnonzero((means.max(axis=(1, 2)) > _DEPARTS) & open_):
        pixels = _peaks(means[index], _APART * radius_px)
        places.append((int(index), found.to_board(int(index), pixels), pixels))
    if not places:
        return []
    owners = np.concatenate([np.full(len(at), index) for index, at, _ in places])
    where = np.vstack([at for _, at, _ in places])
    pixels = np.vstack([at for _, _, at in places])
    before = means[owners, pixels[:, 1].astype(int), pixels[:, 0].astype(int)]
    result: list[tuple[int, Loose]] = []
    floors = np.array([found.bases[i].height_mm for i in owners])
    for floor in np.unique(floors):
        here = floors == floor
        fits = _fitted(family, bank, where[here], float(floor), view)
        made = _pieces(family, bank, fits, before[here], float(floor))
        result += zip(owners[here].tolist(), made, strict=True)
    return result


def _peaks(means: Plane, apart_px: float) -> Array:
    """The pixels (n, 2) where most departs, none near a better one."""
    rows, columns = np.nonzero(means > max(_DEPARTS, _OF_BEST * float(means.max())))
    order = np.argsort(-means[rows, columns], kind="stable")
    left = np.column_stack([columns, rows])[order].astype(np.float64)
    kept: list[Array] = []
    while len(left) and len(kept) < _PER_ROUND:
        kept.append(left[0])
        left = left[np.hypot(*(left - left[0]).T) >= apart_px]
    return np.array(kept)


def _fitted(
    family: Family, bank: Bank, where_mm: Array, floor_mm: float, view: Planar
) -> tuple[Array, Fits]:
    """The best templates at each spot; spots are given as they appear at the floor's height."""
    top = floor_mm + family.thickness_mm
    centres = true_mm(where_mm, top, floor_mm, view)
    fits = _fitted_near(bank, centres, top, view)
    # What was found off the spot is looked for once more, from there.
    cost = fits.cost[: len(centres)]
    far = np.flatnonzero((cost > _DOUBTFUL) & (cost < _HOPELESS))
    if len(far):
        centres = centres.copy()
        centres[far] += fits.lie[far, :2]
        again = _fitted_near(bank, centres[far], top, view)
        kept = fits.chosen(np.flatnonzero(~np.isin(fits.spots, far)))
        fits = kept.with_more(replace(again, spots=far[again.spots]))
    return centres, fits


def _fitted_near(bank: Bank, centres: Array, top_mm: float, view: Planar) -> Fits:
    """The best fit at each spot, then the best of other kinds."""
    up = np.zeros(len(centres))
    level = view.level(top_mm)
    costs, which = rough_costs(bank, level, centres, up, _SHIFTS)
    kept = _best_of_kinds(costs, bank)
    shifts = _SHIFTS[which[np.arange(len(kept)), kept[:, 0]]]
    return laid_best(bank, level, centres, up, kept, shifts)


def _best_of_kinds(costs: Array, bank: Bank) -> NDArray[np.int64]:
    """For each spot the best row of each kind, the best kinds first, as far as there is room."""
    columns = []
    for kind in range(len(bank.family.kinds)):
        rows = np.flatnonzero(bank.kinds == kind)
        columns.append(rows[costs[:, rows].argmin(axis=1)])
    best = np.stack(columns, axis=1)
    order = np.argsort(np.take_along_axis(costs, best, axis=1), axis=1)[:, :_KEPT]
    return np.take_along_axis(best, order, axis=1)


def _pieces(
    family: Family, bank: Bank, fitted: tuple[Array, Fits], before: Array, floor_mm: float
) -> list[Loose]:
    centres, fits = fitted
    where = laid_centres_mm(centres, np.zeros(len(centres)), fits)
    turns = bank.angles_deg[fits.rows] + np.degrees(fits.lie[:, 2])
    pieces = []
    for spot in range(len(centres)):
        own = np.flatnonzero(fits.spots == spot)
        own = own[np.argsort(fits.cost[own])]
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
                tuple((int(bank.kinds[fits.rows[i]]), float(fits.cost[i])) for i in own),
                floor_mm + family.thickness_mm,
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


def _disc(radius_px: float) -> Plane:
    """A disc whose values add up to 1."""
    reach = int(np.ceil(radius_px))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)
