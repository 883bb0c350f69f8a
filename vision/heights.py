"""How high each token lies, and so where: by what it lies on and by how large it looks.

An upper token stands nearer to the camera and so looks larger.  Of thick tokens under a near camera
that tells the level even where nothing of what lies below is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.align import Aligner
from vision.beside_tokens import adjoin_something
from vision.cover import silhouettes_mm
from vision.flat_view import FlatView
from vision.foreign_types import Strange
from vision.levels import OVERLAP, WHOLE, Standing, at_level, between, lies_on, standings
from vision.pose import Pose
from vision.rectify import distances
from vision.thick_rims import FAR_MOVED_MM
from vision.token_types import SeenToken, centres_mm

Array = NDArray[np.float64]

_LEAST_GROWN = 0.0075  # by a level: less can't be measured
_CLEAR = 0.84  # correlation of a token whose size says something
_FIT_COUNTS, _SIZE_SIGMA = 1.2, 0.005  # of a size: times the fit's own sigma, and what no fit knows
_SAME_SIZE = 0.02  # how much all tokens may look larger than described
_HIGHEST = 3  # level that is asked about
_SURE = 0.97  # probability of a level
_MAY_BE_HIGHER = 0.3  # probability that a token lies on more than is known: people look
_RIGHT_BELOW = 0.8  # probability that nothing lies unseen between a token and the one above it
# Probability of a level that nothing beside a token speaks for: on the board, in a stack, lower.
_HIGHER, _HIGHER_YET, _LOWER = 0.03, 0.15, 0.005


def settled(
    tokens: Sequence[SeenToken],
    strange: Strange,
    unproved_mm: Array,
    view: FlatView,
    aligner: Aligner,
    spec: Tokens,
) -> list[SeenToken]:
    """The tokens, upper ones first, where they lie; where more heights are possible, between them.

    Before, each token's `centre_mm` is where it would lie on the board.  At the places
    `unproved_mm` (n, 2) a rim shows that may be another token's below one.
    """
    discs_mm = silhouettes_mm(tokens, view.pose, spec)
    stands = _doubted(tokens, discs_mm, strange, unproved_mm, spec.radius_mm)
    chances = _by_size(tokens, discs_mm, stands, view, aligner, spec)
    if any(chance is not None for chance in chances):
        _propped(tokens, stands, chances, spec.radius_mm)
    return [
        _by_view(token, stand, view.pose, spec)
        if chance is None
        else _among(token, chance, stand.least, view.pose, spec)
        for token, stand, chance in zip(tokens, stands, chances, strict=True)
    ]


def _doubted(
    tokens: Sequence[SeenToken],
    discs_mm: Array,
    strange: Strange,
    unproved_mm: Array,
    radius_mm: float,
) -> list[Standing]:
    """On which levels tokens may lie, by what they overlap and by what shows beside them.

    A strange colour beside one is oftener its own side or shade than another's below it.
    """
    stands = standings(tokens, radius_mm)
    upon = _may_lie_on(discs_mm[:, 1], unproved_mm, radius_mm)
    beside = adjoin_something(discs_mm, strange, radius_mm)
    for row, token in enumerate(tokens):
        lies_low = stands[row].least == 0 and token.kind is not None and token.visible >= WHOLE
        if lies_low and (upon[row] or beside[row]):
            most = max(stands[row].most, 1)
            likely = upon[row] or stands[row].most > 0
            stands[row] = Standing(0, most, likely)
    return stands


def _may_lie_on(tokens_mm: Array, places_mm: Array, radius_mm: float) -> list[bool]:
    """Of each token at (m, 2) whether it overlaps a place (n, 2) where another may lie below."""
    near = distances(tokens_mm, places_mm) < OVERLAP * 2 * radius_mm
    return [bool(each.any()) for each in near]


def _by_view(token: SeenToken, stand: Standing, pose: Pose, spec: Tokens) -> SeenToken:
    """The token where it lies by what it lies on alone."""
    lower = at_level(token, stand.least, pose, spec)
    if stand.most == stand.least:
        return lower
    return between(lower, at_level(token, stand.most, pose, spec), halfway=stand.likely)


def _by_size(
    tokens: Sequence[SeenToken],
    discs_mm: Array,
    stands: Sequence[Standing],
    view: FlatView,
    aligner: Aligner,
    spec: Tokens,
) -> list[Array | None]:
    """Probabilities of the levels of each token by how large it looks; None where that is not
    to be measured, or hardly matters."""
    chances: list[Array | None] = [None] * len(tokens)
    grown = _grown(view.pose, spec)
    moved_mm = np.linalg.norm(discs_mm[:, 1] - discs_mm[:, 0], axis=1)
    rows = [row for row, token in enumerate(tokens) if _is_clear(token)]
    if not rows or grown[1] - 1 < _LEAST_GROWN or not (moved_mm > FAR_MOVED_MM).any():
        return chances
    clear = [tokens[row] for row in rows]
    sizes, sigma = aligner.sizes(
        view,
        centres_mm(clear),
        np.array([token.kind for token in clear], np.intp),
        np.array([token.angle_rad for token in clear]),
    )
    sigma = np.hypot(_FIT_COUNTS * sigma, _SIZE_SIGMA)
    flat = np.array([stands[row].most == 0 for row in rows], bool)
    usual, unsure = _usual_size(sizes[flat], sigma[flat])
    for row, size, own in zip(rows, sizes.tolist(), sigma.tolist(), strict=True):
        off = (size / usual - grown) / math.hypot(own, unsure)
        chance = _before(stands[row]) * np.exp(-0.5 * off**2)
        chances[row] = chance / chance.sum()
    return chances


def _propped(
    tokens: Sequence[SeenToken],
    stands: Sequence[Standing],
    chances: list[Array | None],
    radius_mm: float,
) -> None:
    """Fill in the levels of tokens that lie below one whose level is known by its size.

    As a rule the one lies right below the other; but a third may lie between them unseen.
    """
    for row, token in enumerate(tokens):
        above = [
            chance
            for other, chance in zip(tokens[:row], chances[:row], strict=True)
            if chance is not None and other.kind is not None and lies_on(other, token, radius_mm)
        ]
        if chances[row] is None and above:
            lowest = min(above, key=lambda chance: float(chance @ np.arange(len(chance))))
            chances[row] = _right_below(lowest, stands[row].least)


def _right_below(chance: Array, least: int) -> Array:
    """Probabilities of the levels of a token that lies on `least` or right below another."""
    own = np.zeros(len(chance))
    for level, share in enumerate(chance.tolist()):
        own[max(level - 1, least)] += _RIGHT_BELOW * share
        own[least] += (1 - _RIGHT_BELOW) * share
    return own


def _is_clear(token: SeenToken) -> bool:
    return token.kind is not None and token.visible >= WHOLE and token.correlation > _CLEAR


def _grown(pose: Pose, spec: Tokens) -> Array:
    """How much larger than on the board tokens look on each level."""
    tops_mm = spec.thickness_mm * (np.arange(_HIGHEST + 1) + 1)
    camera_mm = float(pose.camera_mm[2])
    return np.asarray((camera_mm - tops_mm[0]) / np.maximum(camera_mm - tops_mm, 1.0), np.float64)


def _usual_size(sizes: Array, sigma: Array) -> tuple[float, float]:
    """How large tokens (n,) on the board look, and the sigma of that; the median of many."""
    if len(sizes) == 0:
        return 1.0, _SAME_SIZE
    return float(np.median(sizes)), float(np.median(sigma)) / math.sqrt(len(sizes))


def _before(stand: Standing) -> Array:
    """Probabilities of the levels, not yet of sum 1, by all but the size."""
    levels = np.arange(_HIGHEST + 1)
    share = np.where(levels < stand.least, _LOWER, 1.0)
    if stand.most > stand.least:
        share[levels > stand.least] = 1.0 if stand.likely else 0.4
    share[levels > stand.most] = _HIGHER_YET if stand.most else _HIGHER
    return np.asarray(share, np.float64)


def _among(token: SeenToken, chance: Array, least: int, pose: Pose, spec: Tokens) -> SeenToken:
    """The token on the likeliest of its levels; amid them, unless that one is sure.

    Where it may well lie higher than on `least`, another may lie unseen below it.
    """
    best = int(chance.argmax())
    likeliest = at_level(token, best, pose, spec)
    if chance[best] > _SURE:
        return likeliest
    every = [at_level(token, level, pose, spec) for level in range(len(chance))]
    places_mm = centres_mm(every)
    middle_mm = chance @ places_mm
    spread_mm = math.sqrt(float(chance @ ((places_mm - middle_mm) ** 2).sum(axis=1)))
    x, y = middle_mm.tolist()
    sigma_mm = math.hypot(token.sigma_mm, spread_mm)
    hides = token.visible >= WHOLE and chance[least + 1 :].sum() > _MAY_BE_HIGHER
    may_hide_mm = token.may_hide_mm or ((x, y) if hides else None)
    return replace(likeliest, centre_mm=(x, y), sigma_mm=sigma_mm, may_hide_mm=may_hide_mm)
