"""A hand over a whole table: what it covers, and the light that it keeps off."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.hand import HAND_HEIGHT_MM, Hand, paint_hand
from hardware.simulated.lens import Map, View
from hardware.simulated.lighting import Lamp, shade
from hardware.simulated.paint import Picture, Plane, resized
from hardware.simulated.tabletop.rays import Window

_COARSE = 8


@dataclass(frozen=True, eq=False)
class HandLayer:
    """`paint` is colour times `cover` within the window; `shadow` the share of all light that
    the hand keeps from the table, at every eighth pixel of the whole picture.
    """

    window: Window
    paint: Picture
    cover: Plane
    shadow: Plane


def hand_layer(view: View, lamp: Lamp, hand: Hand, seed: int, coarser: int = 2) -> HandLayer:
    """Draw a hand on every `coarser`th pixel; it is out of focus anyway."""
    flat = _coarse_map(view, 0.0)
    window = _window(view, hand)
    if min(window[2:]) < 8:
        nothing = np.zeros((0, 0), np.float32)
        return HandLayer(
            (0, 0, 0, 0), np.zeros((0, 0, 3), np.float32), nothing, _shadow(lamp, hand, flat)
        )
    at = view.plane_map(HAND_HEIGHT_MM, window)
    small_wh = max(2, window[2] // coarser), max(2, window[3] // coarser)
    at = resized(at, small_wh, cv2.INTER_AREA)
    paint, cover = paint_hand(hand, at, lamp, np.random.default_rng(seed))
    paint *= cover[..., None]
    return HandLayer(
        window,
        resized(paint, window[2:], cv2.INTER_LINEAR),
        resized(cover, window[2:], cv2.INTER_LINEAR),
        _shadow(lamp, hand, flat),
    )


def _coarse_map(view: View, height_mm: float) -> Map:
    width, height = view.lens.size_wh
    whole = view.plane_map(height_mm, (0, 0, width, height))
    return resized(whole, (max(2, width // _COARSE), max(2, height // _COARSE)), cv2.INTER_AREA)


def _shadow(lamp: Lamp, hand: Hand, flat: Map) -> Plane:
    heights = (0.5 * HAND_HEIGHT_MM, HAND_HEIGHT_MM, 1.5 * HAND_HEIGHT_MM)
    hidden = shade(lamp, flat, 0.0, hand.outline, heights)
    near = np.clip(1 - hand.outline(flat) / 30, 0, 1) ** 2
    direct = (1 - lamp.ambient) * 0.92 * hidden
    return np.asarray(direct + (1 - direct) * 0.45 * near, np.float32)


def _window(view: View, hand: Hand) -> Window:
    inside = hand.outline(_coarse_map(view, HAND_HEIGHT_MM)) < 14
    width, height = view.lens.size_wh
    if not inside.any():
        return 0, 0, 0, 0
    columns, rows = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    left, top = int(columns[0]) * _COARSE, int(rows[0]) * _COARSE
    right = min(width, (int(columns[-1]) + 1) * _COARSE)
    bottom = min(height, (int(rows[-1]) + 1) * _COARSE)
    return left, top, right - left, bottom - top
