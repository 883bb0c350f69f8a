"""Colours of a print under an unknown lamp: an area's own one, and how far others are from it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Colours = NDArray[np.float32]

NOISE_LEVEL = 12.0  # grey levels added before directions are compared: dark pixels have none
SHINE = 90.0  # grey levels that a mirrored lamp may add
_TONE_CURVE = np.float32(2.2)
_MUCH_SHINE = 0.06  # of full light
_LEAST_SHINE = 8.0  # grey levels that so much light adds at least, in the brightest print
_AS_WHITE_AS_THE_LAMP = 0.99  # cosine: eight degrees; the palest skin is twelve off
_LIT = 0.6  # of an area's usual light that its print has at least where a lamp is mirrored
_UNIFORM_DEG = 4.5  # colours of an area that differ by less are one
_LEAST_GROUP = 0.12
_OPPOSITE = -0.03  # likeness below which a colour is surely not the named one
_HUES = {"red": (-0.5, -0.5, 1.0), "yellow": (-1.0, 0.5, 0.5), "blue": (1.0, -0.5, -0.5)}
_MUCH_NEARER = 0.5
_AS_BRIGHT = (0.5, 1.3)  # of a token's brightness elsewhere
_TELLS_DEG = 2.5  # colours nearer to each other than this are not told apart


def own_colour(colours: Colours, name: str, white: Colours) -> Colours:
    """The colour (1, 3) of an area that may be half hidden: of two colours the one it is named.

    The hub and the ground have no name; there the more frequent colour counts.
    """
    middle = np.median(colours, axis=0, keepdims=True)
    angle = off_deg(colours + NOISE_LEVEL, middle + NOISE_LEVEL, white)
    if np.percentile(angle, 85) < _UNIFORM_DEG:
        return np.asarray(middle, np.float32)
    some = colours + NOISE_LEVEL
    directions = some / np.linalg.norm(some, axis=1, keepdims=True)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1e-3)
    no_labels = np.empty((0, 1), np.int32)
    cv2.setRNGSeed(1)
    _, labels, _ = cv2.kmeans(directions, 2, no_labels, criteria, 2, cv2.KMEANS_PP_CENTERS)
    groups = [some[labels[:, 0] == group] - NOISE_LEVEL for group in (0, 1)]
    # A group of a few pixels is noise, whatever its hue.
    groups = [group for group in groups if len(group) > _LEAST_GROUP * len(some)]
    chosen = max(groups, key=lambda group: _likeness(group, name, white))
    return np.asarray(np.median(chosen, axis=0, keepdims=True), np.float32)


def contradicts(colours: Colours, name: str, white: Colours) -> bool:
    """Whether colours (n, 3) are of a hue opposite to an area's name; unnamed areas have none."""
    return name in _HUES and _likeness(colours, name, white) < _OPPOSITE


def _likeness(group: Colours, name: str, white: Colours) -> float:
    """How much a group of colours looks like its area: hue for named ones, else frequency."""
    if name not in _HUES:
        return float(len(group))
    blue, green, red = np.median(group / white, axis=0)
    total = blue + green + red + 1.0
    return float(np.dot((blue, green, red), _HUES[name]) / total)


def off_deg(one: Colours, other: Colours, white: Colours) -> Colours:
    """Angle (n,) between colours (n, 3) and what is expected, after taking out shine.

    A lamp mirrored in a glossy print adds white light, which turns a dark colour towards white
    without anything lying there.  Where it is mirrored the lamp also lights the print: what would
    be left without the shine must not be dim, else pale skin passes for a shining print.
    """
    usual = np.sqrt(_dot(other, other))
    axis = other / usual[:, None]
    along = _dot(one, axis)
    across = one - along[:, None] * axis
    shine = white - (axis @ white)[:, None] * axis
    strength = np.sqrt(_dot(shine, shine))
    shine /= np.maximum(strength, 1e-3)[:, None]
    spare = (along - _LIT * usual) / np.maximum(axis @ white, 1e-3)
    most = np.clip(spare, 0, SHINE) * strength
    across -= np.clip(_dot(across, shine), 0, most)[:, None] * shine
    return np.asarray(np.degrees(np.arctan2(np.sqrt(_dot(across, across)), along)), np.float32)


def nearer(seen: Colours, some: Colours, expected: Colours) -> NDArray[np.bool_]:
    """Where (n,) a colour is much nearer to one of `some` (m, 3) than to what is expected (n, 3).

    Shade keeps the direction of a colour, so directions are compared; brightness only roughly.
    """
    away = angle_deg(seen, expected)
    found = np.zeros(len(seen), bool)
    # The print itself, most of the board, need not be compared.
    rows = np.flatnonzero(away > _TELLS_DEG)
    seen, away = seen[rows], away[rows]
    total = seen @ np.ones(3, np.float32) + 1
    for ground in some:
        share = total / (float(ground.sum()) + 1)
        near = angle_deg(seen, np.broadcast_to(ground, seen.shape)) < _MUCH_NEARER * away
        found[rows] |= near & (share > _AS_BRIGHT[0]) & (share < _AS_BRIGHT[1])
    return found


def angle_deg(one: Colours, other: Colours) -> Colours:
    """Angle (n,) in degrees between colours (n, 3), steadied where both are dark."""
    one, other = one + NOISE_LEVEL, other + NOISE_LEVEL
    cosine = _dot(one, other) / np.sqrt(_dot(one, one) * _dot(other, other))
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))), np.float32)


def shining(seen: Colours, expected: Colours, white: Colours) -> NDArray[np.bool_]:
    """Where (n,) much light is added to the print's, and all of it is the lamp's white.

    Light adds up before the camera's tone curve, so the curve is undone first (a power of 2.2,
    as in sRGB).
    """
    ones = np.ones(3, np.float32)
    rows = np.flatnonzero(seen @ ones > expected @ ones + 3 * _LEAST_SHINE)
    light = (seen[rows] / 255) ** _TONE_CURVE
    added = light - (expected[rows].clip(0, 255) / 255) ** _TONE_CURVE
    strength = added @ white
    total = np.sqrt(np.maximum(_dot(added, added), 1e-9))
    found = np.zeros(len(seen), bool)
    found[rows] = (strength > _MUCH_SHINE) & (strength > _AS_WHITE_AS_THE_LAMP * total)
    return found


def _dot(one: NDArray[Any], other: NDArray[Any]) -> Colours:
    """Products of colours (n, 3), row by row; summing three columns beats a general sum."""
    product = one * other
    return np.asarray(product[:, 0] + product[:, 1] + product[:, 2], np.float32)
