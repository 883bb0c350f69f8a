"""Kinds that show one sign: only their colours tell them apart, or nothing does.

Which lamp shines is not asked as long as it need not be.  It changes a whole token alike, channel
by channel, and so leaves the ratio of sign and ground; a kind whose ground is of another colour has
another ratio.  Where two kinds' pictures differ by less than what the right one leaves anyway, as
with a black sign, the lamp's own colour has to be known: from tokens of other signs, or from the
markers' white.  Colours that are nearer to each other than that is known are left open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vision.token_art import TokenArt, ring_weights
from vision.token_match import ring_colours
from vision.token_types import SeenToken
from vision.turning import ANGLES, at_every_turn, waves_of

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

_POWER = 24.0  # of how much more one twin leaves unexplained than another
_TELLING = 0.6  # of what the likeliest twin leaves, what another one has to leave of its picture
_LEAST_APART = 0.1  # of the colours: without a sign only the edges of two pictures differ
_LEAST_LEFT = 1e-5  # of the energy: less is rounding
# Of the logarithms of channels: how exactly a lamp's colour is known; how much surer many tokens
# are that agree with kinds each, and how many those have to be.
_TINT_SIGMA, _AGREED_SIGMA, _AGREED, _FEWEST = 0.25, 0.05, 2.0, 4
_STEADY = 8.0  # grey levels: dark channels say little
_CLEAR = 0.9  # correlation of a token that says how the lamp is


def told_apart(
    view: FlatView,
    tokens: Sequence[SeenToken],
    places_mm: Array,
    art: TokenArt,
    radius_mm: float,
    white_bgr: NDArray[np.floating],
) -> list[SeenToken]:
    """The tokens, whose kinds are likely or not; those with twins as their colours say.

    `places_mm` (n, 2) are where their tops are seen on the plane of first-layer tops; `white_bgr`
    (3,) is what white looks like, in any brightness.
    """
    rows = [row for row, token in enumerate(tokens) if _has_twins(token, art)]
    told = list(tokens)
    if not rows:
        return told
    seen = ring_colours(view, places_mm, radius_mm)
    left, turns_rad = _unexplained(seen[rows], art)
    apart, _ = _unexplained(art.rings_bgr, art)
    tinted = _in_sigmas(_tint_misfits(seen, tokens, art, white_bgr)[rows])
    for row, each, tint, turned in zip(rows, left, tinted, turns_rad, strict=True):
        told[row] = _by_colour(tokens[row], each, apart, tint, turned, art)
    return told


def _tint_misfits(
    seen: NDArray[Any], tokens: Sequence[SeenToken], art: TokenArt, white_bgr: NDArray[np.floating]
) -> Array:
    """How far (n, kinds) each token's colour is off each kind's under this lamp."""
    tints = _without_brightness(_mean_log(seen)[:, None] - _mean_log(art.rings_bgr))
    alone = [
        row
        for row, token in enumerate(tokens)
        if token.kind is not None and token.correlation > _CLEAR and not _has_twins(token, art)
    ]
    kinds = [token.kind for token in tokens]
    if alone:
        lamp = np.median([tints[row, kinds[row]] for row in alone], axis=0)
    else:
        lamp = _without_brightness(np.log(np.maximum(white_bgr, 1e-3)))
    return np.asarray(np.linalg.norm(tints - lamp, axis=2), np.float64)


def _in_sigmas(misfits: Array) -> Array:
    """The same in sigmas, which are the smaller the better all tokens (n) agree with some kind."""
    agreed = math.hypot(_AGREED_SIGMA, _AGREED * float(np.median(misfits.min(axis=1))))
    return misfits / (agreed if len(misfits) >= _FEWEST else _TINT_SIGMA)


def _mean_log(rings_bgr: NDArray[Any]) -> Array:
    """The logarithms (n, 3) of the mean colours of rings (n, RADII, ANGLES, 3)."""
    weights = (ring_weights() / ring_weights().sum() / ANGLES)[..., None]
    return np.asarray(np.log((rings_bgr * weights).sum(axis=(1, 2)) + _STEADY), np.float64)


def _without_brightness(logs: Array) -> Array:
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True), np.float64)


def _has_twins(token: SeenToken, art: TokenArt) -> bool:
    return token.kind is not None and int(art.alike[token.kind].sum()) > 1


def _by_colour(
    token: SeenToken, left: Array, apart: Array, tint: Array, turns_rad: Array, art: TokenArt
) -> SeenToken:
    """A token whose twins share among them what they have, by what each leaves (kinds,).

    `apart` (kinds, kinds) is what each kind leaves of another one's picture, `tint` (kinds,) how
    many sigmas the token's colour is off each.
    """
    twins = np.flatnonzero(art.alike[token.kind])
    best = twins[left[twins].argmin()]
    least = float(left[best])
    telling = apart[best, twins] > max(_LEAST_APART, _TELLING * least)
    by_tint = np.exp(-0.5 * (tint[twins] ** 2 - tint[twins].min() ** 2))
    shares = np.where(telling, left[twins] / least, 1.0) ** -_POWER * by_tint
    likeliest = twins[shares.argmax()]
    had = dict(token.kinds)
    shares *= sum(had[art.names[twin]] for twin in twins.tolist()) / shares.sum()
    had |= {art.names[twin]: share for twin, share in zip(twins, shares.tolist(), strict=True)}
    angle_rad = token.angle_rad if likeliest == token.kind else float(turns_rad[likeliest])
    ordered = tuple(sorted(had.items(), key=lambda kind: -kind[1]))
    return replace(token, kind=int(likeliest), angle_rad=angle_rad, kinds=ordered)


def _unexplained(seen: NDArray[Any], art: TokenArt) -> tuple[Array, Array]:
    """What each kind leaves unexplained of tokens' colours, and at which turn it leaves least.

    `seen` (n, RADII, ANGLES, 3).  Returns two arrays (n, kinds): a share (0..1) of the colours'
    root mean square, and radians.
    """
    shown, pictured = _weighted(seen), _weighted(art.rings_bgr)
    explained = np.zeros((len(shown), len(pictured), ANGLES), np.float32)
    for channel in range(3):
        here, there = shown[..., channel], pictured[..., channel]
        power = np.maximum((there**2).sum(axis=(1, 2)), 1.0)
        explained += at_every_turn(here, waves_of(there)) ** 2 / power[:, None]
    total = np.maximum((shown**2).sum(axis=(1, 2, 3)), 1.0)[:, None]
    left = np.maximum(1 - explained.max(axis=2) / total, _LEAST_LEFT).astype(np.float64)
    return np.sqrt(left), explained.argmax(axis=2) * (2 * np.pi / ANGLES)


def _weighted(rings: NDArray[Any]) -> Plane:
    return np.asarray(rings * np.sqrt(ring_weights())[..., None], np.float32)
