"""Each token once: two fits that ended on the same token are one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.align import Fits
from vision.token_types import SeenToken

RECOGNISED = 0.7  # correlation after the exact fit
SAME_TRY = 0.4  # of the radius: what fits farther from where it was laid on is another
SAME_PLACE = 0.4  # of the diameter: two fits closer than this are one token


def each_once(tokens: Sequence[SeenToken], radius_mm: float) -> list[SeenToken]:
    """The tokens, of those at the same place only the one that fits best."""
    kept: list[SeenToken] = []
    for token in sorted(tokens, key=lambda token: -token.correlation):
        if all(token.distance_mm(other) > SAME_PLACE * 2 * radius_mm for other in kept):
            kept.append(token)
    return kept


def distinct(fits: Fits, radius_mm: float) -> list[int]:
    """Rows of recognised tokens, the better one where two fits landed on the same token."""
    order = np.argsort(-fits.correlation, kind="stable")
    chosen: list[int] = []
    centres_mm, good = fits.centres_mm.tolist(), (fits.correlation >= RECOGNISED) & (fits.gains > 0)
    for row in order[good[order]].tolist():
        away = [math.dist(centres_mm[row], centres_mm[other]) for other in chosen]
        if all(distance > SAME_PLACE * 2 * radius_mm for distance in away):
            chosen.append(row)
    return chosen
