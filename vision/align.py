"""Lay token pictures exactly onto what the camera sees: place, turn and brightness at once.

Gauss-Newton on the squared difference between what is seen and the kind's picture under a shift,
a turn, a gain and a plane of light, in the inverse compositional form (Baker and Matthews 2004):
slopes are the picture's own, so that each kind is prepared once and a step costs one look at the
flattened frame and one product of matrices, for all tokens of a frame together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import FlatView
from vision.rectify import sample
from vision.token_art import SIDE_PX, TokenArt

Array = NDArray[np.float64]
Samples = NDArray[np.float32]
Kinds = NDArray[np.intp]
Hides = Callable[[Array], NDArray[np.bool_]]

_RIM = 0.93  # of the radius: what lies farther out is rounded or shaded
_SPACING = 0.095  # of the radius, between two samples
_COARSE_STEPS = 4
_FINE_STEPS = 2
_LONGEST_STEP = 0.12  # of the radius
_LONGEST_TURN = 0.2
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
    """The kinds at sample places `at` (p, 2), in radii: what is solved for each of them.

    `columns` (kinds, 5, p) are slopes by x, y and turn, the picture, and one; `solver` (kinds,
    4, p) turns samples into shift x, y, turn (each times the gain), and gain; `unsure` (kinds,)
    is the variance of a coordinate for samples of unit noise and gain.  `light` (3, p) are
    orthonormal: light that is even, or even more from one side, which `solver` leaves out.
    """

    at: Samples
    columns: Samples
    light: Samples
    solver: Samples
    unsure: Array

    def unlit(self, values: Samples) -> Samples:
        """Samples (n, p) without what the light makes of them."""
        return np.asarray(values - (values @ self.light.T) @ self.light, np.float32)

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
        centres, angles = centres_mm.copy(), angles_rad.copy()
        for design, steps in ((self._coarse, _COARSE_STEPS), (self._fine, _FINE_STEPS)):
            solver = design.solver[kinds]
            if hides is not None:
                seen = self._seen(design, centres, angles, hides)
                solver, _ = design.seen_in_part(kinds, seen)
            for _ in range(steps):
                if self._step(view, design, solver, centres, angles) < _STILL:
                    break
        return self._finished(view, kinds, centres, angles, hides)

    def _step(
        self, view: FlatView, design: _Design, solver: Samples, centres_mm: Array, turns: Array
    ) -> float:
        """One step, shortened where it would leap; moves places and turns.

        Returns the longest of the steps in radii.
        """
        values = self._values(view, design, centres_mm, turns)
        solution = np.matmul(solver, values[..., None])[..., 0].astype(np.float64)
        step = solution[:, :3] / _nonzero(solution[:, 3:4])
        reach = np.hypot(step[:, 0], step[:, 1])
        step[:, :2] *= np.minimum(1.0, _LONGEST_STEP / np.maximum(reach, 1e-9))[:, None]
        turns -= np.clip(step[:, 2], -_LONGEST_TURN, _LONGEST_TURN)
        cosine, sine = np.cos(turns), np.sin(turns)
        centres_mm[:, 0] -= (cosine * step[:, 0] - sine * step[:, 1]) * self._radius_mm
        centres_mm[:, 1] -= (sine * step[:, 0] + cosine * step[:, 1]) * self._radius_mm
        return float(np.maximum(reach, np.abs(step[:, 2])).max(initial=0.0))

    def _places(self, design: _Design, turns: Array, scale: float) -> Samples:
        """The design's places (n, p, 2) turned and scaled, around the origin."""
        cosine, sine = np.cos(turns) * scale, np.sin(turns) * scale
        turned = np.stack([cosine, sine, -sine, cosine], axis=-1).reshape(-1, 2, 2)
        return np.asarray(np.matmul(design.at, turned.astype(np.float32)), np.float32)

    def _values(self, view: FlatView, design: _Design, centres_mm: Array, turns: Array) -> Samples:
        """What the frame shows (n, p) at the design's places, along the art's contrast axis."""
        places = self._places(design, turns, self._radius_mm * view.fine.px_per_mm)
        places += view.fine.to_px(centres_mm).astype(np.float32)[:, None]
        colours = sample(view.fine_bgr, places)
        return np.asarray(colours.astype(np.float32) @ self._axis, np.float32)

    def _seen(self, design: _Design, centres_mm: Array, turns: Array, hides: Hides) -> Samples:
        points = self._places(design, turns, self._radius_mm) + centres_mm[:, None]
        return np.asarray(~hides(points), np.float32)

    def _finished(
        self, view: FlatView, kinds: Kinds, centres_mm: Array, turns: Array, hides: Hides | None
    ) -> Fits:
        design = self._fine
        values, pictures = self._values(view, design, centres_mm, turns), design.columns[kinds, 3]
        unsure, seen = design.unsure[kinds], np.ones_like(values)
        count = np.full(len(kinds), values.shape[1])
        if hides is None:
            values, pictures = design.unlit(values), design.unlit(pictures)
        else:
            seen = self._seen(design, centres_mm, turns, hides)
            _, unsure = design.seen_in_part(kinds, seen)
            count = np.maximum(seen.sum(axis=1), 1)
            values = (values - ((values * seen).sum(axis=1) / count)[:, None]) * seen
            pictures = (pictures - ((pictures * seen).sum(axis=1) / count)[:, None]) * seen
        energy = np.maximum(np.einsum("np,np->n", values, values), 1e-6)
        power = np.maximum(np.einsum("np,np->n", pictures, pictures), 1e-6)
        product = np.einsum("np,np->n", values, pictures)
        gains = (product / power).astype(np.float64)
        # What the picture leaves unexplained, in units of the picture itself.
        noise = np.maximum(energy - product**2 / power, 0) / count / _nonzero(gains) ** 2
        middle = (float(centres_mm[:, 0].mean()), float(centres_mm[:, 1].mean()))
        step_px = view.pose.px_per_mm(middle) * _SPACING * self._radius_mm
        independent = min(1.0, step_px**2) / _SHARED
        return Fits(
            kinds,
            centres_mm,
            np.mod(turns, 2 * np.pi),
            gains,
            np.asarray(product / np.sqrt(energy * power), np.float64),
            np.sqrt(noise * unsure / independent) * self._radius_mm,
            seen.mean(axis=1, dtype=np.float64),
        )


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
    return _Design(at.astype(np.float32), stacked, light, *_solved(whole, whole))


def _solved(columns: Samples, seen: Samples) -> tuple[Samples, Array]:
    """Least squares solvers (n, 4, p) for the first four of the columns (n, c, p), of which `seen`
    is what shows, and `unsure`."""
    normal = np.matmul(seen, columns.transpose(0, 2, 1)).astype(np.float64)
    ridge = _RIDGE * np.trace(normal, axis1=1, axis2=2) + 1e-9
    inverse = np.linalg.inv(normal + np.eye(columns.shape[1]) * ridge[:, None, None])
    solver = np.matmul(inverse[:, :4].astype(np.float32), seen)
    return solver, inverse[:, [0, 1], [0, 1]].mean(axis=1)


def _nonzero(gain: Array) -> Array:
    return np.asarray(np.where(np.abs(gain) > 1e-3, gain, 1e-3))
