"""What lies lowest in each place: nothing, or one of the pieces that fill it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.fits import Fits, started
from vision.places.matching import compared, refine, refine_best, rough_costs
from vision.places.sheet import Sheet
from vision.places.spots import Spot
from vision.places.stands import Stands
from vision.places.workings import NOISE

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
Plane = NDArray[np.float32]

_KEPT = 3  # templates of a family that are looked at closely,
_MOST_TIMES, _MOST_MORE = 1.5, 3.0  # unless they roughly cost so much more than the best
_NO_RIVAL = 0.6  # by which a template costs more than another: it is not looked at closely
_UNLIKE = 7.0  # a cost at half resolution beyond which nothing of the family lies there
_REACH_MM = 1.3
_TOLD_APART_MM = 0.7  # stacks whose tops are seen displaced by less are not told apart
_PLAIN, _HOPELESS = 0.15, 9.5  # costs of print beyond doubt, and of print that does not show
_FAR, _FARTHER = 3.0, 2.0  # times, and beyond, what bare print costs: no such piece lies there
_RATHER_A_PIECE = 4.0  # a cost of bare print that is neither moved nor lit anew,
_PIECE = 2.0  # and of a piece that then leaves no doubt
_OBVIOUS = 0.75  # a cost this low is no accident ...
_OBVIOUS_MISFIT = 0.02  # ... when next to nothing shows another thing


@dataclass(frozen=True, slots=True)
class Guess:
    """One thing that may lie lowest in a place: nothing (`bank` of the print) or a piece.

    `row` is its template in `bank`; `centre_mm` and `up_deg` say how it lies, `height_mm` where
    its top is.  `lie` (7 numbers), `cost` and `misfit` as in `Fits`.
    """

    family: Family | None
    bank: Bank
    row: int
    centre_mm: tuple[float, float]
    up_deg: float
    height_mm: float
    lie: tuple[float, ...]
    cost: float
    misfit: float

    @property
    def kind(self) -> str:
        """The piece's kind, empty for nothing."""
        return "" if self.family is None else self.family.kinds[int(self.bank.kinds[self.row])]

    @property
    def turn_deg(self) -> float:
        """The template's own turn."""
        return float(self.bank.angles_deg[self.row])


def guess_ground(
    spots: Sequence[Spot], bank: Bank, rows: Numbers, sheet: Sheet, floor_mm: float = 0.0
) -> list[Guess]:
    """For each spot how well its own print, in one of the bank's `rows`, explains what is seen:
    neither moved nor lit anew.
    """
    stands = _stands(spots, floor_mm)
    return _guesses(None, bank, compared(bank, sheet, stands, _unmoved(rows)), stands)


def closer(guesses: Sequence[Guess], spots: Sequence[Spot], sheet: Sheet) -> list[Guess]:
    """Guesses of bare print moved, turned and lit until they match best."""
    # Bare print needs no closer look; where something lies there is nothing to be aligned.
    costs = np.array([guess.cost for guess in guesses])
    open_ = np.flatnonzero((costs > _PLAIN) & (costs < _HOPELESS)).tolist()
    if not open_:
        return list(guesses)
    some = [guesses[index] for index in open_]
    rows = np.array([guess.row for guess in some])
    stands = _stands([spots[index] for index in open_], some[0].height_mm)
    bank, found = some[0].bank, list(guesses)
    fits = refine(bank, sheet, stands, _unmoved(rows))
    for index, guess in zip(open_, _guesses(None, bank, fits, stands), strict=True):
        found[index] = guess
    return found


def guess_pieces(
    spots: Sequence[Spot],
    family: Family,
    bank: Bank,
    sheet: Sheet,
    floor_mm: float = 0.0,
    bare: Sequence[float] | None = None,
) -> list[list[Guess]]:
    """For each spot the likeliest pieces of a family that fills it, best first.

    `bare` is what nothing lying there costs, when that is known: pieces that even roughly are far
    worse than it are left out.
    """
    most = np.full(len(spots), np.inf) if bare is None else _FAR * np.array(bare) + _FARTHER
    best: list[list[Guess]] = [[] for _ in spots]
    for height in _heights(spots, family, sheet, floor_mm):
        stands = _stands(spots, height)
        costs, shifts = rough_costs(bank, sheet, stands, _REACH_MM)
        owners, rows = _worth_a_look(costs / NOISE**2, most)
        start = started(owners, rows, shifts[owners, rows])
        fits = refine_best(bank, sheet, stands, start, _NO_RIVAL, _UNLIKE)
        guesses = _guesses(family, bank, fits, stands)
        for owner, guess in zip(fits.spots.tolist(), guesses, strict=True):
            best[owner].append(guess)
    return [_distinct(guesses) for guesses in best]


def _worth_a_look(costs: Plane, most: Array) -> tuple[Numbers, Numbers]:
    """Spots (n,) and templates (n,) to be compared closely, of those that cost (spots, rows) so
    much roughly; `most` (spots,) is what is too much there.
    """
    every, kept = np.arange(len(costs)), min(_KEPT, costs.shape[1])
    rows = np.argsort(costs, axis=1)[:, :kept]
    best = np.take_along_axis(costs, rows, axis=1)
    near = (best < _MOST_TIMES * best[:, :1] + _MOST_MORE) & (best[:, :1] < most[:, None])
    return np.repeat(every, kept)[near.ravel()], rows[near]


def unmoved(spots: Sequence[Spot], bank: Bank, rows: Numbers) -> list[Guess]:
    """For each spot its own print, in one of the bank's `rows`, as the description has it."""
    return _guesses(None, bank, _unmoved(rows), _stands(spots, 0.0))


def _unmoved(rows: Numbers) -> Fits:
    """Each of the templates as it is, on a spot of its own."""
    return started(np.arange(len(rows)), rows, np.zeros((len(rows), 2)))


def is_obvious(guess: Guess) -> bool:
    """Whether a fit is so good that nothing else has to be tried."""
    return guess.cost < _OBVIOUS and guess.misfit < _OBVIOUS_MISFIT


def is_rather_a_piece(bare: Guess, pieces: Sequence[Guess] = ()) -> bool:
    """Whether bare print, not yet moved nor lit, fits so badly that pieces are looked for first;
    given the pieces, whether they leave no doubt that one lies there.
    """
    most = min((piece.cost for piece in pieces), default=0.0)
    return bare.cost > most + _RATHER_A_PIECE and most < _PIECE


def _stands(spots: Sequence[Spot], height_mm: float) -> Stands:
    """Where tops of pieces of that height may be."""
    return Stands.of(
        [spot.board for spot in spots],
        [spot.centre_mm for spot in spots],
        [spot.place.up_deg for spot in spots],
        [height_mm] * len(spots),
    )


def _heights(spots: Sequence[Spot], family: Family, sheet: Sheet, floor_mm: float) -> list[float]:
    """At which heights the top of such a piece may be: stacks are higher."""
    stacks = family.name in family.lies_on
    most = max(spot.place.capacity for spot in spots) if stacks else 1
    if most == 1:
        return [floor_mm + family.thickness_mm]
    stands = _stands(spots, floor_mm)
    lean = float(np.median(sheet.leans(stands.boards, stands.centres_mm)))
    step = family.thickness_mm
    told_apart = max(1, round(_TOLD_APART_MM / max(lean * step, 1e-6)))
    return [floor_mm + step * count for count in range(1, most + 1, told_apart)]


def _guesses(family: Family | None, bank: Bank, fits: Fits, stands: Stands) -> list[Guess]:
    """The fits as guesses, in their order."""
    laid = stands.chosen(fits.spots).laid(fits.lie)
    return [
        Guess(family, bank, row, (x, y), up, height, tuple(lie), cost, misfit)
        for row, (x, y), up, height, lie, cost, misfit in zip(
            fits.rows.tolist(),
            laid.centres_mm.tolist(),
            laid.up_deg.tolist(),
            laid.heights_mm.tolist(),
            fits.lie.tolist(),
            fits.cost.tolist(),
            fits.misfit.tolist(),
            strict=True,
        )
    ]


def _distinct(guesses: list[Guess]) -> list[Guess]:
    """Best first; of one template at several heights only the best."""
    kept: dict[int, Guess] = {}
    for guess in sorted(guesses, key=lambda guess: guess.cost):
        kept.setdefault(guess.row, guess)
    return list(kept.values())
