"""How large the tokens are against their description: a wrong diameter makes all readings wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.flow import Sentence
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.foreign_types import Strange
from vision.levels import WHOLE
from vision.pose import Pose
from vision.token_art import TokenArt
from vision.token_match import match, sample_rings
from vision.token_types import SeenToken
from vision.tokens import TokenReader

_CLEAR = 0.7  # correlation of a token that is worth measuring
_FIRM_SIGMA = 0.05  # of the radius: a token between two heights is not measured
_SURE = 0.8  # correlation of a token that proves another size than the described one
_FINE = np.array([0.76, 0.83, 0.9, 0.96, 1.0, 1.04, 1.1, 1.18, 1.28])
_COARSE = (
    *(0.53, 0.56, 0.6, 0.66, 0.72, 0.78, 0.84, 0.9, 0.95),
    *(1.06, 1.12, 1.19, 1.27, 1.36, 1.46),
)
_MOST_MEASURED = 3
_TOLERANCE = 0.055
_BLOB = 0.1  # token areas of strange colour that are worth asking what they are


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
        if token.level == 0
        and token.visible >= WHOLE
        and token.correlation > _CLEAR
        and token.kind is not None
        and token.sigma_mm < _FIRM_SIGMA * board.tokens.radius_mm
    ]
    if not clear:
        return None
    clear = sorted(clear, key=lambda token: -token.correlation)[:_MOST_MEASURED]
    centres = np.array([token.centre_mm for token in clear])
    kinds = np.array([token.kind for token in clear])
    radii_mm = [board.tokens.radius_mm * size for size in _FINE.tolist()]
    rings = np.concatenate([sample_rings(view, art, centres, each) for each in radii_mm])
    correlation = match(rings, art).correlation
    curve = correlation[np.arange(len(rings)), np.tile(kinds, len(_FINE))]
    best = _FINE[curve.reshape(len(_FINE), -1).argmax(axis=0)]
    return float(np.median(best))


def something_lies_there(strange: Strange, board: Board) -> bool:
    """Whether the print is hidden somewhere by more than lines and noise."""
    solid = cv2.erode(strange.mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    token_px = np.pi * (board.tokens.radius_mm * strange.grid.px_per_mm) ** 2
    return bool(solid.sum() > _BLOB * token_px)


def other_size(
    image_bgr: NDArray[np.uint8], pose: Pose, board: Board, art: TokenArt
) -> float | None:
    """The size, against the described one, at which tokens are clearly seen; None if at none."""
    best_score, best = 0.0, None
    for size in _COARSE:
        diameter_mm = board.tokens.diameter_mm * size
        scaled = replace(board, tokens=replace(board.tokens, diameter_mm=diameter_mm))
        flattener = Flattener(scaled)
        view = look(flatten_frame(image_bgr, pose, flattener), flattener)
        every = {tag.id for tag in board.tags}
        tokens = TokenReader(scaled, art).glance(view, every).tokens
        sure = [token for token in tokens if token.correlation > _SURE]
        score = sum(token.correlation for token in sure)
        if score > best_score:
            best_score = score
            best = size * (size_ratio(view, sure, art, scaled) or 1.0)
    return best


def size_problem(ratio: float, board: Board) -> str | None:
    """A sentence when the tokens are clearly not of the described size."""
    if abs(ratio - 1) < _TOLERANCE:
        return None
    described = board.tokens.diameter_mm
    return Sentence(
        "other_size",
        "The tokens look about {seen_mm} mm across, but token.diameter_mm says {described_mm}; "
        "correct it, or crop the pictures of token.kinds to the token's edge.",
        seen_mm=f"{described * ratio:.0f}",
        described_mm=f"{described:g}",
    )
