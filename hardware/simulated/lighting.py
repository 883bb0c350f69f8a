"""Light on a simulated table: a lamp, its colour, shadows of discs and hands, reflections."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Map, View
from hardware.simulated.paint import Bgr, Plane, looked_up
from hardware.simulated.tossing import Lying

Outline = Callable[[Map], Plane]
"""Signed distance in mm (negative inside) of a thing at each x, y of a map."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp over the table and the light that comes from all sides.

    `place_mm` x, y, height; `radius_mm` softens shadows; `ambient` is the share (0..1) of
    light without direction; `slope_xy` tilts the ambient light across the table, per metre.
    """

    place_mm: tuple[float, float, float]
    radius_mm: float
    ambient: float
    slope_xy: tuple[float, float]
    kelvin: float


def lamp_tint(kelvin: float) -> Bgr:
    """Linear B, G, R of a black body, green 1: Planck's law at 450, 550 and 610 nm."""

    def radiance(nanometres: float, temperature: float) -> float:
        return nanometres**-5 / math.expm1(1.4388e7 / (nanometres * temperature))

    waves = (450.0, 550.0, 610.0)
    blue, green, red = (radiance(w, kelvin) / radiance(w, 6500.0) for w in waves)
    return blue / green, 1.0, red / green


def lit(lamp: Lamp, at: Map, height_mm: float, aim_mm: tuple[float, float]) -> tuple[Plane, Plane]:
    """Direct and ambient light on level ground at each x, y; together 1 at `aim_mm`."""
    lx, ly, lz = lamp.place_mm
    rise = lz - height_mm
    squared = (at[..., 0] - lx) ** 2 + (at[..., 1] - ly) ** 2 + rise**2
    reference = (aim_mm[0] - lx) ** 2 + (aim_mm[1] - ly) ** 2 + lz**2
    direct = (1 - lamp.ambient) * (reference / squared) ** 1.5
    slope_x, slope_y = lamp.slope_xy
    tilt = slope_x * (at[..., 0] - aim_mm[0]) + slope_y * (at[..., 1] - aim_mm[1])
    ambient = lamp.ambient * np.clip(1 + tilt / 1000, 0.3, 2.0)
    return np.asarray(direct, np.float32), np.asarray(ambient, np.float32)


def gleam(lamp: Lamp, view: View, at: Map, height_mm: float, sharpness: float) -> Plane:
    """The lamp's mirror image on level ground at each x, y: haze 0..1, up to 5 in its middle."""
    place = np.empty((*at.shape[:2], 3), np.float32)
    place[..., :2], place[..., 2] = at, height_mm
    to_lamp = np.asarray(lamp.place_mm, np.float32) - place
    to_eye = view.camera_mm.astype(np.float32) - place
    to_lamp /= np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    to_eye /= np.linalg.norm(to_eye, axis=-1, keepdims=True)
    half = to_lamp + to_eye
    upright = half[..., 2] / np.linalg.norm(half, axis=-1)
    upright = np.clip(upright, 0, 1)
    # A semi-gloss surface shows a wide haze and, in its middle, the lamp itself.
    return np.asarray(upright**sharpness + 4.0 * upright ** (12 * sharpness), np.float32)


def _soft(distance: Plane, softness_mm: float) -> Plane:
    share = np.clip(0.5 - distance / (2 * softness_mm), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def shade(
    lamp: Lamp, at: Map, ground_mm: float, outline: Outline, heights_mm: Sequence[float]
) -> Plane:
    """How much of the lamp (0..1) a thing hides at each x, y, sliced at some heights.

    A ray from the ground to the lamp meets height h at one x, y; the thing hides the lamp as
    far as that place lies inside its outline, softly by the lamp's size.
    """
    lx, ly, lz = lamp.place_mm
    hidden = np.zeros(at.shape[:2], np.float32)
    towards = np.array([lx, ly], np.float32) - at
    for height in heights_mm:
        share = (height - ground_mm) / (lz - ground_mm)
        if share <= 0:
            continue
        softness = 0.25 + lamp.radius_mm * share
        passing = np.asarray(at + towards * share, np.float32)
        hidden = np.maximum(hidden, _soft(outline(passing), softness))
    return hidden


def disc(centre_mm: tuple[float, float], radius_mm: float) -> Outline:
    """The outline of a round token."""

    def distance(at: Map) -> Plane:
        dx, dy = at[..., 0] - centre_mm[0], at[..., 1] - centre_mm[1]
        return np.asarray(np.sqrt(dx * dx + dy * dy) - radius_mm, np.float32)

    return distance


@dataclass(frozen=True, eq=False)
class ShadowSheet:
    """Shadows on one level plane, drawn once in millimetres and looked up per pixel."""

    origin_mm: tuple[float, float]
    px_per_mm: float
    hidden: Plane

    def at(self, places: Map) -> Plane:
        """Hidden share of the lamp (0..1) at each x, y; nothing is hidden off the sheet."""
        grid = (places - np.asarray(self.origin_mm, np.float32)) * self.px_per_mm - 0.5
        return looked_up(self.hidden, grid.astype(np.float32), cv2.BORDER_CONSTANT)


def ring(centre_mm: tuple[float, float], inner_mm: float, outer_mm: float) -> Outline:
    """The outline of a ring seen from above."""
    middle, half = (inner_mm + outer_mm) / 2, (outer_mm - inner_mm) / 2
    whole = disc(centre_mm, 0.0)

    def distance(at: Map) -> Plane:
        return np.asarray(np.abs(whole(at) - middle) - half, np.float32)

    return distance


def shadow_sheet(
    lamp: Lamp,
    tokens: Sequence[Lying],
    size_mm: tuple[float, float],
    token_mm: tuple[float, float],
    ground_mm: float,
) -> ShadowSheet:
    """Shadows that tokens (`token_mm` is diameter and thickness) cast on a level plane."""
    margin, density = 60.0, 3.0
    width, height = (round((side + 2 * margin) * density) for side in size_mm)
    hidden = np.zeros((height, width), np.float32)
    radius, thick = token_mm[0] / 2, token_mm[1]
    for token in tokens:
        bottom = token.level * thick
        if bottom < ground_mm - 1e-6:
            continue
        reach = radius + 4 + (bottom + thick) * 5
        x, y = ((c + margin) * density for c in token.centre_mm)
        left, top = max(0, int(x - reach * density)), max(0, int(y - reach * density))
        right, low = min(width, int(x + reach * density)), min(height, int(y + reach * density))
        at = grid_mm((left, top, right - left, low - top), density, margin)
        heights = np.linspace(bottom, bottom + thick, 6)[1:]
        window = hidden[top:low, left:right]
        np.maximum(
            window,
            shade(lamp, at, ground_mm, disc(token.centre_mm, radius), [float(h) for h in heights]),
            out=window,
        )
    return ShadowSheet((-margin, -margin), density, hidden)


def with_shadow_of(
    sheet: ShadowSheet, lamp: Lamp, ground_mm: float, outline: Outline, heights_mm: Sequence[float]
) -> ShadowSheet:
    """The same sheet with the shadow of one more thing."""
    height, width = sheet.hidden.shape
    at = grid_mm((0, 0, width, height), sheet.px_per_mm, -sheet.origin_mm[0])
    more = shade(lamp, at, ground_mm, outline, heights_mm)
    return ShadowSheet(sheet.origin_mm, sheet.px_per_mm, np.maximum(sheet.hidden, more))


def grid_mm(window_xywh: tuple[int, int, int, int], px_per_mm: float, margin_mm: float) -> Map:
    """The x, y in millimetres of the pixels of a sheet's window."""
    left, top, width, height = window_xywh
    at: NDArray[np.float32] = np.empty((height, width, 2), np.float32)
    at[..., 0] = (np.arange(left, left + width, dtype=np.float32) + 0.5) / px_per_mm - margin_mm
    at[..., 1] = ((np.arange(top, top + height, dtype=np.float32) + 0.5) / px_per_mm - margin_mm)[
        :, None
    ]
    return at
