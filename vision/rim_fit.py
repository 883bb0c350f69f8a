"""Where exactly a partly hidden token lies: its visible rim is laid onto those seen whole.

What a rim looks like along the radius (a printed ring, the edge, the side below it) is taken
from the tokens of the same frame that are seen whole, so that a bright ring is not mistaken for
the edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.rectify import sample
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Profile = NDArray[np.float32]
Hides = Callable[[Array], NDArray[np.bool_]]

_DIRECTIONS = 48
_REACH, _STEP = 0.36, 0.02  # of the radius: how far on both sides of a rim it is looked at
_COMPARED = 0.2  # of the radius, on both sides
_EDGE_FLOOR = 9.0  # grey levels from one sample to the next but one: fainter steps are noise
# Reach and step, of the radius, and every how manieth sample is compared.
_SEARCHES = ((0.2, 0.04, 1), (0.04, 0.02, 1), (0.02, 0.01, 1))
_WHOLE_SEARCHES = ((0.28, 0.04, 2), (0.04, 0.02, 2), (0.02, 0.01, 1))
_BESIDE = 1.1  # of the radius: another token's rim hides or shades what is so near
_FEWEST_SAMPLES = 40
_MOST_WHOLE = 5  # tokens that show how a rim looks

_ALONG = np.arange(-_REACH, _REACH + _STEP / 2, _STEP, dtype=np.float32)
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

    steps: Profile
    seen: NDArray[np.bool_]


class RimFitter:
    """Lays rims of one frame, knowing how those of its whole tokens look."""

    def __init__(self, view: FlatView, tokens: Sequence[SeenToken], spec: Tokens) -> None:
        self._view, self._spec, self._tokens = view, spec, tokens

    def fit(self, centre_mm: tuple[float, float], hides: Hides) -> RimFit:
        """The best place within a fifth of a radius of a start, for a token on the board."""
        return self._fitted(centre_mm, hides, _SEARCHES)

    def fit_whole(self, centre_mm: tuple[float, float]) -> RimFit:
        """The same for a token that nothing covers, from a little farther."""

        def nothing(points_mm: Array) -> NDArray[np.bool_]:
            return np.zeros(points_mm.shape[:-1], bool)

        return self._fitted(centre_mm, nothing, _WHOLE_SEARCHES)

    def _fitted(
        self,
        centre_mm: tuple[float, float],
        hides: Hides,
        searches: tuple[tuple[float, float, int], ...],
    ) -> RimFit:
        profile = self._profile(centre_mm, self._spec.thickness_mm, hides)
        shift, likeness = np.zeros(2), -1.0
        for reach, step, thin in searches:
            line = np.arange(-reach, reach + step / 2, step)
            shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) + shift
            found = _likeness(profile, self._usual, shifts, thin)
            shift, likeness = shifts[found.argmax()], float(found.max())
        x, y = np.array(centre_mm) + shift * self._spec.radius_mm
        return RimFit((float(x), float(y)), likeness)

    @cached_property
    def _usual(self) -> Profile:
        """The mean profile (samples,) of the clearest tokens."""
        clear = sorted(self._tokens, key=lambda token: -token.correlation)[:_MOST_WHOLE]
        profiles = [self._whole(token) for token in clear]
        total = np.sum([profile.steps.sum(axis=0) for profile in profiles], axis=0)
        count = np.sum([profile.seen.sum(axis=0) for profile in profiles], axis=0)
        return np.asarray(total / np.maximum(count, 1), np.float32)

    def _whole(self, token: SeenToken) -> _Profile:
        others = [np.array(other.centre_mm) for other in self._tokens if other is not token]

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
        values = sample(self._view.image_bgr, places).astype(np.float32)
        slope = np.linalg.norm(values[:, 2:] - values[:, :-2], axis=-1)
        shown = ~hides(points)
        seen = shown[:, 2:] & shown[:, 1:-1] & shown[:, :-2]
        return _Profile(np.where(seen, slope / (slope + _EDGE_FLOOR), 0.0), seen)


def _likeness(profile: _Profile, usual: Profile, shifts: Array, thin: int) -> Array:
    """Correlation (n,) of a profile with the usual rim, moved by shifts (n, 2) radii.

    Every `thin`-th direction and sample is compared.
    """
    steps, seen = profile.steps[::thin, ::thin], profile.seen[::thin, ::thin]
    moved = (shifts @ _NORMALS[::thin].T).astype(np.float32)
    along = _INNER[::thin] - moved[..., None]
    index = np.round((along - _INNER[0]) * np.float32(1 / _STEP)).astype(np.intp)
    model = usual[index.clip(0, len(_INNER) - 1)]
    weight = (np.abs(along) < _COMPARED) & seen
    count = np.maximum(weight.sum(axis=(1, 2)), 1)
    model *= weight
    steps = steps * weight
    mean, other = model.sum(axis=(1, 2)) / count, steps.sum(axis=(1, 2)) / count
    product = np.einsum("nij,nij->n", model, steps) / count - mean * other
    energy = np.einsum("nij,nij->n", model, model) / count - mean**2
    energy *= np.einsum("nij,nij->n", steps, steps) / count - other**2
    enough = count > _FEWEST_SAMPLES / thin**2
    return np.where(enough, product / np.sqrt(np.maximum(energy, 1e-12)), -1.0)
