"""Doubt what only looks like a token: weak patterns, wrong contrast, under a hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.foreign_types import Foreign
from vision.token_types import FITS_NO_KIND, UNDER_SOMETHING, SeenToken

Array = NDArray[np.float64]

_STRONG = 0.84  # correlation of a clearly seen token
_LEAST_GAIN = 0.42  # of the frame's median contrast: paper and skin show fainter patterns
_LEAST_RIM = 0.68  # a weak pattern needs a good rim to be a token at all
_RIM_FOR_PATTERN = 0.8  # how much better the rim must be for a pattern that fits worse
_WEAK_SIGMA = 3.0  # a weak fit may sit wrong by more than its own sigma says


def plausible(tokens: Sequence[SeenToken], foreign: Foreign, board: Board) -> tuple[SeenToken, ...]:
    """The tokens that are believed; those in doubt lose their kind and say why."""
    strong = [token.gain for token in tokens if token.correlation > _STRONG]
    usual = median(strong) if len(strong) > 2 else 0.0
    reach = 1.1 * board.tokens.radius_mm
    believed = []
    for token in tokens:
        by_pattern = token.kind is not None and not token.by_colours
        poor = token.correlation < _STRONG and by_pattern
        weak = token.correlation < _STRONG and token.visible == 1.0
        faint = token.gain < _LEAST_GAIN * usual
        if (weak or token.kind is None) and _on_a_tag(token, board):
            continue
        needed = _LEAST_RIM + _RIM_FOR_PATTERN * (_STRONG - token.correlation)
        if (poor and faint) or (weak and token.rim < needed):
            continue
        part = token.visible < 1 and not by_pattern
        touched = (weak or part) and foreign.near(token.centre_mm, reach)
        if part and touched:
            continue  # more likely a part of the hand
        believed.append(
            _doubted(token, UNDER_SOMETHING if touched else FITS_NO_KIND) if weak else token
        )
    return tuple(believed)


def _on_a_tag(token: SeenToken, board: Board) -> bool:
    """Whether a token's middle lies on a marker."""
    tags = (np.array(tag.corners_mm) for tag in board.tags)
    return any(math.dist(token.centre_mm, tag.mean(axis=0)) < np.ptp(tag[:, 0]) / 2 for tag in tags)


def _doubted(token: SeenToken, why: str) -> SeenToken:
    sigma_mm = token.sigma_mm * _WEAK_SIGMA
    return replace(token, kind=None, sigma_mm=sigma_mm, why=why)
