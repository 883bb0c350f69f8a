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

Numbers = NDArray[np.int64]

_KEPT = 3  # templates of a family that are looked at closely
_NO_RIVAL = 0.6  # by which a template costs more than another: it is not looked at closely
_UNLIKE = 7.0  # a cost at half resolution beyond which nothing of the family lies there
_REACH_MM = 1.3
_TOLD_APART_MM = 0.7  # stacks whose tops are seen displaced by less are not told apart
_PLAIN, _HOPELESS = 0.15, 9.5  # costs of print beyond doubt, and of print that does not show
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
    """For each spot how well its own print, in one of the bank's `rows`, explains what is seen."""
    stands = _stands(spots, floor_mm)
    still = started(np.arange(len(spots)), rows, np.zeros((len(spots), 2)))
    fits = compared(bank, sheet, stands, still)
    # Bare print needs no closer look; where something lies there is nothing to be aligned.
    open_ = np.flatnonzero((fits.cost > _PLAIN) & (fits.cost < _HOPELESS))
    if len(open_):
        again = refine(bank, sheet, stands, fits.chosen(open_))
        fits = fits.replaced(open_, again)
    return _guesses(None, bank, fits, stands)


def guess_pieces(
    spots: Sequence[Spot], family: Family, bank: Bank, sheet: Sheet, floor_mm: float = 0.0
) -> list[list[Guess]]:
    """For each spot the likeliest pieces of a family that fills it, best first."""
    best: list[list[Guess]] = [[] for _ in spots]
    for height in _heights(spots, family, sheet, floor_mm):
        stands = _stands(spots, height)
        costs, shifts = rough_costs(bank, sheet, stands, _REACH_MM)
        kept = np.argsort(costs, axis=1)[:, : min(_KEPT, costs.shape[1])]
        owners, rows = np.repeat(np.arange(len(spots)), kept.shape[1]), kept.ravel()
        start = started(owners, rows, shifts[owners, rows])
        fits = refine_best(bank, sheet, stands, start, _NO_RIVAL, _UNLIKE)
        guesses = _guesses(family, bank, fits, stands)
        for owner, guess in zip(fits.spots.tolist(), guesses, strict=True):
            best[owner].append(guess)
    return [_distinct(guesses) for guesses in best]


def is_obvious(guess: Guess) -> bool:
    """Whether a fit is so good that nothing else has to be tried."""
    return guess.cost < _OBVIOUS and guess.misfit < _OBVIOUS_MISFIT


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
