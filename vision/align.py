"""Lay token pictures exactly onto what the camera sees: place, turn and brightness at once.

Gauss-Newton on the squared difference between what is seen and the kind's picture under a shift,
a turn, a gain and a plane of light, in the inverse compositional form (Baker and Matthews 2004):
slopes are the picture's own, so that each kind is prepared once and a step costs one look at the
flattened frame and one product of matrices, for all tokens of a frame together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import FlatView
from vision.rectify import sample
from vision.token_art import SIDE_PX, TokenArt

Array = NDArray[np.float64]
Samples = NDArray[np.float32]
Kinds = NDArray[np.intp]
Turnable = NDArray[np.complex64]
Spots = NDArray[np.complex128]  # x + iy, pixels of the view's finer raster
Sizes = Array | float
Hides = Callable[[Array], NDArray[np.bool_]]

_RIM = 0.93  # of the radius: what lies farther out is rounded or shaded
_SPACING = 0.095  # of the radius, between two samples
_COARSE_STEPS = 4
_FINE_STEPS = 2
_LONGEST_STEP = 0.12  # of the radius
_LONGEST_TURN = 0.2
_SIZE_STEPS, _SIZE_SHARE = 4, 0.75  # whole steps overshoot
_MOST_GROWN = 0.1  # of a size, in one step
_STILL = 0.002  # of the radius: the steps have arrived
_SHARED = 4.0  # samples of one independent error: neighbours share pixels and errors of the art
_RIDGE = 1e-6


@dataclass(frozen=True, slots=True)
class Fits:
    """How kinds lie on places: for each row a kind, where, turned by how much, how well.

    `centres_mm` (n, 2) on the plane of first-layer tops, `angles_rad` (n,) clockwise as seen,
    `gains` (n,), `correlation` (n,) over the samples in view, `sigma_mm` (n,) of each
    coordinate, `visible` (n,) the share (0..1) of the samples that nothing hides.
    """

    kinds: Kinds
    centres_mm: Array
    angles_rad: Array
    gains: Array
    correlation: Array
    sigma_mm: Array
    visible: Array


@dataclass(frozen=True)
class _Design:
    """The kinds at sample places `at` (p,), in radii: what is solved for each of them.

    Places are complex numbers, x + iy, so that to turn them is to multiply.

    `columns` (kinds, 5, p) are slopes by x, y and turn, the picture, and one; `solver` (kinds,
    4, p) turns samples into shift x, y, turn (each times the gain), and gain; `unsure` (kinds,)
    is the variance of a coordinate for samples of unit noise and gain.  `light` (3, p) are
    orthonormal: light that is even, or even more from one side, which `solver` leaves out.
    """

    at: Turnable
    columns: Samples
    light: Samples
    solver: Samples
    unsure: Array

    @cached_property
    def unlit_pictures(self) -> Samples:
        """The kinds' pictures (kinds, p) without what may be light."""
        return self.unlit(self.columns[:, 3])

    def unlit(self, values: Samples) -> Samples:
        """Samples (n, p) without what the light makes of them."""
        return np.asarray(values - (values @ self.light.T) @ self.light, np.float32)

    @cached_property
    def sized(self) -> tuple[Samples, Array]:
        """Solvers (kinds, 5, p) for a place, a turn, a gain and a size, the size the last, and the
        variance (kinds,) of the size for samples of unit noise and gain.

        A camera makes bright signs wider or narrower: what goes with the slope's square says so,
        and is left out of the size.
        """
        across, down, turn, picture, even = self.columns.transpose(1, 0, 2)
        grown = across * self.at.real + down * self.at.imag
        wider = across**2 + down**2
        wider *= np.sqrt((grown**2).mean() / np.maximum((wider**2).mean(), np.float32(1e-9)))
        tilts = np.broadcast_to(self.light[1:, None], (2, *even.shape))
        every = [across, down, turn, picture, grown, wider, even, *tilts]
        columns = np.stack(every, axis=1).astype(np.float32)
        inverse = _inverse(columns, columns)
        return np.matmul(inverse[:, :5].astype(np.float32), columns), inverse[:, 4, 4]

    def seen_in_part(self, kinds: Kinds, seen: Samples) -> tuple[Samples, Array]:
        """Solvers (n, 4, p) and `unsure` (n,) of rows of which only `seen` (n, p) is in view.

        A plane of light would explain away too much of so little; one level must do.
        """
        columns = self.columns[kinds]
        return _solved(columns, columns * seen[:, None])


class Aligner:
    """Fits the kinds of one board's art, blurred as the camera blurs them."""

    def __init__(self, art: TokenArt, radius_mm: float, blur: float = 0.02) -> None:
        """`blur` is the standard deviation of the camera's blur in token diameters."""
        self._radius_mm = radius_mm
        self._axis = art.axis_bgr.astype(np.float32)
        planes = np.dstack(art.pyramid(blur * SIDE_PX))
        kinds = len(art.names)
        self._fine = _design(planes, kinds, _SPACING)
        # The way there needs a quarter of the samples; only the last steps need them all.
        self._coarse = _design(planes, kinds, 2 * _SPACING)

    def fit(
        self,
        view: FlatView,
        centres_mm: Array,
        kinds: Kinds,
        angles_rad: Array,
        hides: Hides | None = None,
    ) -> Fits:
        """Lay one kind on each place (n, 2), starting there at the given turn.

        `hides` says of points (n, p, 2) mm on the plane of first-layer tops what to leave out.
        """
        spots, turns = _spots(view.fine.to_px(centres_mm)), angles_rad.copy()
        for design, steps in ((self._coarse, _COARSE_STEPS), (self._fine, _FINE_STEPS)):
            solver = design.solver[kinds]
            if hides is not None:
                seen = self._seen(view, design, spots, turns, hides)
                solver, _ = design.seen_in_part(kinds, seen)
            for _ in range(steps):
                if self._step(view, design, solver, spots, turns) < _STILL:
                    break
        return self._finished(view, kinds, spots, turns, hides)

    def sizes(
        self, view: FlatView, centres_mm: Array, kinds: Kinds, angles_rad: Array
    ) -> tuple[Array, Array]:
        """How large tokens lying as `Fits` say look against their pictures, and its sigma (n,)."""
        spots, turns = _spots(view.fine.to_px(centres_mm)), angles_rad.copy()
        solver, unsure = (of[kinds] for of in self._fine.sized)
        sizes = np.ones(len(kinds))
        for _ in range(_SIZE_STEPS):
            values = self._values(view, self._fine, spots, turns, sizes)
            found = np.matmul(solver, values[..., None])[..., 0].T.astype(np.float64)
            across, down, turn, gain, grown = found
            gain = _nonzero(gain)
            turns -= turn / gain
            spots -= np.exp(1j * turns) * (across + 1j * down) / gain * self._radius_px(view)
            sizes *= np.exp(-(_SIZE_SHARE * grown / gain).clip(-_MOST_GROWN, _MOST_GROWN))
        pictures = self._fine.unlit_pictures[kinds]
        left = self._fine.unlit(self._values(view, self._fine, spots, turns, sizes))
        left -= gain[:, None] * pictures
        noise = np.einsum("np,np->n", left, left) / left.shape[1] / gain**2
        return sizes, np.sqrt(noise * unsure / self._independent(view))

    def _step(
        self, view: FlatView, design: _Design, solver: Samples, spots: Spots, turns: Array
    ) -> float:
        """One step, shortened where it would leap; moves spots and turns.

        Returns the longest of the steps in radii.
        """
        values = self._values(view, design, spots, turns)
        across, down, turn, gain = np.matmul(solver, values[..., None])[..., 0].T.astype(np.float64)
        gain = _nonzero(gain)
        shift, turn = (across + 1j * down) / gain, turn / gain
        reach = np.abs(shift)
        shift *= np.minimum(1.0, _LONGEST_STEP / np.maximum(reach, 1e-9))
        turns -= np.maximum(np.minimum(turn, _LONGEST_TURN), -_LONGEST_TURN)
        spots -= np.exp(1j * turns) * shift * self._radius_px(view)
        return float(np.maximum(reach, np.abs(turn)).max(initial=0.0))

    def _radius_px(self, view: FlatView) -> float:
        return self._radius_mm * view.fine.px_per_mm

    def _independent(self, view: FlatView) -> float:
        """How many independent errors there are for each sample."""
        step_px = view.frame_px_per_mm * _SPACING * self._radius_mm
        return min(1.0, step_px**2) / _SHARED

    def _places(
        self, view: FlatView, design: _Design, spots: Spots, turns: Array, sizes: Sizes = 1.0
    ) -> Samples:
        """The design's places (n, p, 2) px turned and scaled around spots (n,)."""
        turned = np.exp(1j * turns) * self._radius_px(view) * sizes
        places = turned.astype(np.complex64)[:, None] * design.at
        places += spots.astype(np.complex64)[:, None]
        return np.asarray(places.view(np.float32).reshape(*places.shape, 2), np.float32)

    def _values(
        self, view: FlatView, design: _Design, spots: Spots, turns: Array, sizes: Sizes = 1.0
    ) -> Samples:
        """What the frame shows (n, p) at the design's places, along the art's contrast axis."""
        colours = sample(view.fine_bgr, self._places(view, design, spots, turns, sizes))
        return np.asarray(colours.astype(np.float32) @ self._axis, np.float32)

    def _seen(
        self, view: FlatView, design: _Design, spots: Spots, turns: Array, hides: Hides
    ) -> Samples:
        points_mm = view.fine.to_mm(self._places(view, design, spots, turns).astype(np.float64))
        return np.asarray(~hides(points_mm), np.float32)

    def _finished(
        self, view: FlatView, kinds: Kinds, spots: Spots, turns: Array, hides: Hides | None
    ) -> Fits:
        design = self._fine
        values = self._values(view, design, spots, turns)
        if hides is None:
            values, pictures = design.unlit(values), design.unlit_pictures[kinds]
            unsure, shown = design.unsure[kinds], np.ones(len(kinds))
        else:
            seen = self._seen(view, design, spots, turns, hides)
            _, unsure = design.seen_in_part(kinds, seen)
            values, pictures = _centred(values, seen), _centred(design.columns[kinds, 3], seen)
            shown = seen.mean(axis=1, dtype=np.float64)
        energy = np.maximum(np.einsum("np,np->n", values, values), 1e-6)
        power = np.maximum(np.einsum("np,np->n", pictures, pictures), 1e-6)
        product = np.einsum("np,np->n", values, pictures)
        gains = (product / power).astype(np.float64)
        count = np.maximum(shown * values.shape[1], 1.0)
        # What the picture leaves unexplained, in units of the picture itself.
        noise = np.maximum(energy - product**2 / power, 0) / count / _nonzero(gains) ** 2
        return Fits(
            kinds,
            view.fine.to_mm(spots.view(np.float64).reshape(-1, 2)),
            np.mod(turns, 2 * np.pi),
            gains,
            np.asarray(product / np.sqrt(energy * power), np.float64),
            np.sqrt(noise * unsure / self._independent(view)) * self._radius_mm,
            shown,
        )


def _centred(values: Samples, seen: Samples) -> Samples:
    """Values (n, p) without their means over what is `seen` (n, p), and nothing elsewhere."""
    count = np.maximum(seen.sum(axis=1, keepdims=True), 1.0)
    means = (values * seen).sum(axis=1, keepdims=True) / count
    return np.asarray((values - means) * seen, np.float32)


def _design(planes: Samples, kinds: int, spacing: float) -> _Design:
    """Prepare the kinds' pictures and slopes (kinds * side, side, 3) at places so far apart."""
    line = np.arange(spacing / 2, _RIM, spacing)
    line = np.concatenate([-line[::-1], line])
    at = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    at = at[np.hypot(at[:, 0], at[:, 1]) < _RIM]
    half = SIDE_PX / 2
    pixels = np.tile(at * half + half - 0.5, (kinds, 1, 1))
    pixels[..., 1] += np.arange(kinds)[:, None] * SIDE_PX
    value, slope_x, slope_y = np.moveaxis(sample(planes, pixels.astype(np.float32)), -1, 0)
    turn = slope_y * at[:, 0] - slope_x * at[:, 1]
    columns = [slope_x * half, slope_y * half, turn * half, value, np.ones_like(value)]
    stacked = np.stack(columns, axis=1).astype(np.float32)
    planes_of_light = np.column_stack([np.ones(len(at)), at])
    light = np.linalg.qr(planes_of_light)[0].T.astype(np.float32)
    tilts = np.broadcast_to(light[1:], (kinds, 2, len(at)))
    whole = np.concatenate([stacked, tilts], axis=1)
    return _Design(
        at.astype(np.float32).view(np.complex64)[:, 0], stacked, light, *_solved(whole, whole)
    )


def _solved(columns: Samples, seen: Samples) -> tuple[Samples, Array]:
    """Least squares solvers (n, 4, p) for the first four of the columns (n, c, p), of which `seen`
    is what shows, and `unsure`."""
    inverse = _inverse(columns, seen)
    solver = np.matmul(inverse[:, :4].astype(np.float32), seen)
    return solver, inverse[:, [0, 1], [0, 1]].mean(axis=1)


def _inverse(columns: Samples, seen: Samples) -> Array:
    """The inverse (n, c, c) of the normal equations, steadied."""
    normal = np.matmul(seen, columns.transpose(0, 2, 1)).astype(np.float64)
    ridge = _RIDGE * np.trace(normal, axis1=1, axis2=2) + 1e-9
    return np.asarray(np.linalg.inv(normal + np.eye(columns.shape[1]) * ridge[:, None, None]))


def _spots(places_px: Array) -> Spots:
    """Places (n, 2) as complex numbers (n,)."""
    return np.ascontiguousarray(places_px, np.float64).view(np.complex128)[:, 0]


def _nonzero(gain: Array) -> Array:
    return np.asarray(np.where(np.abs(gain) > 1e-3, gain, 1e-3))
