"""What the tokens already read hide of the layer below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.pose import Pose
from vision.rectify import Grid, paired, sample
from vision.token_types import SeenToken, centres_mm

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Points = NDArray[np.floating]

_MARGIN, NARROW = 0.09, 0.03  # of the radius: blurred edge around what covers


@dataclass(frozen=True)
class Cover:
    """What hides the first layer: a mask (height, width) uint8 on the finer raster.

    `discs_mm` (n, 2, 2) are the middles of the two discs that each token may hide on the plane of
    first-layer tops: its top as it appears there, and its underside if it lies on that plane.
    """

    mask: NDArray[np.uint8]
    grid: Grid
    discs_mm: Array

    def hides(self, points_mm: Points) -> NDArray[np.bool_]:
        """Which of the points (..., 2) mm, on the plane of first-layer tops, are hidden."""
        if points_mm.size == 0:
            return np.zeros(points_mm.shape[:-1], bool)
        rows = len(points_mm) if points_mm.ndim > 2 else 1
        points = paired(points_mm.astype(np.float32).reshape(rows, -1, 2))
        places = points * np.float32(self.grid.px_per_mm) + self._origin_px
        hidden = sample(self.mask, places.view(np.float32).reshape(rows, -1, 2), cv2.INTER_NEAREST)
        return np.asarray(hidden.reshape(points_mm.shape[:-1]) > 0)

    @cached_property
    def _origin_px(self) -> np.complex64:
        """Where the board's origin is on the raster, as x + iy."""
        return np.complex64(paired(self.grid.to_px(np.zeros(2))).item())

    @property
    def above_mm(self) -> Array:
        """Where each token would lie (n, 2) if another lay on the board below it."""
        return self.discs_mm[:, 1]

    def beside(self, directions: Array, away_mm: float) -> Array:
        """Points (n, directions, 2) that far from what each token hides: `beside` its discs."""
        return beside(self.discs_mm, directions, away_mm)


def beside(discs_mm: Array, directions: Array, away_mm: float) -> Array:
    """Points (n, directions, 2) that far from what each token hides, seen from its second disc.

    `discs_mm` (n, 2, 2) as a `Cover` has them, `directions` (m, 2) unit vectors; `away_mm` counts
    from the middle of the disc that reaches farther.
    """
    centres = discs_mm[:, 1]
    shift_mm = discs_mm - centres[:, None]
    along = shift_mm @ directions.T
    across_2 = (shift_mm**2).sum(axis=2)[..., None] - along**2
    out_mm = (along + np.sqrt(np.maximum(away_mm**2 - across_2, 0.0))).max(axis=1)
    return np.asarray(centres[:, None] + out_mm[..., None] * directions, np.float64)


def silhouettes_mm(tokens: Sequence[SeenToken], pose: Pose, spec: Tokens) -> Array:
    """The two discs (n, 2, 2) that each token may hide, as a `Cover` has them."""
    tops_mm = centres_mm(tokens)
    undersides_mm = pose.seen_at_mm(tops_mm, spec.thickness_mm, 2 * spec.thickness_mm)
    return np.stack([tops_mm, undersides_mm], axis=1)


def cover_of(
    view: FlatView, tokens: Sequence[SeenToken], spec: Tokens, margin: float = _MARGIN
) -> Cover:
    """The silhouettes of tokens that lie on others, or would if something lay below them, with a
    `margin` around them, in radii."""
    width, height = view.fine.size_wh
    mask = np.zeros((height, width), np.uint8)
    radius_px = round(spec.radius_mm * (1 + margin) * view.fine.px_per_mm * 16)
    if not tokens:
        return Cover(mask, view.fine, np.zeros((0, 2, 2)))
    discs_mm = silhouettes_mm(tokens, view.pose, spec)
    for x, y in np.round(view.fine.to_px(discs_mm.reshape(-1, 2)) * 16).astype(int).tolist():
        cv2.circle(mask, (x, y), radius_px, 255, cv2.FILLED, shift=4)
    return Cover(mask, view.fine, discs_mm)
