"""Read the round tokens on a board: what they are, where they stand, what hides them.

Finding goes from cheap to exact: rims at the known radius, rings against the kinds' pictures,
then the pictures laid exactly onto the camera's.  What lies under another token is compared
over its visible part only, and is reported even when that part can't tell its kind.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property, partial
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.align import Aligner, Fits
from vision.crescents import nine
from vision.flat_view import FlatView
from vision.foreign_types import Strange
from vision.heights import settled
from vision.hidden import find_hidden
from vision.levels import hiding, upper_first
from vision.masked_fit import MaskedFitter, seen_in
from vision.only_print import without_lines
from vision.rectify import around, distances
from vision.repeats import Repeats, likeliest, repeats_of, turned_otherwise
from vision.rim_fit import LIKE_A_RIM, RimFitter, within_rims
from vision.same_token import SAME_PLACE, SAME_TRY, distinct, each_once
from vision.token_art import TokenArt
from vision.token_match import Matches, match, sample_rings
from vision.token_starts import FAINT, RIM_WORTH_FITTING, WIDE, Rows, Starts
from vision.token_types import SeenToken, centres_mm, kind_probabilities
from vision.twins import told_apart
from vision.unveiled import unveiled

Array = NDArray[np.float64]

_MOST_BARE = 0.6  # of a token that looks like the print it lies on; others hide nearly all of it
WORTH_FITTING = 0.3  # correlation of rings, centre off by up to a millimetre
_AROUND = 0.08  # of the radius: how far around a weak fit its kinds are tried anew
_KINDS_TO_FIT = 3
_WEAK = 0.9  # below this a fit is tried anew from where it ended
_RIM_STARTS = (-0.04, 0.0, 0.04)
_CLOSE_STARTS = (-0.22, -0.11, 0.0, 0.11, 0.22)
# Of the usual contrast: plain ground is not worth a second look, but within a clear rim a sign of
# thin lines, seen from afar, is.
_LEAST_SPREAD, _CLEAR_RIM, _SPREAD_IN_RIM = 0.4, 0.64, 0.25


@dataclass(frozen=True, slots=True)
class Glance:
    """A first look: the tokens recognised, and all places whose rims are worth a look.

    `places_mm` (n, 2), `rims` (n,) their rims' shares, `spread` (n,) how much each place varies.
    """

    tokens: list[SeenToken]
    places_mm: Array
    rims: Array
    spread: Array

    @property
    def usual_gain(self) -> float:
        """The contrast of the tokens recognised, in the middle; 0 if there are none."""
        return median([token.gain for token in self.tokens] or [0.0])


class TokenReader:
    """Reads the tokens of one board in frames whose pose is known."""

    def __init__(self, board: Board, art: TokenArt) -> None:
        self._board = board
        self._art = art
        self._radius_mm = board.tokens.radius_mm
        self._aligner = Aligner(art, self._radius_mm)
        tags = np.array([tag.corners_mm for tag in board.tags], np.float64).reshape(-1, 4, 2)
        self._tag_ids = np.array([tag.id for tag in board.tags], np.intp)
        self._tags_mm = tags.mean(axis=1)
        self._tag_reach_mm = np.ptp(tags, axis=1).mean(axis=1) / 2

    def glance(self, view: FlatView, in_view: Collection[int]) -> Glance:
        """The tokens that are recognised at the first look, as if all lay on the board.

        No token lies in the middle of the markers whose ids are `in_view`.
        """
        places_mm, rims = self._off_tags(*view.evidence.places(self._radius_mm), in_view)
        places_mm, rims = places_mm[rims > RIM_WORTH_FITTING], rims[rims > RIM_WORTH_FITTING]
        changed = view.bare_share(places_mm, self._radius_mm) < _MOST_BARE
        places_mm, rims = places_mm[changed], rims[changed]
        if len(places_mm) == 0:
            return Glance([], places_mm, rims, np.zeros(0))
        rings = sample_rings(view, self._art, places_mm, self._radius_mm)
        found = match(rings, self._art)
        chosen = np.nonzero(found.correlation.max(axis=1) > WORTH_FITTING)[0]
        tokens = []
        if len(chosen):
            fits = self._fit(view, places_mm[chosen], _rows(found, chosen))
            good = distinct(fits, self._radius_mm)
            tokens = [seen_in(fits, row, float(rims[chosen[row]])) for row in good]
        return Glance(tokens, places_mm, rims, found.spread)

    def read(self, view: FlatView, glance: Glance, strange: Strange) -> list[SeenToken]:
        """All tokens: those seen whole, and what lies under them as far as it surely does."""
        whole = list(glance.tokens)
        unknown = self.unknown(glance, whole)
        wide, faint = partial(self.second_look, WIDE), partial(self.second_look, FAINT)
        for look in (partial(self._at_rims, whole), wide, faint):
            if found := look(view, glance, unknown):
                whole += found
                unknown = self.unknown(glance, whole)
        whole = self._otherwise(view, self._reconsidered(view, whole))
        whole = each_once(whole, self._radius_mm)
        whole = unveiled(view, whole, self._art, self._radius_mm)
        whole = self._with_kinds(view, whole, strange.white)
        whole = without_lines(view, whole, strange, self._art, self._radius_mm)
        spec = self._board.tokens
        tokens = within_rims(view, whole, spec)
        hidden = find_hidden(view, tokens, strange, self._art, self._aligner, spec)
        tokens = upper_first(tokens, hidden.layers, view, spec)
        tokens = MaskedFitter(view, self._aligner, spec).overlapped(tokens, self._art)
        tokens = hiding(self._with_kinds(view, tokens, strange.white), hidden.likely_mm)
        return settled(tokens, strange, hidden.unproved_mm, view, self._aligner, spec)

    def _off_tags(
        self, places_mm: Array, rims: Array, in_view: Collection[int]
    ) -> tuple[Array, Array]:
        """Places on a marker are no tokens' places: its black square has a rim of its own."""
        seen = np.isin(self._tag_ids, list(in_view))
        away_mm = distances(places_mm, self._tags_mm[seen])
        free = (away_mm > self._tag_reach_mm[seen]).all(axis=1)
        return places_mm[free], rims[free]

    def standing_out_mm(self, glance: Glance, tokens: list[SeenToken]) -> Array:
        """Places (n, 2) whose rims stand out and which are none of `tokens`."""
        return glance.places_mm[WIDE.among(self.unknown(glance, tokens), glance.rims)]

    def unknown(self, glance: Glance, tokens: list[SeenToken]) -> Rows:
        """The places of a glance with a pattern that are none of `tokens`."""
        if len(glance.places_mm) == 0:
            return np.zeros(0, np.intp)
        apart = distances(glance.places_mm, centres_mm(tokens)) > SAME_PLACE * 2 * self._radius_mm
        least = np.where(glance.rims > _CLEAR_RIM, _SPREAD_IN_RIM, _LEAST_SPREAD)
        patterned = glance.spread > least * glance.usual_gain
        return np.flatnonzero(patterned & apart.all(axis=1))

    def _at_rims(
        self, tokens: list[SeenToken], view: FlatView, glance: Glance, unknown: Rows
    ) -> list[SeenToken]:
        """Tokens at unknown places once their rims are laid onto those of the known tokens.

        Fine patterns need a closer start than a rim's own score gives.
        """
        rows = WIDE.among(unknown, glance.rims)
        if not tokens or len(rows) == 0:
            return []
        fitter = RimFitter(view, tokens, self._board.tokens)
        laid = fitter.fit_whole(glance.places_mm[rows])
        alike = [index for index, fit in enumerate(laid) if fit.likeness > LIKE_A_RIM]
        if not alike:
            return []
        places_mm, found = self._best_start(
            view, np.array([laid[index].centre_mm for index in alike]), _RIM_STARTS
        )
        fits = self._fit(view, places_mm, found)
        return [
            seen_in(fits, row, float(glance.rims[rows[alike[row]]]))
            for row in distinct(fits, self._radius_mm)
        ]

    def second_look(
        self,
        starts: Starts,
        view: FlatView,
        glance: Glance,
        unknown: Rows,
    ) -> list[SeenToken]:
        """Try rims that are no token's yet again, from many starts."""
        rows = starts.among(unknown, glance.rims)
        if len(rows) == 0:
            return []
        places_mm, rims = glance.places_mm[rows], glance.rims[rows]
        nearer_mm, found = self._best_start(view, places_mm, starts.line_radii)
        promising = found.correlation.max(axis=1, initial=-1.0) > starts.worth
        places_mm, rims = nearer_mm[promising], rims[promising]
        if len(places_mm) == 0:
            return []
        places_mm, found = self._best_start(view, places_mm, _CLOSE_STARTS)
        fits = self._fit(view, places_mm, found)
        return [seen_in(fits, row, float(rims[row])) for row in distinct(fits, self._radius_mm)]

    def _best_start(
        self, view: FlatView, places_mm: Array, line: tuple[float, ...]
    ) -> tuple[Array, Matches]:
        """For each place (n, 2) the start around it that fits a kind best, and how well.

        Starts form a square grid; `line` are its coordinates in token radii.
        """
        starts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2) * self._radius_mm
        tried = around(places_mm, starts).reshape(-1, 2)
        found = match(sample_rings(view, self._art, tried, self._radius_mm), self._art)
        best = found.correlation.max(axis=1).reshape(-1, len(starts)).argmax(axis=1)
        chosen = np.arange(len(places_mm)) * len(starts) + best
        return tried[chosen], _rows(found, chosen)

    def _reconsidered(self, view: FlatView, tokens: list[SeenToken]) -> list[SeenToken]:
        """Name and turn weak fits anew from where they ended, and keep what fits better.

        The rim gives a place to a millimetre; from there a sign that nearly repeats itself may
        be taken up at a wrong turn, which shows as soon as the place is better.
        """
        weak = [index for index, token in enumerate(tokens) if token.correlation < _WEAK]
        if not weak:
            return tokens
        starts_mm = np.array([tokens[index].centre_mm for index in weak])
        starts_mm = around(starts_mm, nine(_AROUND * self._radius_mm))
        rings = sample_rings(view, self._art, starts_mm.reshape(-1, 2), self._radius_mm)
        found = match(rings, self._art)
        each = found.correlation.reshape(*starts_mm.shape[:2], -1)
        # The runners-up, too: out of place a blurred sign may look more like another.
        kinds = np.argsort(-each.max(axis=1), axis=1)[:, :_KINDS_TO_FIT]
        rows = np.arange(len(weak)).repeat(kinds.shape[1])
        kinds = kinds.ravel()
        best = rows * each.shape[1] + each.argmax(axis=1)[rows, kinds]
        angles_rad = found.angles_rad[best, kinds]
        fits = self._aligner.fit(view, starts_mm.reshape(-1, 2)[best], kinds, angles_rad)
        settled = list(tokens)
        for row, index in enumerate(np.array(weak)[rows].tolist()):
            again = seen_in(fits, row, settled[index].rim)
            settled[index] = self._better(settled[index], again)
        return settled

    @cached_property
    def _repeats(self) -> Repeats:
        return repeats_of(self._art)

    def _otherwise(self, view: FlatView, tokens: list[SeenToken]) -> list[SeenToken]:
        """The tokens, signs that repeat at another turn, or as another kind, where they fit better.

        A wrong turn drags the place along: only the rim tells when the signs fit alike.
        """
        doubted = self._repeats.in_doubt(tokens)
        if not doubted:
            return tokens
        fits, rows = turned_otherwise(
            view, self._aligner, self._art, [tokens[index] for index in doubted], self._radius_mm
        )
        tried = [[tokens[index]] for index in doubted]
        for fit, row in enumerate(rows):
            tried[row].append(seen_in(fits, fit, tried[row][0].rim))
        fitter = RimFitter(view, tokens, self._board.tokens)
        rims = fitter.fit_whole(centres_mm([tokens[index] for index in doubted]))
        settled = list(tokens)
        for index, ways, rim in zip(doubted, tried, rims, strict=True):
            settled[index] = likeliest(ways, rim, self._radius_mm)
        return settled

    def _better(self, token: SeenToken, again: SeenToken) -> SeenToken:
        """Which of two readings of one token fits better."""
        near = again.distance_mm(token) < SAME_TRY * self._radius_mm
        return again if near and again.gain > 0 and again.correlation > token.correlation else token

    def _fit(self, view: FlatView, places_mm: Array, found: Matches) -> Fits:
        kinds = found.correlation.argmax(axis=1)
        angles = found.angles_rad[np.arange(len(kinds)), kinds]
        return self._aligner.fit(view, places_mm, kinds, angles)

    def _with_kinds(
        self, view: FlatView, tokens: list[SeenToken], white_bgr: NDArray[np.floating]
    ) -> list[SeenToken]:
        """Probabilities of all kinds, from the rings where the tokens' tops are seen."""
        whole = [token for token in tokens if not token.kinds]
        if not whole:
            return tokens
        places_mm = centres_mm(whole)
        rings = sample_rings(view, self._art, places_mm, self._radius_mm)
        found = match(rings, self._art)
        likely = [
            replace(token, kinds=self._probabilities(found.correlation[row], token))
            for row, token in enumerate(whole)
        ]
        named = iter(told_apart(view, likely, places_mm, self._art, self._radius_mm, white_bgr))
        return [token if token.kinds else next(named) for token in tokens]

    def _probabilities(self, correlation: Array, token: SeenToken) -> tuple[tuple[str, float], ...]:
        if token.kind is not None:
            alike = self._art.alike[token.kind]
            correlation[alike] = np.maximum(correlation[alike], token.correlation)
        return kind_probabilities(correlation, token.visible, self._art)


def _rows(found: Matches, rows: NDArray[Any]) -> Matches:
    return Matches(found.correlation[rows], found.angles_rad[rows], found.spread[rows])
