"""Colours of a print under an unknown lamp: an area's own one, and how far others are from it.

Many colours are held as three rows, blue, green and red (3, n) float32 grey levels: whole rows are
worked on far faster than triples.  What is expected of them is (3, n) or, the same for all, (3, 1).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Colours = NDArray[np.float32]
Flags = NDArray[np.bool_]

NOISE_LEVEL = np.float32(12.0)  # grey levels added before directions are compared: dark have none
SHINE = 90.0  # grey levels that a mirrored lamp may add
_TONE_CURVE = np.float32(2.2)
_MUCH_SHINE = 0.06  # of full light
_LEAST_SHINE = 8.0  # grey levels that so much light adds at least, in the brightest print
_AS_WHITE_AS_THE_LAMP = 0.99  # cosine: eight degrees; the palest skin is twelve off
_LIT = np.float32(0.6)  # of an area's usual light that its print has at least where a lamp mirrors
_UNIFORM_DEG = 4.5  # colours of an area that differ by less are one
_UNIFORM_SHARE = 85  # per cent of them that do
_LEAST_GROUP = 0.12
_OPPOSITE = -0.03  # likeness below which a colour is surely not the named one
_HUES = {"red": (-0.5, -0.5, 1.0), "yellow": (-1.0, 0.5, 0.5), "blue": (1.0, -0.5, -0.5)}
_AS_BRIGHT = (0.5, 1.3)  # of a token's brightness elsewhere
_TELLS_DEG = 2.5  # colours nearer to each other than this are not told apart
_TELLS_COSINE = float(np.cos(np.radians(_TELLS_DEG)))
_TOTAL = np.ones(3, np.float32)


def total(colours: Colours) -> Colours:
    """The sum (n,) of the three channels."""
    return np.asarray(_TOTAL @ colours, np.float32)


def departing(seen: Colours, expected: Colours, darkest: float) -> NDArray[np.intp]:
    """Where a colour departs from what is expected, be it ever so little.

    Indices of those of another direction, of less light than the share `darkest` of the
    expected, and of noticeably more light: the others are the print, whatever else is asked.
    """
    one, other = seen + NOISE_LEVEL, expected + NOISE_LEVEL
    along = _dot(one, other)
    turned = along * along < _TELLS_COSINE**2 * (_dot(one, one) * _dot(other, other))
    light, usual = total(one), total(other)
    changed = (light < darkest * usual) | (light > usual + 3 * _LEAST_SHINE)
    return np.flatnonzero(turned | changed)


def middle_of(colours: Colours) -> Colours:
    """The median (3, 1) of each row of colours (3, n)."""
    half = colours.shape[1] // 2
    return np.asarray(np.partition(colours, half, axis=1)[:, half : half + 1], np.float32)


def own_colour(colours: Colours, name: str, white: Colours) -> tuple[Colours, Colours]:
    """The colour (3, 1) of an area that may be half hidden: of two colours the one it is named.

    The hub and the ground have no name; there the more frequent colour counts.  With it, how far
    the colours (3, n) are `off` it (n,).
    """
    middle = middle_of(colours)
    away = off(colours, middle, white)
    if low_share(away, _UNIFORM_SHARE) < np.tan(np.radians(_UNIFORM_DEG)):
        return middle, away
    some = np.ascontiguousarray((colours + NOISE_LEVEL).T)
    directions = some / np.linalg.norm(some, axis=1, keepdims=True)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1e-3)
    no_labels = np.empty((0, 1), np.int32)
    cv2.setRNGSeed(1)
    _, labels, _ = cv2.kmeans(directions, 2, no_labels, criteria, 2, cv2.KMEANS_PP_CENTERS)
    groups = [colours[:, labels[:, 0] == group] for group in (0, 1)]
    # A group of a few pixels is noise, whatever its hue.
    groups = [group for group in groups if group.shape[1] > _LEAST_GROUP * len(some)]
    own = middle_of(max(groups, key=lambda group: _likeness(group, name, white)))
    return own, off(colours, own, white)


def low_share(values: Colours, per_cent: float) -> float:
    """The value that this share of the values (n,) does not exceed."""
    rank = round(per_cent / 100 * (len(values) - 1))
    return float(np.partition(values, rank)[rank])


def contradicts(colours: Colours, name: str, white: Colours) -> bool:
    """Whether colours (3, n) are of a hue opposite to an area's name; unnamed areas have none."""
    return name in _HUES and _likeness(colours, name, white) < _OPPOSITE


def _likeness(group: Colours, name: str, white: Colours) -> float:
    """How much a group of colours looks like its area: hue for named ones, else frequency."""
    if name not in _HUES:
        return float(group.shape[1])
    balanced = middle_of(group)[:, 0] / white
    return float(np.dot(balanced, _HUES[name]) / (balanced.sum() + 1.0))


def off(seen: Colours, expected: Colours, white: Colours) -> Colours:
    """Tangent (n,) of the angle between colours and what is expected, after taking out shine.

    A lamp mirrored in a glossy print adds white light, which turns a dark colour towards white
    without anything lying there.  Where it is mirrored the lamp also lights the print: what would
    be left without the shine must not be dim, else pale skin passes for a shining print.
    """
    one, other = seen + NOISE_LEVEL, expected + NOISE_LEVEL
    usual = np.sqrt(_dot(other, other))
    axis = np.asarray(other / usual, np.float32)
    along = _dot(one, axis)
    towards_white = white @ axis
    shine = np.asarray(white[:, None] - towards_white * axis, np.float32)
    strength = np.sqrt(_dot(shine, shine))
    shine /= np.maximum(strength, np.float32(1e-3))
    spare = (along - _LIT * usual) / np.maximum(towards_white, np.float32(1e-3))
    most = np.clip(spare, 0, np.float32(SHINE)) * strength
    # The shine is of unit length and square to the axis: squares can be taken off one another.
    shone = _dot(one, shine)
    added = np.minimum(np.maximum(shone, 0), most)
    left = _dot(one, one) - along * along - added * (2 * shone - added)
    return np.asarray(np.sqrt(np.maximum(left, 0)) / along, np.float32)


def nearer(seen: Colours, some: Colours, expected: Colours) -> Flags:
    """Where (n,) a colour is much nearer to one of `some` (m, 3) than to what is expected.

    Much nearer is half the angle.  Shade keeps the direction of a colour, so directions are
    compared; brightness only roughly.
    """
    one, other = seen + NOISE_LEVEL, expected + NOISE_LEVEL
    length = np.sqrt(_dot(one, one))
    cosine = _dot(one, other) / (length * np.sqrt(_dot(other, other)))
    found = np.zeros(seen.shape[1], bool)
    # The print itself, most of the board, need not be compared.
    rows = np.flatnonzero(cosine < _TELLS_COSINE)
    if len(some) == 0 or len(rows) == 0:
        return found
    grounds = some + NOISE_LEVEL
    grounds /= np.linalg.norm(grounds, axis=1, keepdims=True)
    # cos(a / 2) from cos(a): no angle need be taken.
    enough = np.sqrt((1 + np.minimum(cosine[rows], 1)) / 2) * length[rows]
    near = grounds @ one.take(rows, axis=1) > enough
    share = (total(seen.take(rows, axis=1)) + 1) / (some.sum(axis=1, keepdims=True) + 1)
    found[rows] = (near & (share > _AS_BRIGHT[0]) & (share < _AS_BRIGHT[1])).any(axis=0)
    return found


def angle_deg(one: Colours, other: Colours) -> Colours:
    """Angle (n,) in degrees between triples of colours (n, 3), steadied where both are dark."""
    one, other = (one + NOISE_LEVEL).T, (other + NOISE_LEVEL).T
    cosine = _dot(one, other) / np.sqrt(_dot(one, one) * _dot(other, other))
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))), np.float32)


def shining(seen: Colours, expected: Colours, white: Colours) -> Flags:
    """Where (n,) much light is added to the print's, and all of it is the lamp's white.

    Light adds up before the camera's tone curve, so the curve is undone first (a power of 2.2,
    as in sRGB).
    """
    found = np.zeros(seen.shape[1], bool)
    rows = np.flatnonzero(total(seen) > total(expected) + 3 * _LEAST_SHINE)
    usual = expected if expected.shape[1] == 1 else expected.take(rows, axis=1)
    added = _light(seen.take(rows, axis=1)) - _light(usual)
    strength = white @ added
    whole = np.sqrt(np.maximum(_dot(added, added), 1e-9))
    found[rows] = (strength > _MUCH_SHINE) & (strength > _AS_WHITE_AS_THE_LAMP * whole)
    return found


def _light(colours: Colours) -> Colours:
    """Light (3, n), full light being 1, of colours as the camera writes them."""
    return np.asarray((colours.clip(0, 255) / 255) ** _TONE_CURVE, np.float32)


def _dot(one: Colours, other: Colours) -> Colours:
    """Products of colours (3, n) and (3, n) or (3, 1), column by column."""
    if other.shape[1] == 1:
        return np.asarray(other[:, 0] @ one, np.float32)
    # Quicker than a general sum over so few rows.
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2], np.float32)
