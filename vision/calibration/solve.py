"""Fit a lens to views of the calibration sheet, and measure how good the fit is.

The simplest model wins: more coefficients are taken only when pictures that were left out of the
fit are explained better by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.views import SheetFinder, View, guessed_matrix

Array = NDArray[np.float64]

FOLDS = 4
_FIXED = (
    cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_K4
    | cv2.CALIB_FIX_K5
    | cv2.CALIB_FIX_K6
)
# Models from the simplest on: what OpenCV is told to leave at zero.
MODELS = (
    cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3,
    cv2.CALIB_FIX_K3,
    cv2.CALIB_ZERO_TANGENT_DIST,
    0,
)
_WORTH_IT = 0.97  # of the held-out error: what a model with more coefficients has to reach
_ITERATIONS = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-9)


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted lens: `matrix` 3 x 3 px, `distortion` (5,) in OpenCV's order.

    `sigmas` are the standard deviations of focal length, centre x, centre y (px) and of the five
    coefficients.  `rms_px` is the residual over all corners, `by_view_px` that of each view.
    """

    matrix: Array
    distortion: Array
    sigmas: Array
    rms_px: float
    by_view_px: tuple[float, ...]


def fit_lens(views: Sequence[View], finder: SheetFinder, model: int) -> Fit:
    """The lens that explains the views best (at least three of them, all of one size)."""
    size_wh = views[0].size_wh
    rms, matrix, distortion, _, _, sigmas, _, by_view = cv2.calibrateCameraExtended(
        [_solid(view, finder) for view in views],
        [view.corners_px.astype(np.float32)[:, None] for view in views],
        size_wh,
        guessed_matrix(size_wh),
        np.zeros(5),
        flags=_FIXED | model,
        criteria=_ITERATIONS,
    )
    spread = np.asarray(sigmas, np.float64).ravel()
    return Fit(
        np.asarray(matrix, np.float64),
        np.asarray(distortion, np.float64).ravel()[:5],
        np.concatenate([spread[1:4], spread[4:9]]),
        float(rms),
        tuple(float(each) for each in np.asarray(by_view).ravel()),
    )


def held_out_px(fit: Fit, view: View, finder: SheetFinder) -> float:
    """How far a lens misses corners of a view that it was not fitted to (rms, px).

    Where the sheet lies is found from every other corner, and measured at those between.
    """
    order = np.argsort(view.ids)
    known, asked = order[::2], order[1::2]
    solid = np.asarray(_solid(view, finder), np.float64)
    found, rotation, shift = cv2.solvePnP(
        solid[known], view.corners_px[known], fit.matrix, fit.distortion
    )
    if not found:
        return float("inf")
    pixels, _ = cv2.projectPoints(solid[asked], rotation, shift, fit.matrix, fit.distortion)
    off = np.asarray(pixels, np.float64)[:, 0] - view.corners_px[asked]
    return float(np.sqrt((off**2).sum(axis=1).mean()))


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """A model fitted FOLDS times, each time without some of the views.

    `held_out_px` is the error at the views left out (rms), `fits` are the lenses.
    """

    model: int
    held_out_px: float
    fits: tuple[Fit, ...]


def cross_check(
    views: Sequence[View], finder: SheetFinder, model: int, told: Callable[[], None]
) -> CrossCheck:
    """Fit a model without some of the views and try it on those; `told` after each fit."""
    errors, fits = [], []
    for fold in range(FOLDS):
        kept = [view for number, view in enumerate(views) if number % FOLDS != fold]
        out = [view for number, view in enumerate(views) if number % FOLDS == fold]
        fit = fit_lens(kept, finder, model)
        errors += [held_out_px(fit, view, finder) for view in out]
        fits.append(fit)
        told()
    return CrossCheck(model, float(np.sqrt(np.mean(np.square(errors)))), tuple(fits))


def best_model(views: Sequence[View], finder: SheetFinder, told: Callable[[], None]) -> CrossCheck:
    """The simplest model that explains left-out pictures."""
    best = cross_check(views, finder, MODELS[0], told)
    for model in MODELS[1:]:
        other = cross_check(views, finder, model, told)
        if other.held_out_px < _WORTH_IT * best.held_out_px:
            best = other
    return best


def uncertain_px(fit: Fit, others: Sequence[Fit], size_wh: tuple[int, int]) -> float:
    """How uncertain the lens is at the picture's rim (px), from fits with views left out.

    The jackknife's standard deviation of where rays meet the picture, root mean square.  A
    common shift is taken out of it, for that is only the camera turned a little, which every
    pose allows for.
    """
    width, height = size_wh
    x, y = np.meshgrid(np.linspace(0, width - 1, 9), np.linspace(0, height - 1, 7))
    rim = (x == 0) | (y == 0) | (x == width - 1) | (y == height - 1)
    pixels = np.stack([x[rim], y[rim]], axis=1)
    own = _rays(fit, pixels)
    square = np.zeros(len(pixels))
    for other in others:
        off = (_rays(other, pixels) - own) * fit.matrix[0, 0]
        off -= off.mean(axis=0)
        square += (off**2).sum(axis=1)
    count = len(others)
    return float(np.sqrt((count - 1) / count * square.mean()))


def _rays(fit: Fit, pixels: Array) -> Array:
    rays = cv2.undistortPoints(pixels[:, None], fit.matrix, fit.distortion)
    return np.asarray(rays, np.float64)[:, 0]


def _solid(view: View, finder: SheetFinder) -> NDArray[np.float32]:
    flat = finder.corners_mm[view.ids]
    return np.column_stack([flat, np.zeros(len(flat))]).astype(np.float32)
