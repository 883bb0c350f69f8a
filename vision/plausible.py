"""Doubt what only looks like a token: weak patterns, wrong contrast, wrong size, under a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.flat_view import FlatView
from vision.foreign import Foreign
from vision.token_art import TokenArt
from vision.token_match import match, sample_rings
from vision.token_types import SeenToken

Array = NDArray[np.float64]

_STRONG = 0.84  # correlation of a clearly seen token
_LEAST_GAIN = 0.42  # of the frame's median contrast: paper and skin show fainter patterns
_LEAST_RIM = 0.68  # a weak pattern needs a good rim to be a token at all
_WEAK_SIGMA = 3.0  # a weak fit may sit wrong by more than its own sigma says
_UNDER_HAND = "something covers it in part"
_FAINT = "the picture fits no kind well enough"

_SIZES = np.array([0.76, 0.83, 0.9, 0.96, 1.0, 1.04, 1.1, 1.18, 1.28])
_MOST_MEASURED = 3
_SIZE_TOLERANCE = 0.055


def plausible(tokens: Sequence[SeenToken], foreign: Foreign, board: Board) -> tuple[SeenToken, ...]:
    """The tokens that are believed; those in doubt lose their kind and say why."""
    tags = np.array([tag.corners_mm for tag in board.tags]).mean(axis=1)
    sides = np.array([np.ptp(np.array(tag.corners_mm)[:, 0]) for tag in board.tags])
    strong = [token.gain for token in tokens if token.correlation > _STRONG]
    usual = float(np.median(strong)) if len(strong) > 2 else 0.0
    reach = 1.1 * board.tokens.radius_mm
    believed = []
    for token in tokens:
        apart = np.hypot(*(tags - token.centre_mm).T)
        weak = token.correlation < _STRONG and token.visible == 1.0
        on_tag = bool((apart < sides / 2).any())
        faint = token.gain < _LEAST_GAIN * usual
        if on_tag and (weak or token.kind is None):
            continue
        if weak and (faint or token.rim < _LEAST_RIM):
            continue
        if token.visible < 1 and token.kind is None and foreign.near(token.centre_mm, reach):
            continue  # more likely a part of the hand
        touched = foreign.near(token.centre_mm, reach)
        believed.append(_doubted(token, _UNDER_HAND if touched else _FAINT) if weak else token)
    return tuple(believed)


def _doubted(token: SeenToken, why: str) -> SeenToken:
    sigma_mm = token.sigma_mm * _WEAK_SIGMA
    return replace(token, kind=None, sigma_mm=sigma_mm, why=why)


def size_ratio(
    view: FlatView, tokens: Sequence[SeenToken], art: TokenArt, board: Board
) -> float | None:
    """How large the tokens look against the described diameter; None when no token is clear.

    Each clearly seen token's picture is compared at several sizes; the median of the best
    sizes counts.
    """
    clear = [
        token
        for token in tokens
        if token.level == 0 and token.correlation > _STRONG - 0.14 and token.kind is not None
    ]
    if not clear:
        return None
    clear = sorted(clear, key=lambda token: -token.correlation)[:_MOST_MEASURED]
    centres = np.array([token.centre_mm for token in clear])
    kinds = np.array([token.kind for token in clear])
    rows = np.arange(len(clear))
    curve = []
    for size in _SIZES:
        rings = sample_rings(view, art, centres, board.tokens.radius_mm * size)
        curve.append(match(rings, art).correlation[rows, kinds])
    best = _SIZES[np.array(curve).argmax(axis=0)]
    return float(np.median(best))


def size_problem(ratio: float, board: Board) -> str | None:
    """A sentence when the tokens are clearly not of the described size."""
    if abs(ratio - 1) < _SIZE_TOLERANCE:
        return None
    described = board.tokens.diameter_mm
    return (
        f"The tokens look about {described * ratio:.0f} mm across, but token.diameter_mm says "
        f"{described:g}; correct it, or crop the pictures of token.kinds to the token's edge."
    )
