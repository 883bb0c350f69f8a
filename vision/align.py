"""Lay token pictures exactly onto what the camera sees: place, turn and brightness at once.

Gauss-Newton on the squared difference between the sampled picture and the kind's picture under
a shift, a turn, a gain and an offset (Lucas and Kanade 1981, in the parametric form of Baker
and Matthews 2004), all tokens of a frame together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.rectify import sample
from vision.token_art import TokenArt

Array = NDArray[np.float64]
Samples = NDArray[np.float32]

_SIDE_PX = 64
_REACH = 1.12  # of the radius: half the side of a sampled patch
_PATCH = 44  # samples along a patch
_RIM = 0.93  # of the radius: what lies farther out is rounded or shaded
INSIDE_SHARE = np.pi * _RIM**2 / (2 * _REACH) ** 2  # of a patch's samples that lie on the token
_ITERATIONS = 6
_LONGEST_STEP = 0.12  # of the radius


@dataclass(frozen=True, slots=True)
class Patches:
    """What the camera sees around n places on a plane above the board.

    `values` (n, p) along the art's contrast axis; `offsets_mm` (p, 2) of the samples from
    `centres_mm` (n, 2); `px_per_sample` how many picture pixels lie between two samples.
    """

    values: Samples
    offsets_mm: Array
    centres_mm: Array
    px_per_sample: float

    def only(self, rows: NDArray[np.intp]) -> Patches:
        """The patches of some places, in the order asked for (rows may repeat)."""
        return Patches(
            self.values[rows], self.offsets_mm, self.centres_mm[rows], self.px_per_sample
        )


@dataclass(frozen=True, slots=True)
class Fits:
    """How kinds lie on patches: for each row a kind, where, turned by how much, how well.

    `centres_mm` (n, 2), `angles_rad` (n,) clockwise as seen, `gains` (n,), `correlation` (n,)
    over the samples that count, `sigma_mm` (n,) of each coordinate, `residuals` (n, p) in
    units of the gain, `inside` (n, p) samples on the token.
    """

    kinds: NDArray[np.intp]
    centres_mm: Array
    angles_rad: Array
    gains: Array
    correlation: Array
    sigma_mm: Array
    residuals: Array
    inside: NDArray[np.bool_]


def sample_patches(
    image_bgr: NDArray[np.uint8],
    pose: Pose,
    art: TokenArt,
    centres_mm: Array,
    height_mm: float,
    radius_mm: float,
) -> Patches:
    """Sample square patches around board places on the plane at a height, from the full picture."""
    line = (np.arange(_PATCH) - (_PATCH - 1) / 2) * (2 * _REACH * radius_mm / _PATCH)
    offsets = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    places = (centres_mm[:, None] + offsets[None]).reshape(-1, 2)
    pixels = pose.project_px(places, height_mm).astype(np.float32)
    colours = sample(image_bgr, pixels.reshape(-1, _PATCH, 2)).reshape(-1, 3)
    values = colours.astype(np.float32) @ art.axis_bgr.astype(np.float32)
    step_mm = float(line[1] - line[0])
    middle = (float(centres_mm[:, 0].mean()), float(centres_mm[:, 1].mean()))
    return Patches(
        values.reshape(len(centres_mm), -1),
        offsets,
        centres_mm,
        pose.px_per_mm(middle) * step_mm,
    )


class Aligner:
    """Fits the kinds of one board's art, blurred as the camera blurs them."""

    def __init__(self, art: TokenArt, radius_mm: float, blur: float = 0.02) -> None:
        """`blur` is the standard deviation of the camera's blur in token diameters."""
        self._radius_mm = radius_mm
        self._planes = art.pyramid(blur * _SIDE_PX)

    def fit(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        angles_rad: Array,
        visible: NDArray[np.bool_] | None = None,
    ) -> Fits:
        """Lay one kind on each patch, starting in its middle at the given turn.

        `visible` (n, p) leaves out samples that something hides.
        """
        places = np.zeros((len(kinds), 2))
        angles = angles_rad.copy()
        for _ in range(_ITERATIONS):
            model = self._model(patches, kinds, places, angles, visible)
            solution, _ = _solve(patches.values, model)
            step = solution[:, :3]
            reach = np.linalg.norm(step[:, :2], axis=1, keepdims=True) / self._radius_mm
            step[:, :2] *= np.minimum(1.0, _LONGEST_STEP / np.maximum(reach, 1e-9))
            places += step[:, :2]
            angles += np.clip(step[:, 2], -0.2, 0.2)
            if np.abs(step[:, :2]).max(initial=0.0) < 0.01 * self._radius_mm:
                break
        return self._finished(patches, kinds, places, angles, visible)

    def _model(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        places: Array,
        angles: Array,
        visible: NDArray[np.bool_] | None,
    ) -> tuple[Samples, Samples, NDArray[np.bool_]]:
        """The kinds' pictures at the samples (n, p), slopes (n, p, 3) by x, y, turn, and mask."""
        cosine, sine = np.cos(angles)[:, None], np.sin(angles)[:, None]
        away = (patches.offsets_mm[None] - places[:, None]) / self._radius_mm
        across = cosine * away[..., 0] + sine * away[..., 1]
        down = -sine * away[..., 0] + cosine * away[..., 1]
        half = _SIDE_PX / 2
        rows = (down * half + half - 0.5).clip(0, _SIDE_PX - 1) + kinds[:, None] * _SIDE_PX
        pixels = np.stack([across * half + half - 0.5, rows], axis=-1).astype(np.float32)
        value, slope_x, slope_y = (sample(plane, pixels) for plane in self._planes)
        scale = half / self._radius_mm
        slopes = np.stack(
            [
                -(cosine * slope_x - sine * slope_y) * scale,
                -(sine * slope_x + cosine * slope_y) * scale,
                (slope_x * down - slope_y * across) * half,
            ],
            axis=-1,
        )
        mask = across**2 + down**2 < _RIM**2
        return value, slopes.astype(np.float32), mask if visible is None else mask & visible

    def _finished(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        places: Array,
        angles: Array,
        visible: NDArray[np.bool_] | None,
    ) -> Fits:
        value, slopes, mask = self._model(patches, kinds, places, angles, visible)
        solution, normal = _solve(patches.values, (value, slopes, mask))
        gain, offset = solution[:, 3:4], solution[:, 4:5]
        gain = np.where(np.abs(gain) > 1e-3, gain, 1e-3)
        residuals = (patches.values - offset) / gain - value
        count = np.maximum(mask.sum(axis=1), 1)
        noise = np.sqrt((residuals**2 * mask).sum(axis=1) / count)
        correlation = _correlation(patches.values, value, mask)
        # Neighbouring samples share picture pixels and errors of the art, so fewer count.
        independent = min(1.0, patches.px_per_sample**2) / 4
        variance = np.linalg.inv(normal)[:, [0, 1], [0, 1]].mean(axis=1) / independent
        return Fits(
            kinds,
            patches.centres_mm + places,
            np.mod(angles, 2 * np.pi),
            solution[:, 3],
            correlation,
            noise * np.sqrt(variance),
            residuals,
            mask,
        )


def _solve(
    values: Samples, model: tuple[Samples, Samples, NDArray[np.bool_]]
) -> tuple[Array, Array]:
    """Least squares for (x, y, turn, gain, offset) in each row; the normal matrices too.

    The normal matrices (n, 5, 5) are those of a gain of one.
    """
    value, slopes, mask = model
    weight = mask.astype(np.float32)
    design = (
        np.concatenate([slopes, value[..., None], np.ones_like(value)[..., None]], axis=-1)
        * weight[..., None]
    )
    normal = np.matmul(design.transpose(0, 2, 1), design).astype(np.float64)
    right = np.matmul(design.transpose(0, 2, 1), (values * weight)[..., None]).astype(np.float64)
    ridge = np.eye(5) * (1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None] + 1e-9)
    solution = np.linalg.solve(normal + ridge, right)[..., 0]
    # The design holds slopes of a unit gain: the solved shifts carry the gain as a factor.
    gain = np.where(np.abs(solution[:, 3:4]) > 1e-3, solution[:, 3:4], 1e-3)
    solution[:, :3] /= gain
    return solution, normal + ridge


def _correlation(values: Samples, model: Samples, mask: NDArray[np.bool_]) -> Array:
    """Correlation coefficient of each row over its mask."""
    weight = mask / np.maximum(mask.sum(axis=1, keepdims=True), 1)
    one = values - (values * weight).sum(axis=1, keepdims=True)
    other = model - (model * weight).sum(axis=1, keepdims=True)
    product = (one * other * weight).sum(axis=1)
    energy = (one**2 * weight).sum(axis=1) * (other**2 * weight).sum(axis=1)
    return np.asarray(product / np.sqrt(np.maximum(energy, 1e-12)), np.float64)
