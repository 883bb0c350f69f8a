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

from vision.places.bank import NOISE, PULLS, Bank
from vision.places.patches import moved_mm
from vision.places.planes import Level
from vision.places.tones import to_tones

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
_MOST_STEP = np.array([1.0, 1.0, 0.1, 0.3, 40.0, 0.15, 0.15])
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
) -> tuple[Flat, Numbers]:
    """Mean square (spots, rows) at the best of the shifts (s, 2) mm, and which shift that is.

    Each template is lit and veiled at every spot so that it comes near to what is seen there.
    """
    half = bank.half
    spots, tries = len(centres_mm), len(shifts_mm)
    moved = moved_mm(centres_mm[:, None], up_deg[:, None], shifts_mm[None])
    cut = level.cut(half.points_mm, moved.reshape(-1, 2), np.repeat(up_deg, tries), half.px_per_mm)
    seen = to_tones(cut).reshape(spots * tries, -1)
    weight = np.repeat(half.shows, 3, axis=1)
    template = half.flat * weight
    alike = bool((half.shows == half.shows[0]).all())
    square = (seen**2) @ (weight[:1].T if alike else weight.T)
    cross = seen @ template.T
    own = np.einsum("rp,rp->r", template, template)
    bright, sizes = template[:, ::3].sum(axis=1), half.sizes
    shows = half.shows[:1] if alike else half.shows
    light = seen[:, ::3] @ shows.T  # a veil adds to brightness alone
    flat = np.maximum(own - bright**2 / sizes, 1.0)
    gain = np.clip((cross - light * (bright / sizes)) / flat, _LEAST_GAIN, _MOST_GAIN)
    veil = np.clip((light - gain * bright) / sizes, _LEAST_VEIL, _MOST_VEIL)
    gain = np.clip((cross - veil * bright) / np.maximum(own, 1.0), _LEAST_GAIN, _MOST_GAIN)
    left = square + gain * (gain * own - 2 * cross)
    left += veil * (veil * sizes + 2 * gain * bright - 2 * light)
    mean = left / (3 * sizes) + _UNUSUAL_PRICE * NOISE**2 * (veil / _SPREADS[4]) ** 2
    by_shift = mean.reshape(spots, tries, -1)
    return np.asarray(by_shift.min(axis=1), np.float32), by_shift.argmin(axis=1)


def refine(bank: Bank, level: Level, centres_mm: Array, up_deg: Array, start: Fits) -> Fits:
    """The fits moved, turned and lit until they match best (robust Gauss-Newton steps)."""
    rough = settled(bank.half, level, centres_mm, up_deg, start, _ROUGH_ROUNDS)
    return settled(bank, level, centres_mm, up_deg, rough, _FINE_ROUNDS)


def refine_best(
    bank: Bank, level: Level, centres_mm: Array, up_deg: Array, start: Fits, within: float
) -> Fits:
    """The same, but fits that cost at half resolution more by `within` than the best of their
    spot are left as they are there.
    """
    rough = settled(bank.half, level, centres_mm, up_deg, start, _ROUGH_ROUNDS)
    least = np.full(len(centres_mm), np.inf)
    np.minimum.at(least, rough.spots, rough.cost)
    near = np.flatnonzero(rough.cost <= least[rough.spots] + within)
    fine = settled(bank, level, centres_mm, up_deg, rough.chosen(near), _FINE_ROUNDS)
    return rough.replaced(near, fine)


def settled(
    bank: Bank, level: Level, centres_mm: Array, up_deg: Array, start: Fits, rounds: int
) -> Fits:
    """The fits improved so many times at the bank's own resolution, and their costs there."""
    base, up, lie = centres_mm[start.spots], up_deg[start.spots], start.lie.copy()
    for _ in range(rounds):
        _improve(bank, start.rows, _seen(bank, level, base, up, lie), lie)
    residual = _residual(bank, start.rows, _seen(bank, level, base, up, lie), lie)
    return measured(bank, start, lie, residual)


def compared(bank: Bank, level: Level, centres_mm: Array, up_deg: Array, laid: Fits) -> Fits:
    """Fits that are not moved any more, with their costs."""
    base, up = centres_mm[laid.spots], up_deg[laid.spots]
    seen = _seen(bank, level, base, up, laid.lie)
    return measured(bank, laid, laid.lie, _residual(bank, laid.rows, seen, laid.lie))


def laid_best(
    bank: Bank, level: Level, centres_mm: Array, up_deg: Array, rows: Numbers, first: Fits
) -> Fits:
    """The `first` fit of each spot, then the other `rows` (spots, n) of it.

    The others are laid where the first one lies, and are moved only when they fit better there.
    """
    spots, others = np.arange(len(rows)), rows.shape[1] - 1
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
    """The fits with the costs of what they leave unexplained, (n, p * 3)."""
    square = _by_pixel(residual * residual * bank.trust[fits.rows]) / 3
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


def _seen(bank: Bank, level: Level, base: Array, up: Array, lie: Array) -> Flat:
    """What is seen of the fits, (n, p * 3)."""
    centre = moved_mm(base, up, lie[:, :2])
    cut = level.cut(bank.points_mm, centre, up + np.degrees(lie[:, 2]), bank.px_per_mm)
    return to_tones(cut).reshape(len(cut), 3 * len(bank.inside))


def shown(bank: Bank, rows: Numbers, lie: Array) -> Flat:
    """What templates show, lit and veiled as the fits say: (n, p * 3)."""
    gain, veil, blue, red = (lie[:, part].astype(np.float32)[:, None] for part in (3, 4, 5, 6))
    every = bank.pulls[rows, 3] * (1 + gain)
    every[:, ::3] += veil
    if blue.any() or red.any():
        every += bank.pulls[rows, 5] * blue
        every += bank.pulls[rows, 6] * red
    return np.asarray(every, np.float32)


def _residual(bank: Bank, rows: Numbers, seen: Flat, lie: Array) -> Flat:
    """What is seen less what the templates show."""
    return np.asarray(seen - shown(bank, rows, lie), np.float32)


def _by_pixel(values: Flat) -> Flat:
    """Sums over the three tones of each pixel: (n, p)."""
    return values[:, ::3] + values[:, 1::3] + values[:, 2::3]


def relit(bank: Bank, rows: Numbers, seen: Flat, open_: Flat, lie: Array) -> Array:
    """The fits' `lie` (n, 7) with the light measured anew where `open_` (n, p) is 1.

    Nothing is moved.
    """
    lie = lie.copy()
    lie[:, 3:] = 0.0
    for _ in range(_LIGHT_ROUNDS):
        _improve(bank, rows, seen, lie, open_, _HELD)
    return lie


def _improve(
    bank: Bank,
    rows: Numbers,
    seen: Flat,
    lie: Array,
    open_: Flat | None = None,
    held: Array | None = None,
) -> None:
    """One Gauss-Newton step of the fits' `lie` (n, 7), in place.

    Pixels that show another thing hardly pull; how the pulls weigh against each other is that
    of the whole template, less by the share that still pulls.  `held` is added to what keeps
    each part of `lie` where it is.
    """
    trust = bank.trust[rows]
    pulling = _residual(bank, rows, seen, lie)
    square = _by_pixel(pulling * pulling * trust) / 3
    weight = np.minimum(1.0, MOST_SQUARE / np.maximum(square, 1e-6)) ** 2
    if open_ is not None:
        weight *= open_
    left = (weight * bank.shows[rows]).sum(axis=1) / bank.sizes[rows]
    pulling *= trust
    pulling *= np.repeat(weight, 3, axis=1)
    pull = np.matmul(bank.pulls[rows], pulling[..., None])[..., 0].astype(np.float64)
    # A brighter piece changes more when it is moved; the residual falls as the template rises.
    scale = np.ones((len(lie), PULLS))
    scale[:, :3] = -(1 + lie[:, 3:4])
    normal = bank.normals[rows] * (left[:, None] * scale)[:, :, None] * scale[:, None, :]
    belief = _ALIKE / _SPREADS**2
    normal[:, range(PULLS), range(PULLS)] += belief if held is None else belief + held
    step = np.linalg.solve(normal, (pull * scale - belief * lie)[..., None])[..., 0]
    lie += np.clip(step, -_MOST_STEP, _MOST_STEP)
    _bounded(lie)


def _bounded(lie: Array) -> None:
    """Keep the light of fits within what can be, in place."""
    lie[:, 3] = np.clip(lie[:, 3], _LEAST_GAIN - 1, _MOST_GAIN - 1)
    lie[:, 4] = np.clip(lie[:, 4], _LEAST_VEIL, _MOST_VEIL)
    lie[:, 5:] = np.clip(lie[:, 5:], -_MOST_TINT, _MOST_TINT)
