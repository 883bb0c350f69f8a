"""Compare what is seen at many spots with templates: first roughly, then to the last tenth of a mm.

Everything is done for all spots at once.  A *spot* is a board point and the direction in which an
upright piece points there; a *fit* is a template laid on a spot, shifted, turned and lit so that
it matches best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.places.bank import PULLS, Bank
from vision.places.patches import moved_mm
from vision.places.planes import Level
from vision.places.tones import Tones, to_tones

Array = NDArray[np.float64]
Flat = NDArray[np.float32]
Numbers = NDArray[np.int64]

MOST_SQUARE = 9.0  # a pixel that is farther off says no more than that it is another thing
_LEAST_GAIN, _MOST_GAIN = 0.6, 1.4
_LEAST_VEIL, _MOST_VEIL = -15.0, 90.0
_MOST_TINT = 0.2
# What is believed before looking: shift mm, turn, brightness beside the light measured over the
# board, gloss, which lies over a piece like a thin white veil, and what the camera makes of blue
# and red beside that.
_SPREADS = np.array([0.9, 0.9, np.radians(3.5), 0.12, 14.0, 0.06, 0.06])
_UNUSUAL_PRICE = 0.06  # of light that differs from what is believed, in cost for a squared sigma
_ALIKE = 6.0  # pixels near each other err alike: what is believed counts so much more
_ROUGH_ROUNDS, _FINE_ROUNDS, _LIGHT_ROUNDS = 2, 1, 3
_HELD = np.array([1e9, 1e9, 1e12, 0.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True)
class Fits:
    """Templates laid on spots: one row of a bank for each of n fits.

    `spots` (n,) which spot, `rows` (n,) which template.  `lie` (n, 7): shift across and along the
    spot's own upright direction (mm), turn beside the template's own (radians), gain less 1, veil
    (tones), and gains of blue and red beside the common one.  `cost` (n,): mean robust square in
    units of noise, below 1 when it fits as well as noise allows; `misfit` (n,): share of the
    template that shows another thing.
    """

    spots: Numbers
    rows: Numbers
    lie: Array
    cost: Array
    misfit: Array

    def chosen(self, which: Numbers) -> Fits:
        """The fits at the indices `which`."""
        return Fits(*(values[which] for values in self._columns()))

    def replaced(self, which: Numbers, by: Fits) -> Fits:
        """These fits with those at the indices `which` replaced, each keeping its spot."""
        changed = [values.copy() for values in self._columns()]
        for values, new in zip(changed[1:], by._columns()[1:], strict=True):
            values[which] = new
        return Fits(*changed)

    def with_more(self, more: Fits) -> Fits:
        """These fits and then more."""
        pairs = zip(self._columns(), more._columns(), strict=True)
        return Fits(*(np.concatenate(pair) for pair in pairs))

    def _columns(self) -> tuple[Any, ...]:
        return self.spots, self.rows, self.lie, self.cost, self.misfit


def started(spots: Numbers, rows: Numbers, shifts_mm: Array) -> Fits:
    """Fits not yet refined, at the given shifts (n, 2)."""
    count = len(rows)
    lie = np.zeros((count, PULLS))
    lie[:, :2] = shifts_mm
    return Fits(spots, rows, lie, np.full(count, np.inf), np.ones(count))


def rough_costs(
    bank: Bank, level: Level, centres_mm: Array, up_deg: Array, shifts_mm: Array
) -> tuple[Array, Numbers]:
    """Mean square (spots, rows) at the best of the shifts (s, 2) mm, and which shift that is."""
    half = bank.half
    spots, tries = len(centres_mm), len(shifts_mm)
    moved = moved_mm(centres_mm[:, None], up_deg[:, None], shifts_mm[None])
    seen = to_tones(
        level.cut(half.offsets_mm, moved.reshape(-1, 2), np.repeat(up_deg, tries))
    ).reshape(spots * tries, -1)
    weight = np.repeat(half.masks.reshape(len(half.masks), -1), 3, axis=1).astype(np.float32)
    template = half.flat * weight
    alike = bool((half.masks == half.masks[0]).all())
    square = (seen**2) @ (weight[:1].T if alike else weight.T)
    cross = seen @ template.T
    own = np.einsum("rp,rp->r", template, template)
    gain = np.clip(cross / np.maximum(own, 1.0), _LEAST_GAIN, _MOST_GAIN)
    mean = (square + gain * (gain * own - 2 * cross)) / (3 * half.sizes)
    by_shift = mean.reshape(spots, tries, -1)
    return np.asarray(by_shift.min(axis=1), np.float64), by_shift.argmin(axis=1)


def refine(
    bank: Bank,
    level: Level,
    centres_mm: Array,
    up_deg: Array,
    start: Fits,
) -> Fits:
    """The fits moved, turned and lit until they match best (robust Gauss-Newton steps)."""
    base, up, lie = centres_mm[start.spots], up_deg[start.spots], start.lie.copy()
    for stage, rounds in ((bank.half, _ROUGH_ROUNDS), (bank, _FINE_ROUNDS)):
        pulls, trust = stage.pulls[start.rows], stage.trust[start.rows]
        for _ in range(rounds):
            seen = _seen(stage, level, base, up, lie)
            residual = _residual(seen, pulls, lie)
            lie += _step(pulls, trust * _robust(residual, trust), residual, lie)
            _bounded(lie)
    residual = _residual(_seen(bank, level, base, up, lie), pulls, lie)
    return measured(bank, start, lie, residual)


def compared(bank: Bank, level: Level, centres_mm: Array, up_deg: Array, laid: Fits) -> Fits:
    """Fits that are not moved any more, with their costs."""
    base, up = centres_mm[laid.spots], up_deg[laid.spots]
    seen = _seen(bank, level, base, up, laid.lie)
    return measured(bank, laid, laid.lie, _residual(seen, bank.pulls[laid.rows], laid.lie))


def laid_best(
    bank: Bank,
    level: Level,
    centres_mm: Array,
    up_deg: Array,
    rows: Numbers,
    shifts_mm: Array,
) -> Fits:
    """The first of the `rows` (spots, n) laid on each spot as well as it goes, from `shifts_mm`.

    The others of a spot are laid where the first one lies, and are moved only when they fit
    better there.  The first fits come first, in the order of the spots.
    """
    spots, others = np.arange(len(rows)), rows.shape[1] - 1
    first = refine(bank, level, centres_mm, up_deg, started(spots, rows[:, 0], shifts_mm))
    if others == 0:
        return first
    beside = Fits(
        np.repeat(spots, others),
        rows[:, 1:].ravel(),
        np.repeat(first.lie, others, axis=0),
        np.repeat(first.cost, others),
        np.repeat(first.misfit, others),
    )
    beside = compared(bank, level, centres_mm, up_deg, beside)
    better = np.flatnonzero(beside.cost < first.cost[beside.spots])
    if len(better):
        again = refine(bank, level, centres_mm, up_deg, beside.chosen(better))
        beside = beside.replaced(better, again)
    return first.with_more(beside)


def measured(bank: Bank, fits: Fits, lie: Array, residual: Flat) -> Fits:
    """The fits with the costs of what they leave unexplained, (n, side * side * 3)."""
    square = _by_pixel(residual**2 * bank.trust[fits.rows]) / 3
    sizes = bank.sizes[fits.rows]
    cost = np.minimum(square, MOST_SQUARE).sum(axis=1) / sizes + bank.price[fits.rows]
    cost = cost + unusual(lie)
    misfit = (square > MOST_SQUARE).sum(axis=1) / sizes
    return Fits(
        fits.spots, fits.rows, lie, np.asarray(cost, np.float64), np.asarray(misfit, np.float64)
    )


def unusual(lie: Array) -> Array:
    """What fits cost because the light on them has to be unlike that around them: (n,)."""
    return np.asarray(_UNUSUAL_PRICE * ((lie / _SPREADS)[:, 3:] ** 2).sum(axis=1), np.float64)


def laid_centres_mm(centres_mm: Array, up_deg: Array, fits: Fits) -> Array:
    """Where the middle of each fit lies on the board (n, 2)."""
    return moved_mm(centres_mm[fits.spots], up_deg[fits.spots], fits.lie[:, :2])


def _seen(bank: Bank, level: Level, base: Array, up: Array, lie: Array) -> Tones:
    centre = moved_mm(base, up, lie[:, :2])
    cut = level.cut(bank.offsets_mm, centre, up + np.degrees(lie[:, 2]))
    return to_tones(cut).reshape(len(cut), -1)


def shown(pulls: Flat, lie: Array) -> Flat:
    """What templates show, lit and veiled as the fits say: (n, side * side * 3)."""
    lit = lie[:, 3:].copy()
    lit[:, 0] += 1
    every = np.matmul(lit[:, None].astype(np.float32), pulls[:, 3:])
    return np.asarray(every[:, 0], np.float32)


def _residual(seen: Tones, pulls: Flat, lie: Array) -> Flat:
    """What is seen less what the templates show."""
    return np.asarray(seen - shown(pulls, lie), np.float32)


def _by_pixel(values: Flat) -> Flat:
    """Sums over the three tones of each pixel: (n, side * side)."""
    return values[:, ::3] + values[:, 1::3] + values[:, 2::3]


def _robust(residual: Flat, trust: Flat) -> Flat:
    square = _by_pixel(residual**2 * trust) / 3
    weight = np.minimum(1.0, MOST_SQUARE / np.maximum(square, 1e-6)) ** 2
    return np.repeat(weight, 3, axis=1)


def relit(bank: Bank, rows: Numbers, seen: Flat, open_: Flat, lie: Array) -> Array:
    """The fits' `lie` (n, 7) with the light measured anew where `open_` is 1; nothing is moved."""
    lie = lie.copy()
    lie[:, 3:] = 0.0
    pulls, trust = bank.pulls[rows], bank.trust[rows] * open_
    for _ in range(_LIGHT_ROUNDS):
        residual = _residual(seen, pulls, lie)
        lie[:, 3:] += _step(pulls, trust * _robust(residual, trust), residual, lie, _HELD)[:, 3:]
        _bounded(lie)
    return lie


def _bounded(lie: Array) -> None:
    """Keep the light of fits within what can be, in place."""
    lie[:, 3] = np.clip(lie[:, 3], _LEAST_GAIN - 1, _MOST_GAIN - 1)
    lie[:, 4] = np.clip(lie[:, 4], _LEAST_VEIL, _MOST_VEIL)
    lie[:, 5:] = np.clip(lie[:, 5:], -_MOST_TINT, _MOST_TINT)


def _step(
    pulls: Flat, weight: Flat, residual: Flat, lie: Array, held: Array | None = None
) -> Array:
    """One Gauss-Newton step (n, 7); `held` is added to what keeps each part where it is."""
    weighted = pulls * weight[:, None]
    normal = np.matmul(weighted, pulls.transpose(0, 2, 1)).astype(np.float64)
    pull = np.matmul(weighted, residual[..., None])[..., 0].astype(np.float64)
    # A brighter piece changes more when it is moved; the residual falls as the template rises.
    scale = np.ones((len(lie), PULLS))
    scale[:, :3] = -(1 + lie[:, 3:4])
    normal *= scale[:, :, None] * scale[:, None, :]
    pull *= scale
    belief = _ALIKE / _SPREADS**2
    normal[:, range(PULLS), range(PULLS)] += belief if held is None else belief + held
    step = np.linalg.solve(normal, (pull - belief * lie)[..., None])[..., 0]
    return np.asarray(np.clip(step, -_MOST_STEP, _MOST_STEP), np.float64)


_MOST_STEP = np.array([1.0, 1.0, 0.1, 0.3, 40.0, 0.15, 0.15])
