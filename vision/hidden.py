"""Tokens that lie partly under another token: found by the crescent that still shows.

A crescent must prove itself twice, since shadows and printed circles have round edges as well:
an edge along the visible rim, and either the pattern of a kind or a colour that the print below
does not have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm, Tokens
from vision.align import Aligner
from vision.cover import Cover, cover_of
from vision.crescent_colour import TokenColours
from vision.crescent_proofs import (
    NAMED,
    PATTERN_SHARE,
    contradicts,
    is_likely,
    is_open,
    pattern_tells,
    proved_by_colour,
    proved_by_pattern,
)
from vision.crescents import Crescent, CrescentSearch, nine
from vision.foreign_types import Strange
from vision.masked_fit import MaskedFitter, seen_in
from vision.part_kinds import PartKinds
from vision.rectify import around
from vision.right_below import RightBelow
from vision.rim_fit import LIKE_A_RIM, RimFitter
from vision.thick_rims import FAR_MOVED_MM, by_their_tops
from vision.token_art import TokenArt, polar_offsets, ring_weights
from vision.token_match import match_visible, sample_rings
from vision.token_types import UNDER_ANOTHER, SeenToken, centres_mm, kind_probabilities

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]

_LEAST_APART = 0.105  # of the diameter: nothing nearer to where a token lies is another below it
_SAME_PLACE = 0.06  # of the diameter
_BESIDE = 0.8  # of the diameter: two on the same level, give or take a nameless one's error
_NAMELESS_SIGMA, _WANDERED = 0.06, 0.25  # of the radius: a fit that moves farther has lost it
_BESIDE_ITS_RIM = 0.15  # of the radius: a picture so far from the crescent's rim is another's
_FIRM_SIGMA = 0.03  # of the radius: a part that does not fix its own place tells no kind
_START_STEP, _MIDDLE = 0.1, 4  # of the radius, between nine starts; which of them it is
_MUCH_SHOWN, _NO_PATTERN = 0.4, 0.4  # of the top; correlation
# Correlation of rings: what a fit improves to a name is well above that.
_KINDS_TO_FIT, _WORTH_FITTING = 4, 0.65


@dataclass(frozen=True, slots=True)
class Hidden:
    """What lies below known tokens: `layers` of tokens, upper ones first, and places (n, 2).

    At `unproved_mm` one may lie, and at `likely_mm` so much speaks for one that a person has to
    look.
    """

    layers: list[list[SeenToken]]
    unproved_mm: Array
    likely_mm: Array

    def with_more(self, other: Hidden) -> Hidden:
        """This and what lies yet deeper."""
        return Hidden(
            self.layers + other.layers,
            np.concatenate([self.unproved_mm, other.unproved_mm]),
            np.concatenate([self.likely_mm, other.likely_mm]),
        )


def find_hidden(
    view: FlatView,
    tokens: Sequence[SeenToken],
    strange: Strange,
    art: TokenArt,
    aligner: Aligner,
    spec: Tokens,
) -> Hidden:
    """Tokens under one of those already read, with a kind when enough of the picture shows."""
    hidden = Hidden([], np.zeros((0, 2)), np.zeros((0, 2)))
    if not tokens:
        return hidden
    below = _Below(
        view,
        TokenColours(view, strange, tokens, art, spec),
        RimFitter(view, tokens, spec),
        MaskedFitter(view, aligner, spec),
        PartKinds(view, tokens, art, spec),
        art,
        spec,
    )
    above, layer = list(tokens), list(tokens)
    while layer:
        found = below.layer(above, layer)
        hidden = hidden.with_more(found)
        (lower,) = found.layers
        above, layer = above + lower, lower if below.is_deep(lower) else []
    return hidden


@dataclass(frozen=True)
class _Below:
    """Looks below the tokens of one view, a layer at a time."""

    view: FlatView
    colours: TokenColours
    rims: RimFitter
    fitter: MaskedFitter
    parts: PartKinds
    art: TokenArt
    spec: Tokens

    def layer(self, above: Sequence[SeenToken], upper: Sequence[SeenToken]) -> Hidden:
        """What lies below `upper`, the last of the tokens `above`."""
        spec, cover = self.spec, cover_of(self.view, above, self.spec)
        search = CrescentSearch(self.view, cover, self.colours, self.rims, self.art, spec)
        reader = _CrescentReader(self.view, cover, self.art, self.fitter, self.parts, spec)
        places = by_their_tops(search.crescents(upper), self.view, cover, self.rims, spec)
        places.sort(key=lambda place: -place.evidence)
        above_mm = cover.above_mm
        places = [place for place in places if _is_new(place.centre_mm, above_mm, [], spec)]
        places = _each_once(places, _SAME_PLACE * spec.diameter_mm)
        found: list[SeenToken] = []
        likely: list[Crescent] = []
        unproved: list[Crescent] = []
        for place, look in zip(places, reader.looks(places), strict=True):
            if _is_new(place.centre_mm, above_mm, found, spec):
                token = reader.identified(place, look)
                if token is not None and _is_new(token.centre_mm, above_mm, found, spec):
                    found.append(token)
                if token is None and (place.likeness > LIKE_A_RIM or is_open(place)):
                    unproved.append(place)
                if token is None and is_likely(place, look.shown, float(look.correlation.max())):
                    likely.append(place)
        hints = RightBelow(search).places(above, upper, found)
        return Hidden([found], centres_mm([*unproved, *hints]), centres_mm([*likely, *hints]))

    def is_deep(self, tokens: Sequence[SeenToken]) -> bool:
        """Whether it matters if yet others lie below some tokens: whether a level moves them."""
        thickness_mm = self.spec.thickness_mm
        flat_mm = centres_mm(tokens)
        raised_mm = self.view.pose.seen_at_mm(flat_mm, thickness_mm, 2 * thickness_mm)
        return bool((np.linalg.norm(raised_mm - flat_mm, axis=1) > FAR_MOVED_MM).any())


def _each_once(places: Sequence[Crescent], apart_mm: float) -> list[Crescent]:
    """The places, of those nearer to each other the first only."""
    kept: list[Crescent] = []
    for place in places:
        if all(math.dist(place.centre_mm, other.centre_mm) > apart_mm for other in kept):
            kept.append(place)
    return kept


def _is_new(centre_mm: PointMm, above_mm: Array, beside: Sequence[SeenToken], spec: Tokens) -> bool:
    """Whether a hidden token can lie below others, which then lie at `above_mm` (n, 2), and, as
    no two share a place, `beside`."""
    apart = _LEAST_APART * spec.diameter_mm
    return all(math.dist(centre_mm, other) > apart for other in above_mm.tolist()) and all(
        math.dist(centre_mm, other.centre_mm) > _BESIDE * spec.diameter_mm for other in beside
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """What shows at a place: its share (0..1) of the top, how well each kind fits it (kinds,), and
    the likeliest kinds' pictures laid onto it, if that was worth while."""

    shown: float
    correlation: Array
    fitted: list[SeenToken]


@dataclass(frozen=True)
class _CrescentReader:
    view: FlatView
    cover: Cover
    art: TokenArt
    fitter: MaskedFitter
    parts: PartKinds
    spec: Tokens

    def looks(self, places: Sequence[Crescent]) -> list[_Look]:
        """How what shows at each place compares with the kinds, all places together."""
        if not places:
            return []
        steps = nine(_START_STEP * self.spec.radius_mm)
        starts = around(np.array([place.centre_mm for place in places]), steps).reshape(-1, 2)
        points = around(starts.astype(np.float32), polar_offsets() * self.spec.radius_mm)
        visible = ~self.cover.hides(points)
        rings = sample_rings(self.view, self.art, starts, self.spec.radius_mm)
        found = match_visible(rings, visible, self.art)
        shown = (visible * ring_weights()).sum(axis=(1, 2)).reshape(-1, len(steps))
        each = found.correlation.reshape(len(places), len(steps), -1)
        best = each.max(axis=1)
        telling = shown.max(axis=1) > PATTERN_SHARE
        worth = np.nonzero(telling & (best.max(axis=1) >= _WORTH_FITTING))[0]
        likeliest = np.argsort(-best[worth], axis=1)[:, :_KINDS_TO_FIT]
        rows = worth.repeat(likeliest.shape[1])
        kinds = likeliest.ravel()
        start = rows * len(steps) + each.argmax(axis=1)[rows, kinds]
        fitted: list[list[SeenToken]] = [[] for _ in places]
        tokens = self._fitted(
            [places[row] for row in rows.tolist()],
            starts[start],
            kinds,
            found.angles_rad[start, kinds],
        )
        for row, token in zip(rows.tolist(), tokens, strict=True):
            fitted[row].append(token)
        return [
            _Look(float(shown[row, _MIDDLE]), best[row], fitted[row]) for row in range(len(places))
        ]

    def identified(self, place: Crescent, look: _Look) -> SeenToken | None:
        """The token whose crescent shows at a place: named, nameless, or none at all."""
        correlation = look.correlation.copy()
        for token in look.fitted:
            if token.kind is not None:
                started = correlation[token.kind] if token.correlation > 0 else 0.0
                # A fit that ended worse than it started has not arrived.
                correlation[token.kind] = max(started, token.correlation)
        unfitted = _unfitted(place, look.shown, float(correlation.max()))
        best = max(look.fitted, key=lambda token: token.correlation, default=unfitted)
        kinds = kind_probabilities(correlation, best.visible, self.art, self.view.detail)
        if pattern_tells(best, kinds, self.art) and self._in_place(place, best):
            return replace(best, kinds=kinds)
        if proved_by_colour(place, look.shown) or proved_by_pattern(place, best):
            return self._nameless(place, look, best, kinds)
        return None

    def _in_place(self, place: Crescent, best: SeenToken) -> bool:
        """Whether a picture lies where the rim does, and so firmly that it can tell a kind."""
        beside_mm = math.dist(best.centre_mm, place.centre_mm)
        firmly = best.sigma_mm < _FIRM_SIGMA * self.spec.radius_mm
        return firmly and beside_mm < _BESIDE_ITS_RIM * self.spec.radius_mm

    def _nameless(
        self,
        place: Crescent,
        look: _Look,
        best: SeenToken,
        kinds: tuple[tuple[str, float], ...],
    ) -> SeenToken:
        """A token whose pattern tells no kind; all colours of what shows may tell it yet.

        Not where much shows that no pattern fits, nor against a pattern that fits in its place.
        """
        out_of_place = look.shown > _MUCH_SHOWN and look.correlation.max() < _NO_PATTERN
        told = None if out_of_place else self.parts.kinds(place.centre_mm, self.cover)
        kinds, named = told or kinds, told is not None and told[0][1] > NAMED
        kind = self.art.names.index(kinds[0][0])
        named = named and not (contradicts(best, kind, self.art) and self._in_place(place, best))
        return replace(
            best,
            kind=kind if named else None,
            kinds=kinds,
            centre_mm=place.centre_mm,
            sigma_mm=_NAMELESS_SIGMA * self.spec.radius_mm,
            why="" if named else UNDER_ANOTHER,
            by_colours=named,
        )

    def _fitted(
        self,
        places: Sequence[Crescent],
        starts_mm: Array,
        kinds: NDArray[np.intp],
        angles_rad: Array,
    ) -> list[SeenToken]:
        """A kind laid on each place; one that left its place fits nothing."""
        if not places:
            return []
        fits = self.fitter.fit(self.cover, starts_mm, kinds, angles_rad)
        tokens = [seen_in(fits, row, place.rim) for row, place in enumerate(places)]
        reach = _WANDERED * self.spec.radius_mm
        return [
            token
            if math.dist(token.centre_mm, place.centre_mm) < reach and token.gain > 0
            else replace(token, correlation=0.0)
            for token, place in zip(tokens, places, strict=True)
        ]


def _unfitted(place: Crescent, visible: float, correlation: float) -> SeenToken:
    """What shows at a place, when no kind's picture is worth laying onto it."""
    return SeenToken(
        None, (), place.centre_mm, 0.0, 0.0, 0, correlation, visible, place.rim, why=UNDER_ANOTHER
    )
