"""Pictures laid onto tokens that are partly covered: only what shows is compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.align import Aligner, Fits
from vision.cover import Cover, cover_of
from vision.levels import OVERLAP
from vision.token_types import SeenToken

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]

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

    def overlapped(self, tokens: list[SeenToken]) -> list[SeenToken]:
        """The tokens, upper ones first; those below others compared anew by what shows of them."""
        return [self._by_visible_part(token, tokens[:row]) for row, token in enumerate(tokens)]

    def _by_visible_part(self, token: SeenToken, upper: list[SeenToken]) -> SeenToken:
        reach_mm = OVERLAP * self.spec.diameter_mm
        above = [other for other in upper if token.distance_mm(other) < reach_mm]
        if token.kind is None or token.visible < 1 or not above:
            return token
        cover = cover_of(self.view, above, self.spec)
        kind, turn = np.array([token.kind], np.intp), np.array([token.angle_rad])
        again = seen_in(self.fit(cover, np.array([token.centre_mm]), kind, turn), 0, token.rim)
        same = again.distance_mm(token) < _SAME_TOKEN * self.spec.radius_mm
        if not same or again.gain <= 0 or again.correlation < token.correlation:
            return token
        return replace(again, why=token.why)


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
