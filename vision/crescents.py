"""Where something shows from below a token: a visible rim, and how it looks within."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.candidates import RimEvidence
from vision.cover import Cover
from vision.crescent_colour import TokenColours
from vision.leaning import LeaningField, leaning_field
from vision.rectify import around, distances, ring
from vision.rim_fit import RimFitter
from vision.token_art import TokenArt, polar_offsets, ring_weights
from vision.token_match import sample_rings
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]

_DIRECTIONS = 24
_STEP = 0.08  # of the diameter
_RIM_WORTH_A_LOOK = 0.45
_LEAST_RIM_SHARE = 0.15
_MOST_PLACES = 4  # below one token
_RIM_ENOUGH = 0.72
_LEAST_SPREAD = 0.14  # of the tokens' usual contrast
_OF_TOKEN_COLOUR, OF_THE_PRINT = 0.2, -1.0  # leaning from which a place is likely one or other
_PROMISING = -0.2  # leaning at a first look, from which a place is asked for a rim
_STILL_OPEN = -0.3  # leaning of what is laid exactly, from which it may yet prove a token
_NO_SHADE = 1.5  # contrast over a rim that no shadow has; the foot of a token below another may
_COLOUR_WEIGHT = 0.1
_GAPS_COUNT, _COLOUR_COUNTS, _CONTRAST_COUNTS = 2.0, 0.25, 0.07  # beside the likeness of a rim
SHORT_ARC = 1 / 3  # of a rim: so little of it tells nothing of the colours on its two sides
_LEAST_VALUE = 0.22  # of a rim halfway there
_TOO_NEAR = 0.5  # of the diameter: a place so near to two known tokens is theirs
_BESIDE, _SIDES = (1.14, 1.22), 48  # of the radius of what a token hides; samples around it
_ARC = 3  # samples on both sides: what lies below shows over at least so much of a rim
_FEWEST_BESIDE = 3
_TURN_BESIDE_DEG = 40.0  # how far from the middle of what shows of it a token below may lie


@dataclass(frozen=True, slots=True)
class Crescent:
    """A disc of which a part shows.

    `centre_mm`; `arc` the share (0..1) of its rim that is in view, `rim` that of the visible rim
    with an edge; `colour` (-2 to 2) how much the part leans to a token's colour and away from the
    print's, `contrast` (-4 to 4) how much more it does so within its rim than around it, 0 where
    the arc is short; `likeness` (-1 to 1) how much its rim is like those of whole tokens.
    """

    centre_mm: tuple[float, float]
    rim: float
    arc: float
    colour: float
    likeness: float
    contrast: float

    @property
    def evidence(self) -> float:
        """All that speaks for a token, as what lay below others in hundreds of photographs did
        and what was none did not: a rim like others', its colour, another one around it."""
        colours = _COLOUR_COUNTS * self.colour + _CONTRAST_COUNTS * self.contrast
        return self.likeness - _GAPS_COUNT * (1 - self.rim) + colours


@dataclass(frozen=True, slots=True)
class Reach:
    """How far (`nearest` to `farthest`, every `step`, of the diameter) below a token others are
    looked for, and the share of a disc that must show, before and after its place is exact."""

    nearest: float
    farthest: float
    step: float
    glimpse: float
    share: float


FAR, NEAR = Reach(0.16, 0.96, _STEP, 0.01, 0.03), Reach(0.04, 0.25, 0.04, 0.004, 0.012)


@dataclass(frozen=True)
class CrescentSearch:
    """Looks below the tokens of one view."""

    view: FlatView
    cover: Cover
    colours: TokenColours
    rims: RimFitter
    art: TokenArt
    spec: Tokens
    reach: Reach = FAR

    def crescents(self, tokens: Sequence[SeenToken]) -> list[Crescent]:
        """Places below the tokens, the last of those that `cover`, whose visible rim has an edge,
        in no order."""
        tokens_mm = self.cover.above_mm[-len(tokens) :]
        # What is surely the print need not be asked for a rim: that is most of the dish.
        open_ = self._open()[-len(tokens) :]
        sides = open_.any(axis=1)
        if not sides.any():
            return []
        tokens_mm, open_ = tokens_mm[sides], open_[sides]
        field = leaning_field(self.colours, self.cover.hides, tokens_mm, self.spec.radius_mm)
        places = self._places(field, self._starts(field, open_))
        if len(places) == 0:
            return []
        rim, _ = self._rims(self.view.evidence, places)
        places = places[rim > _RIM_ENOUGH]
        colour = field.at(places)
        worth = colour > _OF_TOKEN_COLOUR
        faint = ~worth & (colour > OF_THE_PRINT)
        if faint.any():
            usual = median([token.gain for token in tokens])
            worth[faint] = self._spread(places[faint]) > _LEAST_SPREAD * usual
        return self._settled(field, places[worth])

    def shown(self, places_mm: Array) -> Array:
        """The share (n,) of each disc that nothing known hides."""
        offsets, weights = _few_offsets()
        points = around(places_mm, offsets * self.spec.radius_mm)
        return np.asarray(~self.cover.hides(points) @ weights, np.float64)

    def _settled(self, field: LeaningField, places_mm: Array) -> list[Crescent]:
        """The crescents at places (n, 2), after their rims were laid onto the usual one.

        The place is that which speaks most for a token: of many where a rim may lie along an
        edge, the one that is filled with a token's colour.
        """

        def for_colour(at_mm: Array) -> Array:
            return _COLOUR_COUNTS * field.at(at_mm)

        fits = self.rims.fit(places_mm, self.cover.hides, for_colour)
        if not fits:
            return []
        at = np.array([fit.centre_mm for fit in fits])
        rim, share = self._rims(self.view.evidence, at)
        colour, contrast = self.colours.leaning_and_contrast(at, self.cover.hides)
        contrast = np.where(share > SHORT_ARC, contrast, 0.0)
        said = zip(fits, np.column_stack([rim, share, colour, contrast]).tolist(), strict=True)
        return [
            Crescent(fit.centre_mm, edge, arc, colour, fit.likeness, contrast)
            for fit, (edge, arc, colour, contrast) in said
            if colour > _STILL_OPEN or contrast > _NO_SHADE
        ]

    def _places(self, field: LeaningField, starts_mm: Array) -> Array:
        """The best places (n, 2) mm about starts (n, 2) by their rims and colours."""
        starts = starts_mm[self.shown(starts_mm) > self.reach.glimpse]
        for shrink, enough in ((0.5, _LEAST_VALUE), (0.25, 0.0)):
            if len(starts) == 0:
                return starts
            near = around(starts, nine(_STEP * shrink * self.spec.diameter_mm))
            values = self._values(self.view.evidence, near)
            colour = field.at(near.reshape(-1, 2)).reshape(values.shape)
            best = np.where(values > 0, values + _COLOUR_WEIGHT * colour, values).argmax(axis=1)
            each = np.arange(len(near))
            starts = near[each, best][values[each, best] > enough]
        return starts[self.shown(starts) > self.reach.share]

    def _starts(self, field: LeaningField, open_: NDArray[np.bool_]) -> Array:
        """Places (n, 2) mm on a coarse raster below each token whose rims stand out.

        `open_` (tokens, turns) is on which sides of the field's tokens.
        """
        places = around(field.tokens_mm, _beside(self.reach) * self.spec.radius_mm)
        colour = field.at(places.reshape(-1, 2)).reshape(places.shape[:-1])
        asked = np.nonzero((colour > _PROMISING) & open_[..., None])
        free = ~self._crowded(places[asked], field.tokens_mm)
        rows, turns, steps = (index[free] for index in asked)
        value = np.full(colour.shape, -1.0)
        value[rows, turns, steps] = self._values(
            self.view.evidence.halved(), places[rows, turns, steps]
        )
        value += _COLOUR_WEIGHT * colour
        rows, turns, steps = np.nonzero(_peaks(value) & (value > 0))
        order = np.argsort(-value[rows, turns, steps], kind="stable")
        below: dict[int, list[int]] = {}
        for index in order.tolist():
            below.setdefault(int(rows[index]), []).append(index)
        chosen = [index for best in below.values() for index in best[:_MOST_PLACES]]
        return np.asarray(places[rows, turns, steps][chosen], np.float64)

    def _open(self) -> NDArray[np.bool_]:
        """On which sides (tokens, turns) of each token another may show from below it.

        Whatever lies below a token shows right beside what that hides, over a good part of it.
        """
        rings = [self.cover.beside(ring(_SIDES), share * self.spec.radius_mm) for share in _BESIDE]
        points = np.concatenate(rings, axis=1)
        shown = ~self.cover.hides(points)
        said = np.zeros(shown.shape)
        if shown.any():
            evidence, known = self.colours.evidence(points[shown][None])
            # Of what the print is like there nothing may be known: that says neither.
            said[shown] = (evidence * known)[0]
        both = np.stack([said, shown]).reshape(2, -1, len(_BESIDE), _SIDES)
        around = both.sum(axis=2) @ _arcs()
        leaning = around[0] / np.maximum(around[1], 1.0)
        likely = (around[1] >= _FEWEST_BESIDE) & (leaning > _STILL_OPEN)
        return np.asarray(likely @ _turns_of_sides())

    def _values(self, evidence: RimEvidence, places_mm: Array) -> Array:
        """How telling the rims at places (..., 2) mm are; below 0 where they say nothing.

        A long visible rim is stronger evidence than a short one with the same score.
        """
        score, share = self._rims(evidence, places_mm.reshape(-1, 2))
        usable = (share > _LEAST_RIM_SHARE) & (score > _RIM_WORTH_A_LOOK)
        value = np.where(usable, (score - 0.3) * np.sqrt(share), -1.0)
        return value.reshape(places_mm.shape[:-1])

    def _crowded(self, places_mm: Array, tokens_mm: Array) -> NDArray[np.bool_]:
        """Places (n, 2) that are too near to two known tokens: their own and another."""
        near = distances(places_mm, tokens_mm) < _TOO_NEAR * self.spec.diameter_mm
        return np.asarray(near.sum(axis=1) > 1)

    def _rims(self, evidence: RimEvidence, places_mm: Array) -> tuple[Array, Array]:
        return evidence.rim_scores(places_mm, self.spec.radius_mm, self.cover.hides)

    def _spread(self, places_mm: Array) -> Array:
        """How much the visible part of each place varies: plain ground and shadow hardly do."""
        rings = sample_rings(self.view, self.art, places_mm, self.spec.radius_mm)
        points = around(places_mm.astype(np.float32), polar_offsets() * self.spec.radius_mm)
        weight = ~self.cover.hides(points) * ring_weights()
        total = np.maximum(weight.sum(axis=(1, 2)), 1e-9)
        mean = (rings * weight).sum(axis=(1, 2)) / total
        variance = ((rings - mean[:, None, None]) ** 2 * weight).sum(axis=(1, 2)) / total
        return np.asarray(np.sqrt(variance), np.float64)


@lru_cache(maxsize=1)
def _few_offsets() -> tuple[Array, Array]:
    """Every fourth sample of a disc's rings (n, 2), in radii, and how much it counts (n,)."""
    offsets = polar_offsets()[:, ::4]
    weights = np.broadcast_to(ring_weights(), offsets.shape[:2]).ravel()
    return offsets.reshape(-1, 2).astype(np.float64), weights / weights.sum(dtype=np.float64)


@lru_cache(maxsize=2)
def _beside(reach: Reach) -> Array:
    """Offsets (turns, steps, 2), in radii, at which a token may lie below another."""
    direction = ring(_DIRECTIONS)
    offset = 2 * np.arange(reach.nearest, reach.farthest, reach.step)
    return np.asarray(direction[:, None] * offset[None, :, None], np.float64)


@lru_cache(maxsize=1)
def _arcs() -> Array:
    """Which of the samples around a token belong to the arc around each: (sides, sides)."""
    apart = np.abs(np.arange(_SIDES)[:, None] - np.arange(_SIDES)[None])
    return np.asarray(np.minimum(apart, _SIDES - apart) <= _ARC, np.float64)


@lru_cache(maxsize=1)
def _turns_of_sides() -> NDArray[np.bool_]:
    """In which turns a token below may lie when it shows on a side: (sides, turns)."""
    cosine = ring(_SIDES) @ ring(_DIRECTIONS).T
    return np.asarray(cosine > np.cos(np.radians(_TURN_BESIDE_DEG)))


def nine(step: float) -> Array:
    """A three by three grid of offsets (9, 2) around the origin."""
    return _NINE * step


_NINE = np.stack(np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]), axis=-1).reshape(-1, 2)


def _peaks(value: Array) -> NDArray[np.bool_]:
    """Where (tokens, turns, steps) no neighbour in turn or step is higher; turns go round."""
    in_turn = np.maximum(value, np.maximum(value[:, _BEFORE], value[:, _AFTER]))
    highest = in_turn.copy()
    np.maximum(highest[..., 1:], in_turn[..., :-1], out=highest[..., 1:])
    np.maximum(highest[..., :-1], in_turn[..., 1:], out=highest[..., :-1])
    return np.asarray(value >= highest)


_BEFORE, _AFTER = (np.arange(_DIRECTIONS) + step for step in (-1, 1 - _DIRECTIONS))
