"""Tokens under a mirrored lamp: compared as light, where what the lamp adds can be taken off.

A lamp mirrored in a glossy token adds light to it.  In a picture as a camera writes it that
flattens the sign, the more the brighter it is; in amounts of light the sign stays as it was, on
something smooth, which can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.token_art import RADII, TokenArt, as_light, polar_offsets, ring_weights
from vision.token_match import ring_colours
from vision.token_types import SeenToken, centres_mm
from vision.turning import ANGLES, at_every_turn, waves_of

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

CLEAR = 0.84  # correlation of a token that needs no second look
_VEILED = 1.15  # of the light that clear tokens have
_APART = 0.1  # how much less any other kind must correlate
_BURNT_OUT = 250  # grey level in all channels: nothing is known there
_LEAST_SHOWN = 0.9  # of the top, beside what is burnt out


def unveiled(
    view: FlatView, tokens: Sequence[SeenToken], art: TokenArt, radius_mm: float
) -> list[SeenToken]:
    """The tokens; of those that fit poorly and are brighter than the clear ones, fit and
    contrast as they are without the light that lies on them."""
    order = sorted(tokens, key=lambda token: -token.correlation)
    clear = [token for token in order if token.correlation >= CLEAR]
    poor = order[len(clear) :]
    if not poor or not clear:
        return list(tokens)
    colours = ring_colours(view, centres_mm(order), radius_mm)
    light = as_light(colours)
    brightness = _brightness(light, order, art)
    usual = float(np.median(brightness[: len(clear)]))
    correlation, spread = _matched(light, art)
    contrast = spread * correlation.max(axis=1)
    normal = max(float(np.median(contrast[: len(clear)])), 1e-6)
    gain = float(np.median([token.gain for token in clear]))
    shown = (colours.min(axis=3) < _BURNT_OUT).mean(axis=(1, 2))
    settled = list(clear)
    for row, token in enumerate(poor, len(clear)):
        veiled = brightness[row] > _VEILED * usual and shown[row] > _LEAST_SHOWN
        if veiled and _is_same_kind(correlation[row], token):
            likeness = max(float(correlation[row].max()), token.correlation)
            token = replace(token, correlation=likeness, gain=gain * float(contrast[row]) / normal)
        settled.append(token)
    return settled


def _is_same_kind(correlation: Array, token: SeenToken) -> bool:
    """Whether a comparison (kinds,) says the same kind as before, and no other nearly."""
    ordered = np.argsort(-correlation)
    best = float(correlation[ordered[0]])
    apart = len(ordered) == 1 or best - float(correlation[ordered[1]]) > _APART
    return int(ordered[0]) == token.kind and apart


def _matched(light: Plane, art: TokenArt) -> tuple[Array, Array]:
    """How well each kind fits (n, kinds) at its best turn, and how much what shows varies (n,).

    What a smooth light adds counts for nothing.
    """
    pictures = art.in_light.rings_bgr @ art.in_light.axis_bgr.astype(np.float32)
    own, spread = _without_light(light @ art.in_light.axis_bgr.astype(np.float32))
    other, _ = _without_light(pictures)
    turned = at_every_turn(own, waves_of(other))
    return turned.max(axis=2).astype(np.float64), spread


def _without_light(rings: Plane) -> tuple[Plane, Array]:
    """Rings (n, RADII, ANGLES) without what bends but once over a token, of unit energy.

    With them how much they varied (n,).  Any turn of such light is such light, so that pictures
    need not be turned before it is taken off them.
    """
    root = np.broadcast_to(np.sqrt(ring_weights()), (RADII, ANGLES)).ravel()
    x, y = polar_offsets().reshape(-1, 2).astype(np.float64).T
    smooth = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1) * root[:, None]
    basis = np.linalg.qr(smooth)[0]
    weighted = rings.reshape(len(rings), -1).astype(np.float64) * root
    left = weighted - (weighted @ basis) @ basis.T
    spread = np.sqrt((left**2).sum(axis=1))
    unit = left / np.maximum(spread, 1e-6)[:, None]
    return unit.reshape(rings.shape).astype(np.float32), spread


def _brightness(light: Plane, tokens: Sequence[SeenToken], art: TokenArt) -> Array:
    """The light (n,) on tokens against that on their kinds' pictures."""
    kinds = np.array([token.kind for token in tokens], np.intp)
    pictured = as_light(art.rings_bgr).mean(axis=(1, 2, 3))
    return np.asarray(light.mean(axis=(1, 2, 3)) / np.maximum(pictured[kinds], 1.0), np.float64)
