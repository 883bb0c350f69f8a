"""Lay token pictures exactly onto tokens that are seen whole: place, turn and brightness at once.

Gauss-Newton on the squared difference between what is seen and the kind's picture under a shift,
a turn, a gain and an offset, in the inverse compositional form (Baker and Matthews 2004): slopes
are the picture's own, so that each kind is prepared once and a step costs one look at the
flattened frame and one product of matrices, for all tokens of a frame together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import FlatView
from vision.rectify import sample
from vision.token_art import SIDE_PX, TokenArt

Array = NDArray[np.float64]
Samples = NDArray[np.float32]

_RIM = 0.93  # of the radius: what lies farther out is rounded or shaded
_SPACING = 0.095  # of the radius, between two samples
_COARSE_STEPS = 4
_FINE_STEPS = 2
_LONGEST_STEP = 0.12  # of the radius
_LONGEST_TURN = 0.2
_STILL = 0.002  # of the radius: the steps have arrived
_SHARED = 4.0  # samples of one independent error: neighbours share pixels and errors of the art


@dataclass(frozen=True, slots=True)
class WholeFits:
    """How kinds lie on places: for each row a kind, where, turned by how much, how well.

    `centres_mm` (n, 2) on the plane of first-layer tops, `angles_rad` (n,) clockwise as seen,
    `gains` (n,), `correlation` (n,), `sigma_mm` (n,) of each coordinate.
    """

    kinds: NDArray[np.intp]
    centres_mm: Array
    angles_rad: Array
    gains: Array
    correlation: Array
    sigma_mm: Array


@dataclass(frozen=True)
class _Design:
    """The kinds at sample places `at` (p, 2), in radii: what is solved for each of them.

    `solver` (kinds, 5, p) turns samples into shift x, y, turn (each times the gain), gain, and
    offset; `pictures` (kinds, p) are the expected samples, of mean 0 and unit length;
    `spread` (kinds,) their standard deviation before, `unsure` (kinds,) the variance of a
    coordinate for samples of unit noise and gain.
    """

    at: Samples
    solver: Samples
    pictures: Samples
    spread: Array
    unsure: Array


class WholeAligner:
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
        self, view: FlatView, centres_mm: Array, kinds: NDArray[np.intp], angles_rad: Array
    ) -> WholeFits:
        """Lay one kind on each place (n, 2), starting there at the given turn."""
        centres, angles = centres_mm.copy(), angles_rad.copy()
        for _ in range(_COARSE_STEPS):
            if self._step(view, self._coarse, kinds, centres, angles) < _STILL:
                break
        for _ in range(_FINE_STEPS):
            self._step(view, self._fine, kinds, centres, angles)
        return self._finished(view, kinds, centres, angles)

    def _step(
        self,
        view: FlatView,
        design: _Design,
        kinds: NDArray[np.intp],
        centres_mm: Array,
        angles_rad: Array,
    ) -> float:
        """One step, shortened where it would leap; moves places and turns.

        Returns the longest of the steps in radii.
        """
        values = self._values(view, design, centres_mm, angles_rad)
        solution = np.matmul(design.solver[kinds], values[..., None])[..., 0].astype(np.float64)
        step = solution[:, :3] / _nonzero(solution[:, 3:4])
        reach = np.hypot(step[:, 0], step[:, 1])
        step[:, :2] *= np.minimum(1.0, _LONGEST_STEP / np.maximum(reach, 1e-9))[:, None]
        angles_rad -= np.clip(step[:, 2], -_LONGEST_TURN, _LONGEST_TURN)
        cosine, sine = np.cos(angles_rad), np.sin(angles_rad)
        centres_mm[:, 0] -= (cosine * step[:, 0] - sine * step[:, 1]) * self._radius_mm
        centres_mm[:, 1] -= (sine * step[:, 0] + cosine * step[:, 1]) * self._radius_mm
        return float(reach.max(initial=0.0))

    def _values(
        self, view: FlatView, design: _Design, centres_mm: Array, angles_rad: Array
    ) -> Samples:
        """What the frame shows (n, p) at the design's places, along the art's contrast axis."""
        scale = self._radius_mm * view.fine.px_per_mm
        cosine, sine = np.cos(angles_rad) * scale, np.sin(angles_rad) * scale
        turned = np.stack([cosine, sine, -sine, cosine], axis=-1).reshape(-1, 2, 2)
        places = np.matmul(design.at, turned.astype(np.float32))
        places += view.fine.to_px(centres_mm).astype(np.float32)[:, None]
        colours = sample(view.fine_bgr, places)
        return np.asarray(colours.astype(np.float32) @ self._axis, np.float32)

    def _finished(
        self, view: FlatView, kinds: NDArray[np.intp], centres_mm: Array, angles_rad: Array
    ) -> WholeFits:
        design = self._fine
        values = self._values(view, design, centres_mm, angles_rad)
        values -= values.mean(axis=1, keepdims=True)
        energy = np.einsum("np,np->n", values, values).astype(np.float64)
        product = np.einsum("np,np->n", values, design.pictures[kinds]).astype(np.float64)
        correlation = product / np.sqrt(np.maximum(energy, 1e-6))
        gains = product / np.sqrt(values.shape[1]) / design.spread[kinds]
        # What the picture leaves unexplained, in units of the picture itself.
        noise = np.maximum(energy - product**2, 0) / values.shape[1] / _nonzero(gains) ** 2
        middle = (float(centres_mm[:, 0].mean()), float(centres_mm[:, 1].mean()))
        step_px = view.pose.px_per_mm(middle) * _SPACING * self._radius_mm
        independent = min(1.0, step_px**2) / _SHARED
        sigma = np.sqrt(noise * design.unsure[kinds] / independent) * self._radius_mm
        turns = np.mod(angles_rad, 2 * np.pi)
        return WholeFits(kinds, centres_mm, turns, gains, correlation, sigma)


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
    ones = np.ones_like(value)
    design = np.stack([slope_x * half, slope_y * half, turn * half, value, ones], axis=-1)
    design = design.astype(np.float64)
    normal = np.matmul(design.transpose(0, 2, 1), design)
    normal += np.eye(5) * (1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None] + 1e-9)
    inverse = np.linalg.inv(normal)
    centred = value.astype(np.float64) - value.mean(axis=1, keepdims=True)
    length = np.maximum(np.linalg.norm(centred, axis=1), 1e-6)
    return _Design(
        at.astype(np.float32),
        np.matmul(inverse, design.transpose(0, 2, 1)).astype(np.float32),
        (centred / length[:, None]).astype(np.float32),
        length / np.sqrt(len(at)),
        inverse[:, [0, 1], [0, 1]].mean(axis=1),
    )


def _nonzero(gain: Array) -> Array:
    return np.asarray(np.where(np.abs(gain) > 1e-3, gain, 1e-3))
