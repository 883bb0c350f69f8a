"""Where exactly a partly hidden token lies: its visible rim is laid onto those seen whole.

What a rim looks like along the radius (a printed ring, the edge, the side below it) is taken
from the tokens of the same frame that are seen whole, so that a bright ring is not mistaken for
the edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.rectify import Around, around, ring, sample
from vision.token_types import SeenToken, centres_mm

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Profile = NDArray[np.float32]
Hides = Callable[[Array], NDArray[np.bool_]]
Says = Callable[[Array], Array]

_DIRECTIONS = 48
_REACH, _STEP = 0.36, 0.02  # of the radius: how far on both sides of a rim it is looked at
_COMPARED = 0.2  # of the radius, on both sides
_EDGE_FLOOR = 9.0  # grey levels from one sample to the next but one: fainter steps are noise
_SEARCHES = ((0.2, 0.04), (0.04, 0.02), (0.02, 0.01))  # of the radius: reach and step
_BESIDE = 1.1  # of the radius: another token's rim hides or shades what is so near
_FEWEST_SAMPLES = 40
LIKE_A_RIM = 0.45  # likeness to the rims of known tokens
_POOR = 0.84  # correlation below which a picture may lie where no token does
_RIM_BESIDE = 0.1  # of the radius: a rim so far from a picture is not its own
_MOST_WHOLE = 5  # tokens that show how a rim looks

_ALONG = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
_INNER = _ALONG[1:-1]
_NORMALS = ring(_DIRECTIONS)
_AROUND = Around((_NORMALS[:, None] * (1 + _ALONG[None, :, None])).reshape(-1, 2))
_COLUMNS = 8  # of what is summed, two of them empty: rows of 32 bytes are gathered faster
_FARTHEST = 20  # steps that a rim is moved at most: the searches' reaches, on the diagonal


@dataclass(frozen=True, slots=True)
class RimFit:
    """A token's place by its rim: `centre_mm`, and how much (-1 to 1) it looks like a rim."""

    centre_mm: tuple[float, float]
    likeness: float


@dataclass(frozen=True, slots=True)
class _Profiles:
    """Steps in brightness (n, directions, samples) along each radius, and which are in view."""

    steps: Profile
    seen: NDArray[np.bool_]


def _says_nothing(places_mm: Array) -> Array:
    """Says nothing for any of the places (n, 2)."""
    return np.zeros(len(places_mm))


class RimFitter:
    """Lays rims of one frame, knowing how those of its whole tokens look."""

    def __init__(self, view: FlatView, tokens: Sequence[SeenToken], spec: Tokens) -> None:
        self._view, self._spec, self._tokens = view, spec, tokens

    def fit(self, centres_mm: Array, hides: Hides, besides: Says = _says_nothing) -> list[RimFit]:
        """The best place within a fifth of a radius of each start (n, 2), on the board.

        What `besides` says for places (n, 2) counts as likeness does.
        """
        if len(centres_mm) == 0:
            return []
        profiles = self._profiles(centres_mm, self._spec.thickness_mm, hides)
        sums = _sums(profiles, self._usual)
        shifts, likeness = np.zeros((len(centres_mm), 2)), np.full(len(centres_mm), -1.0)
        rows = np.arange(len(centres_mm))
        for tried, moves in _TRIES:
            found = _likeness(sums, moves + (shifts @ _NORMALS.T)[:, None])
            at_mm = centres_mm[:, None] + (shifts[:, None] + tried) * self._spec.radius_mm
            best = (found + besides(at_mm.reshape(-1, 2)).reshape(found.shape)).argmax(axis=1)
            shifts, likeness = shifts + tried[best], found[rows, best]
        places_mm = (centres_mm + shifts * self._spec.radius_mm).tolist()
        return [
            RimFit((x, y), value)
            for (x, y), value in zip(places_mm, likeness.tolist(), strict=True)
        ]

    def fit_whole(self, centres_mm: Array) -> list[RimFit]:
        """The same for tokens that nothing known covers."""
        return self.fit(centres_mm, lambda points_mm: np.zeros(points_mm.shape[:-1], bool))

    @property
    def _usual(self) -> Profile:
        """What `_sums` needs of the mean profile of whole tokens; it stays as the light does."""
        earlier = self._view.earlier
        if earlier.rim is None:
            earlier.rim = self._of_clearest()
        return earlier.rim

    def _of_clearest(self) -> Profile:
        clear = sorted(self._tokens, key=lambda token: -token.correlation)[:_MOST_WHOLE]
        places_mm = centres_mm(clear)
        hides = self._near_others(places_mm)
        profiles = self._profiles(places_mm, self._spec.thickness_mm, hides)
        total, count = profiles.steps.sum(axis=(0, 1)), profiles.seen.sum(axis=(0, 1))
        return _moved((total / np.maximum(count, 1)).astype(np.float32))

    def _near_others(self, centres_mm: Array) -> Hides:
        """Says of points (n, m, 2) around n tokens which are on or near another one."""
        everyone = np.array([token.centre_mm for token in self._tokens])
        reach = _BESIDE * self._spec.radius_mm

        def hides(points_mm: Array) -> NDArray[np.bool_]:
            near = np.zeros(points_mm.shape[:-1], bool)
            apart = np.linalg.norm(centres_mm[:, None] - everyone[None], axis=-1)
            beside = (apart > 0) & (apart < 3 * self._spec.radius_mm)
            for row, other in zip(*np.nonzero(beside), strict=True):
                near[row] |= ((points_mm[row] - everyone[other]) ** 2).sum(axis=-1) < reach**2
            return near

        return hides

    def _profiles(self, centres_mm: Array, height_mm: float, hides: Hides) -> _Profiles:
        places = _AROUND.pixels(self._view.pose, centres_mm, self._spec.radius_mm, height_mm)
        shape = len(centres_mm), len(_NORMALS), len(_ALONG)
        values = sample(self._view.image_bgr, places).astype(np.float32).reshape(*shape, 3)
        change = values[:, :, 2:] - values[:, :, :-2]
        slope = np.sqrt(np.einsum("ndjc,ndjc->ndj", change, change))
        offsets_mm = _AROUND.offsets * self._spec.radius_mm
        shown = ~hides(around(centres_mm, offsets_mm)).reshape(shape)
        seen = shown[:, :, 2:] & shown[:, :, 1:-1] & shown[:, :, :-2]
        return _Profiles(slope / (slope + np.float32(_EDGE_FLOOR)) * seen, seen)


def within_rims(view: FlatView, tokens: list[SeenToken], spec: Tokens) -> list[SeenToken]:
    """The tokens without those whose picture fits poorly and which lie within no rim.

    Between the tokens of a stack a picture may fit that is none of theirs.
    """
    poor = [token for token in tokens if token.correlation < _POOR]
    clear = [token for token in tokens if token.correlation >= _POOR]
    if not poor or not clear:
        return tokens
    rims = RimFitter(view, clear, spec).fit_whole(np.array([token.centre_mm for token in poor]))
    far = _RIM_BESIDE * spec.radius_mm
    return clear + [
        token
        for token, rim in zip(poor, rims, strict=True)
        if rim.likeness > LIKE_A_RIM or math.dist(rim.centre_mm, token.centre_mm) < far
    ]


def _tries(reach: float, step: float) -> tuple[Array, Array]:
    """A square of shifts (n, 2) in radii, and how far they move along each direction."""
    line = np.arange(-reach, reach + step / 2, step)
    shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return shifts, shifts @ _NORMALS.T


_TRIES = [_tries(reach, step) for reach, step in _SEARCHES]


def _moved(usual: Profile) -> Profile:
    """The usual profile (samples,) moved by whole steps: (samples, 3 * moves).

    Columns are which samples are compared, these times the profile, and times its square.
    """
    moves = np.arange(-_FARTHEST, _FARTHEST + 1)
    index = np.arange(len(usual))[:, None] - moves[None]
    model = usual[index.clip(0, len(usual) - 1)]
    counts = np.abs(_INNER[:, None] - moves[None] * _STEP) < _COMPARED
    return np.concatenate([counts, counts * model, counts * model**2], axis=1).astype(np.float32)


def _sums(profiles: _Profiles, moved: Profile) -> Profile:
    """For each direction and each move of the usual rim along it, what a correlation needs.

    (n, directions * moves, _COLUMNS): sums over the samples in view of one, the steps, their
    squares, the model, its square, and steps times model.  A rim moved sideways is moved along
    each direction by whole steps, so that all places to try are sums of these.
    """
    steps, n = profiles.steps, len(profiles.steps)
    rows = np.stack([profiles.seen.astype(np.float32), steps, steps * steps])
    products = (rows.reshape(-1, len(_INNER)) @ moved).reshape(3, n, _DIRECTIONS, 3, -1)
    sums = np.zeros((n, _DIRECTIONS, products.shape[-1], _COLUMNS), np.float32)
    for column, (row, model) in enumerate([(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]):
        sums[..., column] = products[row, :, :, model]
    return sums.reshape(n, -1, _COLUMNS)


def _likeness(sums: Profile, moves: Array) -> Array:
    """Correlation (n, tries) of profiles with the usual rim, moved so far (n, tries, directions),
    in radii."""
    n, width, _ = sums.shape
    first = (width * np.arange(n))[:, None, None] + width // _DIRECTIONS * np.arange(_DIRECTIONS)
    place = np.rint(moves / _STEP).astype(np.intp) + (first + _FARTHEST)
    each = sums.reshape(-1, _COLUMNS).take(place, axis=0)
    gathered = (np.ones(_DIRECTIONS, np.float32) @ each).astype(np.float64).transpose(2, 0, 1)[:6]
    count = np.maximum(gathered[0], 1)
    steps, squares, model, power, product = gathered[1:] / count
    energy = (power - model**2) * (squares - steps**2)
    likeness = (product - model * steps) / np.sqrt(np.maximum(energy, 1e-12))
    return np.where(gathered[0] < _FEWEST_SAMPLES, -1.0, likeness)
