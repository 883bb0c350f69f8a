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
_PATCH = 24  # samples along a patch
_RIM = 0.93  # of the radius: what lies farther out is rounded or shaded
INSIDE_SHARE = np.pi * _RIM**2 / (2 * _REACH) ** 2  # of a patch's samples that lie on the token
_COARSE_STEPS = 4
_FINE_STEPS = 2
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

    def thinned(self) -> Thinned:
        """Every other sample along both sides."""
        grid = np.arange(_PATCH**2).reshape(_PATCH, _PATCH)
        rows = grid[::2, ::2].ravel()
        fewer = Patches(
            np.ascontiguousarray(self.values[:, rows]),
            self.offsets_mm[rows],
            self.centres_mm,
            2 * self.px_per_sample,
        )
        return Thinned(fewer, rows)


@dataclass(frozen=True, slots=True)
class Thinned:
    """Patches with fewer samples, and which of the samples they are."""

    patches: Patches
    rows: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Fits:
    """How kinds lie on patches: for each row a kind, where, turned by how much, how well.

    `centres_mm` (n, 2), `angles_rad` (n,) clockwise as seen, `gains` (n,), `correlation` (n,)
    over the samples that count, `sigma_mm` (n,) of each coordinate, `inside` (n, p) samples on
    the token that are not hidden.
    """

    kinds: NDArray[np.intp]
    centres_mm: Array
    angles_rad: Array
    gains: Array
    correlation: Array
    sigma_mm: Array
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
    pixels = _projected(pose, centres_mm, offsets, height_mm)
    colours = sample(image_bgr, pixels.astype(np.float32)).reshape(-1, 3)
    values = colours.astype(np.float32) @ art.axis_bgr.astype(np.float32)
    step_mm = float(line[1] - line[0])
    middle = (float(centres_mm[:, 0].mean()), float(centres_mm[:, 1].mean()))
    return Patches(
        values.reshape(len(centres_mm), -1),
        offsets,
        centres_mm,
        pose.px_per_mm(middle) * step_mm,
    )


def _projected(pose: Pose, centres_mm: Array, offsets_mm: Array, height_mm: float) -> Array:
    """Picture pixels (n, p, 2) of the same offsets around each place.

    Over the width of a token the projection is a second-degree polynomial to better than a
    thousandth of a pixel, so nine exact points stand for hundreds.
    """
    reach = float(np.abs(offsets_mm).max())
    line = np.array([-1.0, 0.0, 1.0])
    nodes = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    exact = pose.project_px((centres_mm[:, None] + nodes * reach).reshape(-1, 2), height_mm)
    weights = _powers(offsets_mm / reach) @ np.linalg.inv(_powers(nodes))
    return np.asarray(np.einsum("pk,nkc->npc", weights, exact.reshape(-1, 9, 2)), np.float64)


def _powers(points: Array) -> Array:
    """The nine products of powers 0 to 2 of x and y, (n, 9)."""
    one = points[:, :1] ** np.arange(3)
    other = points[:, 1:] ** np.arange(3)
    return np.asarray((one[:, :, None] * other[:, None, :]).reshape(len(points), 9), np.float64)


class Aligner:
    """Fits the kinds of one board's art, blurred as the camera blurs them."""

    def __init__(self, art: TokenArt, radius_mm: float, blur: float = 0.02) -> None:
        """`blur` is the standard deviation of the camera's blur in token diameters."""
        self._radius_mm = radius_mm
        self._planes = np.dstack(art.pyramid(blur * _SIDE_PX))

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
        # The way there needs a quarter of the samples; only the last steps need them all.
        thinned = patches.thinned()
        seen = None if visible is None else visible[:, thinned.rows]
        for _ in range(_COARSE_STEPS):
            self._step(thinned.patches, kinds, places, angles, seen)
        for _ in range(_FINE_STEPS):
            self._step(patches, kinds, places, angles, visible)
        return self._finished(patches, kinds, places, angles, visible)

    def _step(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        places: Array,
        angles: Array,
        visible: NDArray[np.bool_] | None,
    ) -> None:
        """One Gauss-Newton step, shortened where it would leap; moves `places` and `angles`."""
        model = self._model(patches, kinds, places, angles, visible)
        step = _solve(patches.values, model)[0][:, :3]
        reach = np.linalg.norm(step[:, :2], axis=1, keepdims=True) / self._radius_mm
        step[:, :2] *= np.minimum(1.0, _LONGEST_STEP / np.maximum(reach, 1e-9))
        places += step[:, :2]
        angles += np.clip(step[:, 2], -0.2, 0.2)

    def _model(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        places: Array,
        angles: Array,
        visible: NDArray[np.bool_] | None,
    ) -> _Model:
        """The kinds' pictures and their slopes at the samples, for the present estimate."""
        cosine = np.cos(angles).astype(np.float32)[:, None]
        sine = np.sin(angles).astype(np.float32)[:, None]
        offsets = patches.offsets_mm.astype(np.float32)
        away = (offsets[None] - places.astype(np.float32)[:, None]) / np.float32(self._radius_mm)
        across = cosine * away[..., 0] + sine * away[..., 1]
        down = cosine * away[..., 1] - sine * away[..., 0]
        half = np.float32(_SIDE_PX / 2)
        pixels = np.empty((*across.shape, 2), np.float32)
        pixels[..., 0] = across * half + (half - 0.5)
        pixels[..., 1] = (down * half + (half - 0.5)).clip(0, _SIDE_PX - 1)
        pixels[..., 1] += kinds.astype(np.float32)[:, None] * _SIDE_PX
        value, slope_x, slope_y = np.moveaxis(sample(self._planes, pixels), -1, 0)
        mask = across * across + down * down < np.float32(_RIM**2)
        if visible is not None:
            mask &= visible
        design = np.empty((*across.shape, 5), np.float32)
        scale = np.float32(half / self._radius_mm)
        design[..., 0] = (sine * slope_y - cosine * slope_x) * scale
        design[..., 1] = -(sine * slope_x + cosine * slope_y) * scale
        design[..., 2] = (slope_x * down - slope_y * across) * half
        design[..., 3] = value
        design[..., 4] = 1.0
        design *= mask[..., None]
        return _Model(value, design, mask)

    def _finished(
        self,
        patches: Patches,
        kinds: NDArray[np.intp],
        places: Array,
        angles: Array,
        visible: NDArray[np.bool_] | None,
    ) -> Fits:
        model = self._model(patches, kinds, places, angles, visible)
        solution, normal = _solve(patches.values, model)
        gain, offset = _nonzero(solution[:, 3:4]), solution[:, 4:5]
        residuals = (patches.values - offset) / gain - model.value
        count = np.maximum(model.mask.sum(axis=1), 1)
        noise = np.sqrt((residuals**2 * model.mask).sum(axis=1) / count)
        # Neighbouring samples share picture pixels and errors of the art, so fewer count.
        independent = min(1.0, patches.px_per_sample**2) / 4
        variance = np.linalg.inv(normal)[:, [0, 1], [0, 1]].mean(axis=1) / independent
        return Fits(
            kinds,
            patches.centres_mm + places,
            np.mod(angles, 2 * np.pi),
            solution[:, 3],
            _correlation(patches.values, model.value, model.mask),
            noise * np.sqrt(variance),
            model.mask,
        )


@dataclass(frozen=True, slots=True)
class _Model:
    """Expected pictures: `value` (n, p), `design` (n, p, 5), `mask` (n, p) of what counts.

    The design's columns are the slopes by x, y and turn at a gain of one, the picture, and one.
    """

    value: Samples
    design: Samples
    mask: NDArray[np.bool_]


def _solve(values: Samples, model: _Model) -> tuple[Array, Array]:
    """Least squares for (x, y, turn, gain, offset) in each row, and the normal matrices."""
    turned = model.design.transpose(0, 2, 1)
    normal = np.matmul(turned, model.design).astype(np.float64)
    right = np.matmul(turned, values[..., None]).astype(np.float64)
    ridge = 1e-6 * np.trace(normal, axis1=1, axis2=2)[:, None, None] + 1e-9
    normal += np.eye(5) * ridge
    solution = np.linalg.solve(normal, right)[..., 0]
    # The design holds slopes of a unit gain: the solved shifts carry the gain as a factor.
    solution[:, :3] /= _nonzero(solution[:, 3:4])
    return solution, normal


def _nonzero(gain: Array) -> Array:
    return np.asarray(np.where(np.abs(gain) > 1e-3, gain, 1e-3))


def _correlation(values: Samples, model: Samples, mask: NDArray[np.bool_]) -> Array:
    """Correlation coefficient of each row over its mask."""
    weight = mask / np.maximum(mask.sum(axis=1, keepdims=True), 1)
    one = values - (values * weight).sum(axis=1, keepdims=True)
    other = model - (model * weight).sum(axis=1, keepdims=True)
    product = (one * other * weight).sum(axis=1)
    energy = (one**2 * weight).sum(axis=1) * (other**2 * weight).sum(axis=1)
    return np.asarray(product / np.sqrt(np.maximum(energy, 1e-12)), np.float64)
