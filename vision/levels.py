"""On which level does a token lie: on the board, on another token, or can't it be told?

An upper token stands nearer to the camera, so that off a camera that stands aside it appears
elsewhere than it lies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.foreign_types import Strange
from vision.token_types import SeenToken

SURELY = 2
WHOLE = 0.95  # visible share from which a token counts as seen whole
_DEEP_OVERLAP = 0.88  # of the diameter: nearer ones can't be side by side
OVERLAP = 0.97  # of the diameter: footprints closer than this lie on each other
_REACH = 1.2  # of the radius: beyond the token's own side, within a crescent
_DIRECTIONS = 48
_LEAST_RUN = 7  # directions next to each other: a bit more than fifty degrees
_OWN_REACH = 1.3  # of the radius: what is so near to a known token belongs to it
_TURNS = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
_RING = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])


def lies_on(token: SeenToken, other: SeenToken, radius_mm: float) -> int:
    """Whether a token lies on another that is seen no better: 0 no, 1 perhaps, SURELY.

    Footprints side by side can't be nearer than a diameter; how much nearer they seem must
    exceed what both places are uncertain by.
    """
    diameter_mm = 2 * radius_mm
    doubt_mm = 2 * math.hypot(token.sigma_mm, other.sigma_mm)
    distance_mm = token.distance_mm(other)
    if distance_mm > OVERLAP * diameter_mm:
        return 0
    hidden = other.visible < WHOLE and distance_mm + doubt_mm < OVERLAP * diameter_mm
    if hidden or distance_mm + doubt_mm < _DEEP_OVERLAP * diameter_mm:
        return SURELY
    return 1


def between(flat: SeenToken, raised: SeenToken) -> SeenToken:
    """A token of which it can't be told whether it lies on another: both places are possible."""
    doubt_mm = flat.distance_mm(raised)
    return replace(flat, sigma_mm=math.hypot(flat.sigma_mm, doubt_mm))


def may_lie_on(
    tokens: Sequence[SeenToken], places_mm: NDArray[np.float64], radius_mm: float
) -> list[bool]:
    """Of each token whether it overlaps one of the places (n, 2) where another may lie below."""
    reach = OVERLAP * 2 * radius_mm
    return [
        any(math.dist(token.centre_mm, place) < reach for place in places_mm.tolist())
        for token in tokens
    ]


def adjoin_something(tokens: Sequence[SeenToken], strange: Strange, radius_mm: float) -> list[bool]:
    """Of each token whether a strange colour, or a token's, follows its rim, apart from the others.

    It may be a part of another token below that shows too little to be recognised.
    """
    if not tokens:
        return []
    centres_mm = np.array([token.centre_mm for token in tokens])
    points = centres_mm[:, None] + _REACH * radius_mm * _RING
    odd = strange.may_cover(points.reshape(-1, 2)).reshape(points.shape[:-1])
    apart = np.linalg.norm(centres_mm[:, None] - centres_mm[None], axis=-1)
    reach = (_REACH + _OWN_REACH) * radius_mm
    for row, other in zip(*np.nonzero((apart > 0) & (apart < reach)), strict=True):
        x, y = (points[row] - centres_mm[other]).T
        odd[row] &= x * x + y * y > (_OWN_REACH * radius_mm) ** 2
    return [_longest_run(around) >= _LEAST_RUN for around in odd]


def _longest_run(flags: NDArray[np.bool_]) -> int:
    """The longest run of True round a circle."""
    if not flags.any() or flags.all():
        return int(flags.sum())
    # Between two flags that are not set lies a run; the round is closed by its first one.
    gaps = np.flatnonzero(~flags)
    return int(np.diff(gaps, append=gaps[0] + len(flags)).max()) - 1
