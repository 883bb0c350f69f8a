"""Is the colour beside a token the print's own, in light or shade, or rather a token's?

Shade keeps the direction of a colour, so directions are compared.  Each sample weighs the two
explanations as Gaussian errors of the direction; a token of a kind that is not in view may have
any colour, which is the third explanation and counts for a token.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import FlatView
from vision.foreign_types import Strange
from vision.print_colours import angle_deg
from vision.rectify import sample
from vision.token_types import SeenToken

Array = NDArray[np.float64]
Colours = NDArray[np.float32]
Hides = Callable[[Array], NDArray[np.bool_]]

_SIGMA_DEG = 2.0
_ANY_DEG = 6.0  # a colour that nothing in view has
_MOST = 2.0  # of one sample's weight: no single one decides
_AS_BRIGHT = (0.3, 1.3)  # of a token's ground elsewhere
_LEAST_KNOWN = 0.3  # of the samples: where less of the print is known, nothing is said
_RADII, _ANGLES = (0.15, 0.35, 0.55, 0.75, 0.86, 0.94), 40
_OUTER_PART = (0.65, 0.8)  # of a token's radius: its ground, where signs seldom reach
_AROUND = 16


@dataclass(frozen=True, slots=True)
class TokenColours:
    """Compares places of one view with the print and with the tokens' grounds (m, 3) BGR."""

    view: FlatView
    strange: Strange
    grounds: Colours
    radius_mm: float

    @staticmethod
    def of(
        view: FlatView, strange: Strange, tokens: Sequence[SeenToken], radius_mm: float
    ) -> TokenColours:
        """The comparison for a view in which `tokens` were recognised."""
        centres = np.array([token.centre_mm for token in tokens])
        ring = np.concatenate([_ring(_AROUND) * share for share in _OUTER_PART]) * radius_mm
        colours = _seen(view, centres[:, None] + ring[None])
        return TokenColours(view, strange, np.median(colours, axis=1).astype(np.float32), radius_mm)

    def leaning(self, centres_mm: Array, hides: Hides) -> Array:
        """How much (-2 to 2) the visible part of discs (n, 2) mm leans to a token's colour."""
        offsets = np.concatenate([_ring(_ANGLES) * radius for radius in _RADII])
        weight = np.repeat(_RADII, _ANGLES)
        points = centres_mm[:, None] + offsets[None] * self.radius_mm
        evidence, known = self._evidence(points)
        seen = ~hides(points) * weight
        counted = seen * known
        mean = (evidence * counted).sum(axis=1) / np.maximum(counted.sum(axis=1), 1e-9)
        enough = counted.sum(axis=1) > _LEAST_KNOWN * seen.sum(axis=1)
        return np.where(enough, mean, 0.0)

    def _evidence(self, points_mm: Array) -> tuple[Array, NDArray[np.bool_]]:
        """What each point (n, m, 2) says for a token, and where the print is known at all."""
        seen = _seen(self.view, points_mm)
        shape = seen.shape[:-1]
        flat = seen.reshape(-1, 3)
        from_print, known = self._from_print_deg(flat, points_mm.reshape(-1, 2))
        from_token = np.full(len(flat), _ANY_DEG, np.float32)
        total = flat.sum(axis=1) + 1
        for ground in self.grounds:
            share = total / (float(ground.sum()) + 1)
            angle = angle_deg(flat, np.broadcast_to(ground, flat.shape))
            alike = (share > _AS_BRIGHT[0]) & (share < _AS_BRIGHT[1])
            from_token = np.where(alike, np.minimum(from_token, angle), from_token)
        evidence = (from_print**2 - from_token**2) / (2 * _SIGMA_DEG**2)
        return np.clip(evidence, -_MOST, _MOST).reshape(shape), known.reshape(shape)

    def _from_print_deg(self, seen: Colours, points_mm: Array) -> tuple[Colours, NDArray[np.bool_]]:
        """Angles (n,) to the nearest colour that the print has around each point.

        Lines of the print lie beside where they are expected by the parallax of a token's top.
        """
        grid, print_bgr = self.strange.grid, self.strange.print_bgr
        height, width = print_bgr.shape[:2]
        columns, rows = np.round(grid.to_px(points_mm)).astype(np.intp).T
        angle = np.full(len(seen), np.inf, np.float32)
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                place = (rows + down).clip(0, height - 1), (columns + across).clip(0, width - 1)
                expected = print_bgr[place]
                away = np.where(expected.any(axis=1), angle_deg(seen, expected), np.inf)
                angle = np.minimum(angle, away)
        known = np.isfinite(angle)
        return np.where(known, angle, 0).astype(np.float32), known


def _ring(points: int) -> Array:
    angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _seen(view: FlatView, points_mm: Array) -> Colours:
    """The colours (n, m, 3) at points (n, m, 2) on the plane of first-layer tops."""
    return np.asarray(
        sample(view.fine_bgr, view.fine.to_px(points_mm).astype(np.float32)), np.float32
    )
