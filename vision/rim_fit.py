"""Where exactly a partly hidden token lies: its visible rim is laid onto those seen whole.

What a rim looks like along the radius (a printed ring, the edge, the side below it) is taken
from the tokens of the same frame that are seen whole, so that a bright ring is not mistaken for
the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.rectify import sample
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Hides = Callable[[Array], NDArray[np.bool_]]

_DIRECTIONS = 48
_REACH, _STEP = 0.36, 0.02  # of the radius: how far on both sides of a rim it is looked at
_COMPARED = 0.2  # of the radius, on both sides
_EDGE_FLOOR = 9.0  # grey levels from one sample to the next but one: fainter steps are noise
_SEARCHES = ((0.2, 0.05), (0.05, 0.025), (0.02, 0.01))  # of the radius: reach and step
_BESIDE = 1.1  # of the radius: another token's rim hides or shades what is so near
_FEWEST_SAMPLES = 40

_ALONG = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
_INNER = _ALONG[1:-1]
_TURNS = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
_NORMALS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])


@dataclass(frozen=True, slots=True)
class RimFit:
    """A token's place by its rim: `centre_mm`, and how much (-1 to 1) it looks like a rim."""

    centre_mm: tuple[float, float]
    likeness: float


@dataclass(frozen=True, slots=True)
class _Profile:
    """Steps in brightness (directions, samples) along each radius, and which are in view."""

    steps: Array
    seen: NDArray[np.bool_]


class RimFitter:
    """Lays rims of one frame, knowing how those of its whole tokens look."""

    def __init__(self, view: FlatView, tokens: Sequence[SeenToken], spec: Tokens) -> None:
        self._view, self._spec = view, spec
        self._usual = self._mean([self._whole(token, tokens) for token in tokens])

    def fit(self, centre_mm: tuple[float, float], hides: Hides) -> RimFit:
        """The best place within a fifth of a radius of a start, for a token on the board."""
        profile = self._profile(centre_mm, self._spec.thickness_mm, hides)
        shift, likeness = np.zeros(2), -1.0
        for reach, step in _SEARCHES:
            line = np.arange(-reach, reach + step / 2, step)
            shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) + shift
            found = _likeness(profile, self._usual, shifts)
            shift, likeness = shifts[found.argmax()], float(found.max())
        x, y = np.array(centre_mm) + shift * self._spec.radius_mm
        return RimFit((float(x), float(y)), likeness)

    def _whole(self, token: SeenToken, tokens: Sequence[SeenToken]) -> _Profile:
        others = [np.array(other.centre_mm) for other in tokens if other is not token]

        def hides(points_mm: Array) -> NDArray[np.bool_]:
            near = np.zeros(points_mm.shape[:-1], bool)
            for other in others:
                near |= np.linalg.norm(points_mm - other, axis=-1) < _BESIDE * self._spec.radius_mm
            return near

        return self._profile(token.centre_mm, self._spec.thickness_mm * (1 + token.level), hides)

    def _profile(self, centre_mm: tuple[float, float], height_mm: float, hides: Hides) -> _Profile:
        away = (1 + _ALONG) * self._spec.radius_mm
        points = np.array(centre_mm) + _NORMALS[:, None] * away[None, :, None]
        pixels = self._view.pose.project_px(points.reshape(-1, 2), height_mm)
        places = pixels.reshape(len(_NORMALS), len(_ALONG), 2).astype(np.float32)
        values = sample(self._view.image_bgr, places).astype(np.float64)
        slope = np.linalg.norm(values[:, 2:] - values[:, :-2], axis=-1)
        shown = ~hides(points)
        seen = shown[:, 2:] & shown[:, 1:-1] & shown[:, :-2]
        return _Profile(np.where(seen, slope / (slope + _EDGE_FLOOR), 0.0), seen)

    @staticmethod
    def _mean(profiles: Sequence[_Profile]) -> Array:
        total = np.sum([profile.steps.sum(axis=0) for profile in profiles], axis=0)
        count = np.sum([profile.seen.sum(axis=0) for profile in profiles], axis=0)
        return np.asarray(total / np.maximum(count, 1), np.float64)


def _likeness(profile: _Profile, usual: Array, shifts: Array) -> Array:
    """Correlation (n,) of a profile with the usual rim, moved by shifts (n, 2) radii."""
    along = _INNER[None, None] - (shifts @ _NORMALS.T)[..., None]
    index = np.round((along - _INNER[0]) / _STEP).astype(np.intp).clip(0, len(_INNER) - 1)
    weight = ((np.abs(along) < _COMPARED) & profile.seen[None]).astype(np.float64)
    count = weight.sum(axis=(1, 2))
    share = weight / np.maximum(count, 1)[:, None, None]
    model, steps = usual[index], profile.steps[None]
    model = model - (model * share).sum(axis=(1, 2), keepdims=True)
    steps = steps - (steps * share).sum(axis=(1, 2), keepdims=True)
    product = (model * steps * share).sum(axis=(1, 2))
    energy = (model**2 * share).sum(axis=(1, 2)) * (steps**2 * share).sum(axis=(1, 2))
    return np.where(count < _FEWEST_SAMPLES, -1.0, product / np.sqrt(np.maximum(energy, 1e-12)))
