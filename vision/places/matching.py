"""Compare what is seen at many spots with templates: first roughly, then to the last tenth of a mm.

Everything is done for all spots of all boards at once.  A *spot* is a board point and the
direction in which an upright piece points there (`Stands`); a *fit* is a template laid on a spot,
shifted, turned and lit so that it matches best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.places.bank import Bank, Rough
from vision.places.fits import Fits
from vision.places.patches import square_of_shifts
from vision.places.sheet import Sheet
from vision.places.stands import Stands
from vision.places.tones import to_tones
from vision.places.workings import NOISE, PULLS, Worked, by_pixel

Array = NDArray[np.float64]
Flat = NDArray[np.float32]
Numbers = NDArray[np.int64]

MOST_SQUARE = 9.0  # a pixel that is farther off says no more than that it is another thing
_LEAST_GAIN, _MOST_GAIN = 0.6, 1.4
_LEAST_VEIL, _MOST_VEIL = -15.0, 90.0
# What light can be on a piece: gain less 1, veil, blue, red; it may lie anywhere.
_LEAST = np.array([-np.inf] * 3 + [_LEAST_GAIN - 1, _LEAST_VEIL, -0.2, -0.2])
_MOST = np.array([np.inf] * 3 + [_MOST_GAIN - 1, _MOST_VEIL, 0.2, 0.2])
# What is believed before looking: shift mm, turn, brightness beside the light measured over the
# board, gloss, which lies over a piece like a thin white veil, and what the camera makes of blue
# and red beside that.
_SPREADS = np.array([0.9, 0.9, np.radians(3.5), 0.12, 14.0, 0.06, 0.06])
_UNUSUAL_PRICE = 0.06  # of light that differs from what is believed, in cost for a squared sigma
_VEIL_PRICE = np.float32(1 + 3 * _UNUSUAL_PRICE * NOISE**2 / _SPREADS[4] ** 2)
_ALIKE = 6.0  # pixels near each other err alike: what is believed counts so much more
_SMALL = 16_000  # numbers in all templates of a family
_AT_ONCE = 64  # spots compared roughly: more would not stay in the processor's cache
_ROUGH_ROUNDS, _FINE_ROUNDS, _LIGHT_ROUNDS = 2, 1, 3
_MOST_STEP = np.array([1.0, 1.0, 0.1, 0.3, 40.0, 0.15, 0.15])
_EACH = np.arange(PULLS)
_HELD = np.array([1e9, 1e9, 1e12, 0.0, 0.0, 0.0, 0.0])


def rough_costs(bank: Bank, sheet: Sheet, stands: Stands, reach_mm: float) -> tuple[Flat, Array]:
    """Mean square (spots, rows) where each template fits best within a reach, and the shift
    (spots, rows, 2) mm at which it does.

    Each template is lit and veiled at every spot so that it comes near to what is seen there.
    Shifts in every direction are tried, twice as far when that costs little.  They are whole
    pixels, so that one cut-out of a spot does for all.
    """
    half = bank.half
    rough = half.rough
    step = max(1, round(reach_mm * half.px_per_mm))
    count = 2 if rough.templates.size < _SMALL else 1
    where = _windows(half, step, count)
    costs = np.empty((len(stands), len(rough.own)), np.float32)
    best = np.empty(costs.shape, np.int64)
    around = half.around_mm(count * step).reshape(-1, 2)
    for first in range(0, len(stands), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        cut = sheet.cut(around, stands.chosen(part), half.px_per_mm)
        costs[part], best[part] = _best_shifts(to_tones(cut), where, rough)
    costs /= np.asarray(3 * half.sizes, np.float32)
    step_mm = step / half.px_per_mm
    shifts = square_of_shifts(count * step_mm, step_mm)
    return costs, shifts[best]


def _best_shifts(tones: Flat, where: Numbers, rough: Rough) -> tuple[Flat, Numbers]:
    """The least squares (n, rows) of templates laid on cut-outs (n, pixels, 3) at `where` (s, p),
    and at which of these they are.
    """
    # Products of two matrices: of more than two dimensions they take four times as long.
    own = np.einsum("npc,npc->np", tones, tones)
    square = rough.summed(np.take(own, where, axis=1).reshape(-1, where.shape[1]))
    laid = np.take(tones, where, axis=1).reshape(-1, 3 * where.shape[1])
    cross = laid @ rough.templates.T
    # A veil adds to brightness alone.
    light = rough.summed(np.take(tones[..., 0], where, axis=1).reshape(-1, where.shape[1]))
    gain = (cross - light * rough.share) / rough.uneven
    np.clip(gain, _LEAST_GAIN, _MOST_GAIN, out=gain)
    veil = np.clip((light - gain * rough.bright) / rough.sizes, _LEAST_VEIL, _MOST_VEIL)
    gain = (cross - veil * rough.bright) / np.maximum(rough.own, 1.0)
    np.clip(gain, _LEAST_GAIN, _MOST_GAIN, out=gain)
    left = np.asarray(square + gain * (gain * rough.own - 2 * cross), np.float32)
    left += veil * (veil * (rough.sizes * _VEIL_PRICE) + 2 * gain * rough.bright - 2 * light)
    left = left.reshape(len(tones), len(where), -1)
    best = left.argmin(axis=1)
    return np.take_along_axis(left, best[:, None], axis=1)[:, 0], best


def _windows(half: Bank, step_px: int, count: int) -> Numbers:
    """Which pixels of a larger square a template lies on, at each shift by up to so many steps in
    every direction: (shifts, p).
    """
    wide = half.side_px + 2 * count * step_px
    down, right = np.divmod(half.inside, half.side_px)
    steps = step_px * np.arange(2 * count + 1)
    first = (steps[:, None] * wide + steps).reshape(-1, 1)
    return np.asarray(first + down * wide + right, np.int64)


def refine(bank: Bank, sheet: Sheet, stands: Stands, start: Fits) -> Fits:
    """The fits moved, turned and lit until they match best (robust Gauss-Newton steps)."""
    rough = settled(bank.half, sheet, stands, start, _ROUGH_ROUNDS)
    return settled(bank, sheet, stands, rough, _FINE_ROUNDS)


def refine_best(
    bank: Bank, sheet: Sheet, stands: Stands, start: Fits, within: float, most: float
) -> Fits:
    """The same, but only the best of each spot is moved at full resolution.

    Those that cost more by `within` than the best of their spot, or more than `most`, are left as
    they are at half resolution; the others are laid where the best lies, and moved only when they
    fit better there.
    """
    rough = settled(bank.half, sheet, stands, start, _ROUGH_ROUNDS)
    order = np.lexsort((rough.cost, rough.spots))
    first = order[np.flatnonzero(np.diff(rough.spots[order], prepend=-1))]
    first = first[rough.cost[first] < most]
    fine = settled(bank, sheet, stands, rough.chosen(first), _FINE_ROUNDS)
    done = rough.replaced(first, fine)
    best = np.full(len(stands), -1)
    best[rough.spots[first]] = first
    near = rough.cost <= rough.cost[best[rough.spots]] + within
    others = np.setdiff1d(np.flatnonzero(near & (best[rough.spots] >= 0)), first)
    beside = compared(bank, sheet, stands, done.beside(others, best[rough.spots[others]]))
    better = np.flatnonzero(beside.cost < done.cost[best[beside.spots]])
    if len(better):
        again = settled(bank, sheet, stands, rough.chosen(others[better]), _FINE_ROUNDS)
        beside = beside.replaced(better, again)
    return done.replaced(others, beside)


def settled(bank: Bank, sheet: Sheet, stands: Stands, start: Fits, rounds: int) -> Fits:
    """The fits improved so many times at the bank's own resolution, and their costs there."""
    if not len(start.rows):
        return start
    base, lie = stands.chosen(start.spots), start.lie.copy()
    worked = bank.worked(start.rows)
    for _ in range(rounds):
        _improve(worked, _seen(bank, sheet, base.laid(lie)), lie)
    return measured(worked, start, lie, _seen(bank, sheet, base.laid(lie)))


def compared(bank: Bank, sheet: Sheet, stands: Stands, laid: Fits) -> Fits:
    """Fits that are not moved any more, with their costs."""
    if not len(laid.rows):
        return laid
    seen = _seen(bank, sheet, stands.chosen(laid.spots).laid(laid.lie))
    return measured(bank.worked(laid.rows), laid, laid.lie, seen)


def laid_best(bank: Bank, sheet: Sheet, stands: Stands, rows: Numbers, first: Fits) -> Fits:
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
    beside = compared(bank, sheet, stands, beside)
    better = np.flatnonzero(beside.cost < first.cost[beside.spots])
    if len(better):
        again = refine(bank, sheet, stands, beside.chosen(better))
        beside = beside.replaced(better, again)
    return first.with_more(beside)


def measured(worked: Worked, fits: Fits, lie: Array, seen: Flat) -> Fits:
    """The fits with the costs of what they leave unexplained of what is `seen` (n, p, 3)."""
    off = seen - shown(worked, lie)
    square = by_pixel(off * off * worked.trust) / 3
    cost = np.minimum(square, MOST_SQUARE).sum(axis=1) / worked.sizes + worked.price
    cost = cost + unusual(lie)
    misfit = (square > MOST_SQUARE).sum(axis=1) / worked.sizes
    return Fits(
        fits.spots, fits.rows, lie, np.asarray(cost, np.float64), np.asarray(misfit, np.float64)
    )


def unusual(lie: Array) -> Array:
    """What fits cost because the light on them has to be unlike that around them: (n,)."""
    return np.asarray(_UNUSUAL_PRICE * ((lie / _SPREADS)[:, 3:] ** 2).sum(axis=1), np.float64)


def _seen(bank: Bank, sheet: Sheet, laid: Stands) -> Flat:
    """What is seen of the fits, (n, p, 3)."""
    return to_tones(sheet.cut(bank.points_mm, laid, bank.px_per_mm))


def shown(worked: Worked, lie: Array) -> Flat:
    """What templates show, lit and veiled as the fits say: (n, p, 3)."""
    return worked.lit(lie[:, 3:].astype(np.float32))


def relit(worked: Worked, seen: Flat, open_: Flat, lie: Array) -> Array:
    """The fits' `lie` (n, 7) with the light measured anew where `open_` (n, p) is 1.

    Nothing is moved.
    """
    lie = lie.copy()
    lie[:, 3:] = 0.0
    for _ in range(_LIGHT_ROUNDS):
        _improve(worked, seen, lie, open_, _HELD)
    return lie


def _improve(
    worked: Worked,
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
    off = seen - shown(worked, lie)
    pulling = off * worked.trust
    square = by_pixel(off * pulling)
    weight = np.minimum(1.0, 3 * MOST_SQUARE / np.maximum(square, 1e-6)) ** 2
    if open_ is not None:
        weight *= open_
    left = (weight * worked.shows).sum(axis=1) / worked.sizes
    pulling *= weight[..., None]
    pull = worked.pulls(pulling)
    # A brighter piece changes more when it is moved; the residual falls as the template rises.
    scale = np.ones((len(lie), PULLS))
    scale[:, :3] = -(1 + lie[:, 3:4])
    normal = worked.normals * (left[:, None] * scale)[:, :, None] * scale[:, None, :]
    belief = _ALIKE / _SPREADS**2
    normal[:, _EACH, _EACH] += belief if held is None else belief + held
    step = np.linalg.solve(normal, (pull * scale - belief * lie)[..., None])[..., 0]
    lie += np.clip(step, -_MOST_STEP, _MOST_STEP)
    np.clip(lie, _LEAST, _MOST, out=lie)
