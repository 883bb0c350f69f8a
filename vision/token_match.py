"""Which kind lies at a place, turned by how much: rings of samples against the kinds' pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat_view import FlatView
from vision.rectify import around, sample
from vision.token_art import RADII, TokenArt, normalised_rings, polar_offsets, ring_weights
from vision.turning import ANGLES, at_every_turn

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

_SMALLEST_ENERGY = 1e-6


@dataclass(frozen=True, slots=True)
class Matches:
    """How well each kind fits each place at its best turn.

    `correlation` (n, kinds) from -1 to 1; `angles_rad` (n, kinds); `spread` (n,) is how much
    the samples vary, in grey levels.
    """

    correlation: Array
    angles_rad: Array
    spread: Array


def ring_colours(view: FlatView, centres_mm: Array, radius_mm: float) -> NDArray[np.uint8]:
    """Rings around places (n, 2) mm in colour, BGR: (n, RADII, ANGLES, 3)."""
    offsets = polar_offsets() * np.float32(radius_mm * view.fine.px_per_mm)
    places = around(view.fine.to_px(centres_mm).astype(np.float32), offsets)
    colours = sample(view.fine_bgr, places.reshape(len(centres_mm), -1, 2))
    return np.asarray(colours.reshape(len(centres_mm), RADII, ANGLES, 3), np.uint8)


def sample_rings(view: FlatView, art: TokenArt, centres_mm: Array, radius_mm: float) -> Plane:
    """Rings around places (n, 2) mm along the art's contrast axis: (n, RADII, ANGLES)."""
    colours = ring_colours(view, centres_mm, radius_mm).reshape(-1, 3).astype(np.float32)
    return (colours @ art.axis_bgr.astype(np.float32)).reshape(-1, RADII, ANGLES)


def match(rings: Plane, art: TokenArt) -> Matches:
    """Compare fully visible rings (n, RADII, ANGLES) with every kind at every turn."""
    spread, normalised = normalised_rings(rings)
    return _best_turns(at_every_turn(normalised, art.whole), spread)


def match_visible(rings: Plane, visible: NDArray[np.bool_], art: TokenArt) -> Matches:
    """The same when only part of each place is visible: exact correlation over that part.

    `visible` (n, RADII, ANGLES).  A kind without any contrast in the part scores 0.
    """
    weight = ring_weights()
    mask = visible * weight
    total = np.maximum(mask.sum(axis=(1, 2)), 1e-9)
    mean = (rings * mask).sum(axis=(1, 2)) / total
    centred = (rings - mean[:, None, None]) * mask
    energy = (centred * (rings - mean[:, None, None])).sum(axis=(1, 2))
    n, kinds = len(rings), len(art.names)
    turned = at_every_turn(np.concatenate([centred, mask]), art.parts)
    product, first, second = turned[:n, :kinds], turned[n:, :kinds], turned[n:, kinds:]
    scale = total[:, None, None]
    picture_energy = np.maximum(second - first**2 / scale, _SMALLEST_ENERGY)
    faint = picture_energy < 0.05 * scale
    correlation = product / np.sqrt(np.maximum(energy, 1e-9)[:, None, None] * picture_energy)
    correlation = np.where(faint, 0.0, correlation)
    return _best_turns(correlation, np.sqrt(energy / total))


def _best_turns(correlation: Plane, spread: Array) -> Matches:
    turn = correlation.argmax(axis=2)
    best = np.take_along_axis(correlation, turn[..., None], axis=2)[..., 0]
    return Matches(best.astype(np.float64), turn * (2 * np.pi / ANGLES), spread)
