"""Tokens that lie partly under another token: found by the crescent that still shows.

A crescent must prove itself twice, since shadows and printed circles have round edges as well:
an edge along the visible rim, and either the pattern of a kind or a colour that the print below
does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.align import INSIDE_SHARE, Aligner, sample_patches
from vision.candidates import RimEvidence
from vision.foreign_types import Strange
from vision.rectify import Grid, sample
from vision.token_art import TokenArt, polar_offsets, ring_weights
from vision.token_match import match_visible, sample_rings
from vision.token_types import SeenToken, kind_probabilities

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]

_NEAREST, _FARTHEST = 0.16, 0.96  # of the diameter: offsets of a hidden token from the upper
_BESIDE = 0.8  # of the diameter: two on the same level, give or take a nameless one's error
_DIRECTIONS = 24
_STEP = 0.08  # of the diameter
_RIM_WORTH_A_LOOK = 0.45
_RIM_ENOUGH = 0.78
_LEAST_SPREAD = 0.14  # of the tokens' usual contrast
_LEAST_RIM_SHARE = 0.15
_LEAST_SHARE = 0.12  # of the disc that must show
_SHARE_TO_NAME = 0.3  # above this a token must show its pattern, not its colour alone
_PATTERN_ENOUGH = 0.8
_PATTERN_FAIR = 0.72
_RIM_PROVES = 0.84  # a rim this complete belongs to a disc, or to a shadow
_RIM_OF_MUCH = 0.9  # the same when much of the disc shows and yet fits no kind
_PATTERN_CLEAR = 0.92
_STRANGE_A_LITTLE = 0.45
_STRANGE_ENOUGH = 0.5  # of a crescent that has another colour than the print below it
_NAMED = 0.95  # probability from which a kind is given
_NAMELESS_SIGMA = 0.1  # of the radius
_WANDERED = 0.25  # of the radius: a fit that moves farther has lost the crescent
_AROUND, _AROUND_RADII = 20, (1.15, 1.35, 1.55)
_START_STEP = 0.1  # of the radius
_KINDS_TO_FIT = 4
_MARGIN = 0.09  # of the radius: blurred edge around what covers


@dataclass(frozen=True)
class Cover:
    """What hides the first layer: a mask (height, width) uint8 on the finer raster."""

    mask: NDArray[np.uint8]
    grid: Grid

    def hides(self, points_mm: Array) -> NDArray[np.bool_]:
        """Which of the points (..., 2) mm, on the plane of first-layer tops, are hidden."""
        rows = len(points_mm) if points_mm.ndim > 2 else 1
        places = self.grid.to_px(points_mm).reshape(rows, -1, 2).astype(np.float32)
        hidden = sample(self.mask, places, cv2.INTER_NEAREST)
        return np.asarray(hidden.reshape(points_mm.shape[:-1]) > 0)


def cover_of(view: FlatView, tokens: Sequence[SeenToken], spec: Tokens) -> Cover:
    """The silhouettes of tokens that lie on others, or would if something lay below them."""
    width, height = view.fine.size_wh
    mask = np.zeros((height, width), np.uint8)
    thickness = spec.thickness_mm
    radius_px = round(spec.radius_mm * (1 + _MARGIN) * view.fine.px_per_mm * 16)
    for token in tokens:
        top_mm = 2 * thickness if token.level else thickness
        pixel = view.pose.project_px(np.array([token.centre_mm]), top_mm)
        for height_mm in (thickness, 2 * thickness):
            place = view.pose.to_board_mm(pixel, height_mm)
            x, y = np.round(view.fine.to_px(place)[0] * 16).astype(int).tolist()
            cv2.circle(mask, (x, y), radius_px, 255, cv2.FILLED, shift=4)
    return Cover(mask, view.fine)


def find_hidden(
    view: FlatView,
    tokens: Sequence[SeenToken],
    strange: Strange,
    art: TokenArt,
    aligner: Aligner,
    spec: Tokens,
) -> list[SeenToken]:
    """Tokens under one of those already read, with a kind when enough of the picture shows."""
    if not tokens:
        return []
    search = _HiddenSearch(view, cover_of(view, tokens, spec), strange, art, aligner, spec)
    found: list[SeenToken] = []
    for place in search.crescents(tokens):
        token = search.identified(place)
        if token is not None and _is_new(token, tokens, found, spec):
            found.append(token)
    return found


def _is_new(
    token: SeenToken, above: Sequence[SeenToken], beside: Sequence[SeenToken], spec: Tokens
) -> bool:
    """Whether a hidden token can lie below `above` and, as no two share a place, `beside`."""
    apart = _NEAREST * spec.diameter_mm * 0.8
    return all(token.distance_mm(other) > apart for other in above) and all(
        token.distance_mm(other) > _BESIDE * spec.diameter_mm for other in beside
    )


@dataclass(frozen=True, slots=True)
class _Place:
    centre_mm: tuple[float, float]
    rim: float


@dataclass(frozen=True)
class _HiddenSearch:
    view: FlatView
    cover: Cover
    strange: Strange
    art: TokenArt
    aligner: Aligner
    spec: Tokens

    def crescents(self, tokens: Sequence[SeenToken]) -> list[_Place]:
        """For each token the best place below it whose visible rim has an edge, if any."""
        angle = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
        direction = np.column_stack([np.cos(angle), np.sin(angle)])
        offset = np.arange(_NEAREST, _FARTHEST, _STEP) * self.spec.diameter_mm
        around = (direction[:, None] * offset[None, :, None]).reshape(-1, 2)
        centres = np.array([token.centre_mm for token in tokens])
        usual = float(np.median([token.gain for token in tokens]))
        known = centres
        centres = centres[self._lively(centres) > _LEAST_SPREAD * usual]
        if len(centres) == 0:
            return []
        places = centres[:, None] + around[None]
        coarse, fine = self.view.evidence.halved(), self.view.evidence
        best, value = self._best(coarse, places, self._crowded(places, known))
        best = best[value > 0]
        if len(best) == 0:
            return []
        for shrink in (0.5, 0.25):
            near = _nine(_STEP * shrink * self.spec.diameter_mm)
            best, value = self._best(fine, best[:, None] + near[None])
        rim, _ = self._rims(fine, best)
        chosen = (rim > _RIM_ENOUGH) & (self._spread(best) > _LEAST_SPREAD * usual)
        return [
            _Place((float(x), float(y)), float(score))
            for (x, y), score in zip(best[chosen], rim[chosen], strict=True)
        ]

    def _best(
        self, evidence: RimEvidence, places_mm: Array, barred: NDArray[np.bool_] | None = None
    ) -> tuple[Array, Array]:
        """The best of each row of places (rows, places, 2); valued below 0 if none will do.

        A long visible rim is stronger evidence than a short one with the same score.
        """
        score, share = self._rims(evidence, places_mm.reshape(-1, 2))
        usable = (share > _LEAST_RIM_SHARE) & (score > _RIM_WORTH_A_LOOK)
        value = np.where(usable, (score - 0.3) * np.sqrt(share), -1.0)
        value = value.reshape(places_mm.shape[:2])
        if barred is not None:
            value[barred] = -1.0
        row, index = value.argmax(axis=1), np.arange(len(value))
        return places_mm[index, row], value[index, row]

    def _crowded(self, places_mm: Array, tokens_mm: Array) -> NDArray[np.bool_]:
        """Places (rows, places, 2) that are too near to two known tokens: their own and another."""
        apart = np.hypot(*(places_mm[:, :, None] - tokens_mm[None, None]).transpose(3, 0, 1, 2))
        return np.asarray((apart < 0.5 * self.spec.diameter_mm).sum(axis=-1) > 1)

    def _lively(self, centres_mm: Array) -> Array:
        """How much the ground around each token varies: below it nothing shows on a plain one."""
        angle = np.linspace(0, 2 * np.pi, _AROUND, endpoint=False)
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        reach = np.array(_AROUND_RADII) * self.spec.radius_mm
        around = (reach[:, None, None] * ring[None]).reshape(-1, 2)
        points = centres_mm[:, None] + around[None]
        places = self.view.fine.to_px(points).astype(np.float32)
        values = sample(self.view.fine_bgr, places) @ self.art.axis_bgr
        hidden = self.cover.hides(points)
        low = np.where(hidden, np.inf, values).min(axis=1)
        high = np.where(hidden, -np.inf, values).max(axis=1)
        return np.asarray((high - low) / 2, np.float64)

    def _rims(self, evidence: RimEvidence, places_mm: Array) -> tuple[Array, Array]:
        return evidence.rim_scores(places_mm, self.spec.radius_mm, self.cover.hides)

    def _spread(self, places_mm: Array) -> Array:
        """How much the visible part of each place varies: plain ground and shadow hardly do."""
        if len(places_mm) == 0:
            return np.zeros(0)
        rings = sample_rings(self.view, self.art, places_mm, self.spec.radius_mm)
        points = places_mm[:, None, None] + polar_offsets()[None] * self.spec.radius_mm
        weight = ~self.cover.hides(points) * ring_weights()
        total = np.maximum(weight.sum(axis=(1, 2)), 1e-9)
        mean = (rings * weight).sum(axis=(1, 2)) / total
        variance = ((rings - mean[:, None, None]) ** 2 * weight).sum(axis=(1, 2)) / total
        return np.asarray(np.sqrt(variance), np.float64)

    def identified(self, place: _Place) -> SeenToken | None:
        """The token whose crescent shows at a place: named, nameless, or none at all."""
        starts = np.array(place.centre_mm) + _nine(_START_STEP * self.spec.radius_mm)
        points = starts[:, None, None] + polar_offsets()[None] * self.spec.radius_mm
        visible = ~self.cover.hides(points)
        if float(visible.mean()) < _LEAST_SHARE:
            return None
        rings = sample_rings(self.view, self.art, starts, self.spec.radius_mm)
        found = match_visible(rings, visible, self.art)
        rows = found.correlation.argmax(axis=0)
        likeliest = np.argsort(-found.correlation.max(axis=0))[:_KINDS_TO_FIT]
        angles = found.angles_rad[rows[likeliest], likeliest]
        fitted = self._fitted(place, starts[rows[likeliest]], likeliest, angles)
        correlation = found.correlation.max(axis=0)
        for token in fitted:
            if token.kind is not None:
                correlation[token.kind] = token.correlation
        best = max(fitted, key=lambda token: token.correlation)
        kinds = kind_probabilities(correlation, best.visible, self.art)
        if best.correlation > _PATTERN_ENOUGH and kinds[0][1] > _NAMED:
            return replace(best, kinds=kinds)
        return self._nameless(place, best, kinds)

    def _nameless(
        self, place: _Place, best: SeenToken, kinds: tuple[tuple[str, float], ...]
    ) -> SeenToken | None:
        """A token of unknown kind, when its crescent proves that there is one."""
        much_shows = best.visible > _SHARE_TO_NAME
        if place.rim < (_RIM_OF_MUCH if much_shows else _RIM_PROVES):
            return None
        strange = self._strange_share(place)
        fair = best.correlation > (_PATTERN_FAIR if much_shows else _PATTERN_ENOUGH)
        # A shadow's crescent may fit a pattern by chance, but its colour is the print's own.
        pattern = fair and (strange > _STRANGE_A_LITTLE or best.correlation > _PATTERN_CLEAR)
        if not pattern and strange < _STRANGE_ENOUGH:
            return None
        why = "another token lies on it"
        return replace(
            best,
            kind=None,
            kinds=kinds,
            centre_mm=place.centre_mm,
            sigma_mm=_NAMELESS_SIGMA * self.spec.radius_mm,
            why=why,
        )

    def _strange_share(self, place: _Place) -> float:
        """How much of the crescent is of another colour than the print: shadows are not."""
        points = np.array(place.centre_mm) + polar_offsets().reshape(-1, 2) * self.spec.radius_mm
        visible = points[~self.cover.hides(points)]
        return float(self.strange.covers(visible).mean()) if len(visible) else 0.0

    def _fitted(
        self, place: _Place, starts_mm: Array, kinds: NDArray[np.intp], angles_rad: Array
    ) -> list[SeenToken]:
        view, spec = self.view, self.spec
        patches = sample_patches(
            view.image_bgr, view.pose, self.art, starts_mm, spec.thickness_mm, spec.radius_mm
        )
        visible = ~self.cover.hides(patches.centres_mm[:, None] + patches.offsets_mm[None])
        fits = self.aligner.fit(patches, kinds, angles_rad, visible)
        tokens = []
        for row in range(len(kinds)):
            shift = float(np.linalg.norm(fits.centres_mm[row] - place.centre_mm))
            wandered = shift > _WANDERED * spec.radius_mm or fits.gains[row] <= 0
            correlation = 0.0 if wandered else float(fits.correlation[row])
            share = float(fits.inside[row].mean() / INSIDE_SHARE)
            tokens.append(
                SeenToken(
                    int(fits.kinds[row]),
                    (),
                    (float(fits.centres_mm[row, 0]), float(fits.centres_mm[row, 1])),
                    float(fits.angles_rad[row]),
                    float(fits.sigma_mm[row]),
                    0,
                    correlation,
                    min(share, 1.0),
                    place.rim,
                    float(fits.gains[row]),
                )
            )
        return tokens


def _nine(step: float) -> Array:
    """A three by three grid of offsets (9, 2) around the origin."""
    line = np.array([-step, 0.0, step])
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
