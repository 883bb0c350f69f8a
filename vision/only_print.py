"""Printed lines that a kind's picture fits: two plain halves look like any edge of an area.

A token hides the print, or has a rim of its own, or its picture fits as lines do not by chance.
What does little of all that must at least have the colours that its kind's picture has beside
those of the other tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import over_disc
from vision.foreign_types import Strange
from vision.rectify import distances
from vision.token_art import TokenArt, ring_weights
from vision.token_match import ring_colours
from vision.token_types import SeenToken, centres_mm
from vision.turning import ANGLES

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_CLEAR_RIM = 0.8  # share with an edge that lines do not make up
_LEAST_RIM, _FITS, _RIM_FOR_FIT = 0.68, 0.98, 1.5  # the rim needed, the more the worse a fit
_TWICE_COUNTS = 0.06  # to leave twice as much of the colours as sure tokens, against a lack of rim
_LEAST_LEFT = 0.004  # of the colours: noise
_MOST_DOUBT, _BARE = 0.23, 0.2  # the more of the print is hidden beyond that, the more it takes
_HIDES = 0.6  # share of the disc in colours that are not the print's: that is no line
_BESIDE = 1.1  # of the radius: what is nearer to a better token is that one's


def without_lines(
    view: FlatView, tokens: list[SeenToken], strange: Strange, art: TokenArt, radius_mm: float
) -> list[SeenToken]:
    """The tokens, all seen whole, without those that only the print's own lines make up."""
    rows = [row for row, token in enumerate(tokens) if token.rim < _CLEAR_RIM]
    if not rows:
        return tokens
    hides = np.ones(len(tokens))
    hides[rows] = _hide([tokens[row] for row in rows], tokens, strange, radius_mm)
    open_ = hides < _HIDES
    if not open_.any():
        return tokens
    lack = np.array([_lack_of_rim(token) for token in tokens])
    sure = (lack <= 0) | (hides > 2 * _BARE)
    doubt = lack + _TWICE_COUNTS * _how_much_more(view, tokens, sure, art, radius_mm)
    out = open_ & (doubt > _MOST_DOUBT + np.maximum(hides - _BARE, 0.0))
    return [token for token, only_lines in zip(tokens, out.tolist(), strict=True) if not only_lines]


def _hide(
    doubted: Sequence[SeenToken], tokens: Sequence[SeenToken], strange: Strange, radius_mm: float
) -> Array:
    """What share (n,) of the discs of some tokens is not the print's, beside better tokens."""
    discs = over_disc(centres_mm(doubted), radius_mm)
    away_mm = distances(discs.reshape(-1, 2), centres_mm(tokens)).reshape(*discs.shape[:2], -1)
    fits = np.array([token.correlation for token in tokens])
    better = fits > np.array([token.correlation for token in doubted])[:, None]
    own = ~((away_mm < _BESIDE * radius_mm) & better[:, None]).any(axis=2)
    odd = strange.may_cover(discs) & own
    return np.asarray(odd.sum(axis=1) / np.maximum(own.sum(axis=1), 1), np.float64)


def _lack_of_rim(token: SeenToken) -> float:
    return _LEAST_RIM + _RIM_FOR_FIT * (_FITS - token.correlation) - token.rim


def _how_much_more(
    view: FlatView, tokens: Sequence[SeenToken], sure: Mask, art: TokenArt, radius_mm: float
) -> Array:
    """How many times twice as much of each token's colours (n,) as of the `sure` ones (n,) its
    kind's picture does not explain; 0 where none is sure."""
    if not sure.any():
        return np.zeros(len(tokens))
    left = _left(view, tokens, sure, art, radius_mm)
    return np.asarray(np.log2(1 + left / (np.median(left[sure]) + _LEAST_LEFT)), np.float64)


def _left(
    view: FlatView, tokens: Sequence[SeenToken], sure: Mask, art: TokenArt, radius_mm: float
) -> Array:
    """The share (n,) of the tokens' colours that their kinds' pictures do not explain.

    Pictures are lit as those of the tokens are that are `sure` (n,), each as brightly as it is
    itself and with as much of the lamp mirrored in it.
    """
    seen = ring_colours(view, centres_mm(tokens), radius_mm).astype(np.float64)
    pictured = np.array([_turned(token, art) for token in tokens])
    ratios = (seen.mean(axis=(1, 2)) + 1) / (pictured.mean(axis=(1, 2)) + 1)
    light = np.median(ratios[sure], axis=0)
    weights = ring_weights()[..., None]

    def product(one: Array, other: Array) -> Array:
        return np.asarray((one * other * weights).sum(axis=(1, 2, 3)), np.float64)

    lit, mirrored = pictured * light, np.broadcast_to(light / light.max(), seen.shape)
    power, whole = product(lit, lit), product(seen, seen)
    along, across = product(seen, lit), product(mirrored, lit)
    # What the lamp adds counts as far as the picture does not explain it already.
    own = np.maximum(product(mirrored, mirrored) - across**2 / power, 1e-9)
    added = np.maximum(product(seen, mirrored) - along * across / power, 0.0)
    left = 1 - (along**2 / power + added**2 / own) / np.maximum(whole, 1.0)
    return np.asarray(np.maximum(left, 0.0), np.float64)


def _turned(token: SeenToken, art: TokenArt) -> Array:
    """The picture of a token's kind, (RADII, ANGLES, 3), turned as the token is."""
    steps = round(token.angle_rad / (2 * np.pi) * ANGLES)
    return np.roll(art.rings_bgr[token.kind], steps, axis=1).astype(np.float64)
