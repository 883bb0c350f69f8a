"""Pictures laid onto tokens that are partly covered: only what shows is compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.align import Aligner, Fits
from vision.cover import Cover, cover_of
from vision.crescents import nine
from vision.levels import OVERLAP
from vision.token_art import TokenArt, polar_offsets
from vision.token_match import match_visible, sample_rings
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]

_AROUND = 0.08  # of the radius: how far around its place a part is compared with the kinds
_KINDS_TO_FIT = 3
_SAME_TOKEN = 0.25  # of the radius: a fit that moves farther found something else


@dataclass(frozen=True)
class MaskedFitter:
    """Lays the kinds of one board onto tokens of the first layer in one view."""

    view: FlatView
    aligner: Aligner
    spec: Tokens

    def fit(self, cover: Cover, starts_mm: Array, kinds: NDArray[np.intp], turns: Array) -> Fits:
        """One kind at each start (n, 2) mm, turned by `turns` (n,) radians at first."""
        return self.aligner.fit(self.view, starts_mm, kinds, turns, cover.hides)

    def overlapped(self, tokens: list[SeenToken], art: TokenArt) -> list[SeenToken]:
        """The tokens, upper ones first; those below others compared anew by what shows of them."""
        return [self._by_visible_part(token, tokens[:row], art) for row, token in enumerate(tokens)]

    def _by_visible_part(
        self, token: SeenToken, upper: list[SeenToken], art: TokenArt
    ) -> SeenToken:
        reach_mm = OVERLAP * self.spec.diameter_mm
        above = [other for other in upper if token.distance_mm(other) < reach_mm]
        if token.kind is None or token.visible < 1 or not above:
            return token
        cover = cover_of(self.view, above, self.spec)
        starts_mm, kinds, turns = self._starts(token, token.kind, cover, art)
        fits = self.fit(cover, starts_mm, kinds, turns)
        fitted = [seen_in(fits, row, token.rim) for row in range(len(kinds))]
        reach_mm = _SAME_TOKEN * self.spec.radius_mm
        fitted = [each for each in fitted if each.gain > 0 and each.distance_mm(token) < reach_mm]
        again = max(fitted, key=lambda each: each.correlation, default=token)
        if again.correlation < token.correlation:
            return token
        return replace(again, why=token.why)

    def _starts(
        self, token: SeenToken, kind: int, cover: Cover, art: TokenArt
    ) -> tuple[Array, NDArray[np.intp], Array]:
        """From where a token is laid on anew: as it is, and as the kinds that its part is like.

        What lies on it may have let it be taken for another kind.
        """
        around_mm = np.array(token.centre_mm) + nine(_AROUND * self.spec.radius_mm)
        points_mm = around_mm[:, None, None] + polar_offsets()[None] * self.spec.radius_mm
        rings = sample_rings(self.view, art, around_mm, self.spec.radius_mm)
        found = match_visible(rings, ~cover.hides(points_mm), art)
        kinds = np.argsort(-found.correlation.max(axis=0))[:_KINDS_TO_FIT]
        best = found.correlation[:, kinds].argmax(axis=0)
        return (
            np.vstack([token.centre_mm, around_mm[best]]),
            np.append(kind, kinds).astype(np.intp),
            np.append(token.angle_rad, found.angles_rad[best, kinds]),
        )


def seen_in(fits: Fits, row: int, rim: float) -> SeenToken:
    """One row of fits as a token on the board, visible as far as its samples were."""
    return SeenToken(
        int(fits.kinds[row]),
        (),
        (float(fits.centres_mm[row, 0]), float(fits.centres_mm[row, 1])),
        float(fits.angles_rad[row]),
        float(fits.sigma_mm[row]),
        0,
        float(fits.correlation[row]),
        float(fits.visible[row]),
        rim,
        float(fits.gains[row]),
    )
