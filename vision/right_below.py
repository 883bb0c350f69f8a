"""Tokens that lie nearly right below another: told by a narrow crescent, right beside its side.

Where a token's own foot may lie no other is placed; but that one lies there shows, and then the
upper one's height is open.  A narrow crescent needs a narrow margin around what is known to hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cover import NARROW, beside, cover_of, silhouettes_mm
from vision.crescents import NEAR, Crescent, CrescentSearch
from vision.rectify import distances, ring
from vision.token_types import SeenToken, centres_mm

Array = NDArray[np.float64]

_MOVED_MM = 0.4  # by a level: of less nothing shows, and it hardly matters
_RIGHT_BELOW = 0.2  # of the diameter: offsets of such tokens
_CLEAR = 0.75  # evidence, which a token on the board itself, its side and shade, hardly ever has
_RING, _RUN, _LEANING = 1.08, 3, 1.5  # of the radius; directions in a row that lean to a token
_OTHERS = 1.25  # of the radius: what is nearer to another token may be its own
_DIRECTIONS = ring(24)


@dataclass(frozen=True)
class RightBelow:
    """Looks right below the tokens of one view, as `search` looks below them."""

    search: CrescentSearch

    def places(
        self, above: Sequence[SeenToken], upper: Sequence[SeenToken], found: Sequence[SeenToken]
    ) -> list[Crescent]:
        """Where below one of `upper`, some of the tokens `above`, another clearly shows.

        Not of those below which another was `found` already.
        """
        search, spec = self.search, self.search.spec
        bare = (distances(centres_mm(upper), centres_mm(found)) > spec.diameter_mm).all(axis=1)
        lone = [upper[row] for row in np.flatnonzero(bare).tolist()]
        asked = self._leaning(
            above, [token for token in lone if token.visible == 1.0 and token.kind is not None]
        )
        if not asked:
            return []
        others = [token for token in above if token not in asked]
        cover = cover_of(search.view, [*others, *asked], spec, NARROW)
        shown = replace(search, cover=cover, reach=NEAR).crescents(asked)
        clear = [place for place in shown if place.evidence > _CLEAR]
        away_mm = distances(centres_mm(clear), cover.above_mm[-len(asked) :])
        near = (away_mm < _RIGHT_BELOW * spec.diameter_mm).any(axis=1)
        return [clear[row] for row in np.flatnonzero(near).tolist()]

    def _leaning(self, above: Sequence[SeenToken], asked: Sequence[SeenToken]) -> list[SeenToken]:
        """Those of the tokens beside whose own side something of a token's colour shows."""
        spec, pose = self.search.spec, self.search.view.pose
        radius_mm, discs_mm = spec.radius_mm, silhouettes_mm(asked, pose, spec)
        moved = np.flatnonzero(np.linalg.norm(np.diff(discs_mm, axis=1)[:, 0], axis=1) > _MOVED_MM)
        if len(moved) == 0:
            return []
        asked, discs_mm = [asked[row] for row in moved.tolist()], discs_mm[moved]
        points = beside(discs_mm, _DIRECTIONS, _RING * radius_mm)
        every_mm = silhouettes_mm(above, pose, spec).reshape(-1, 2)
        near = distances(points.reshape(-1, 2), every_mm) < _OTHERS * radius_mm
        rows = [above.index(token) for token in asked]
        near = near.reshape(len(asked), -1, len(above), 2)
        near[np.arange(len(asked)), :, rows] = False
        said, known = self.search.colours.evidence(points)
        leaning = np.where(near.any(axis=(2, 3)), -1.0, said * known)
        closed = np.concatenate([leaning, leaning[:, : _RUN - 1]], axis=1)
        runs = np.lib.stride_tricks.sliding_window_view(closed, _RUN, axis=1).mean(axis=2)
        leans = np.flatnonzero(runs.max(axis=1) > _LEANING)
        return [asked[row] for row in leans.tolist()]
