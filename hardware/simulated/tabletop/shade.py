"""Shadows on a simulated table: what stands between the lamp and a level, drawn once per level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from hardware.simulated.lens import Map
from hardware.simulated.lighting import Lamp
from hardware.simulated.paint import Plane
from hardware.simulated.tabletop.layout import BOARD_THICK_MM, Floats, LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import moved
from hardware.simulated.tabletop.upright import Card

_DENSITY = 1.6  # pixels to the millimetre
_MARGIN_MM = 70.0
_STEP_MM = 0.5  # levels nearer to each other than this share their shadows
_NEAR_MM = 2.2  # how far a thing's nearness keeps light from all sides off
_NO_MAP = np.empty(0, np.float32)
_SHIFT = 4
_HOLLOW_SHARE = 0.01  # an outline that is hollow by less casts its shadow as if it were not


@dataclass(frozen=True, eq=False)
class Caster:
    """An outline in the air, (n, 3): x, y, height (mm); `foot_mm` and `top_mm` bound the thing."""

    outline: Floats
    foot_mm: float
    top_mm: float


@dataclass(frozen=True, eq=False)
class Level:
    """Hidden share of the lamp and nearness of things (0..255) over one level."""

    origin_mm: tuple[float, float]
    hidden: NDArray[np.uint8]
    near: NDArray[np.uint8]

    def at(self, places: Map) -> tuple[Plane, Plane]:
        """Hidden share and nearness (0..1) at each x, y of a map; none off the sheet.

        Nearness is known on the table and on the boards only; it is 0 higher up.
        """
        shift = [-origin * _DENSITY - 0.5 for origin in self.origin_mm]
        grid = moved(places, np.array([[_DENSITY, 0, shift[0]], [0, _DENSITY, shift[1]]]))
        return self._look(self.hidden, grid), self._look(self.near, grid)

    def _look(self, sheet: NDArray[np.uint8], grid: Map) -> Plane:
        seen = cv2.remap(sheet, grid, _NO_MAP, cv2.INTER_LINEAR, borderValue=0)
        return seen.astype(np.float32) * np.float32(1 / 255)


@dataclass(frozen=True, eq=False)
class Shades:
    """The shadows of one layout under one lamp, level by level.

    With `within_mm` (left, top, right, bottom) only that part of the table is asked about.
    """

    layout: TableLayout
    lamp: Lamp
    within_mm: tuple[float, float, float, float] | None = None
    _levels: dict[int, Level] = field(default_factory=dict)

    def level(self, height_mm: float) -> Level:
        """The shadows on the level plane of that height."""
        step = round(height_mm / _STEP_MM)
        if step not in self._levels:
            self._levels[step] = self._draw(step * _STEP_MM)
        return self._levels[step]

    def _draw(self, ground_mm: float) -> Level:
        origin, (width, height) = self._sheet
        hidden = np.zeros((height, width), np.uint8)
        near = np.zeros((height, width) if ground_mm <= 0 else (1, 1), np.uint8)
        groups: dict[int, list[NDArray[np.int32]]] = {}
        feet = []
        for caster in self._casters:
            if caster.top_mm < ground_mm + 0.5 * _STEP_MM:
                continue
            rise = (caster.foot_mm + caster.top_mm) / 2 - ground_mm
            shadow = _cast(caster, self.lamp, ground_mm)
            groups.setdefault(round(max(rise, 0.5) * 2), []).append(_pixels(shadow, origin))
            if ground_mm <= 0 and caster.foot_mm < ground_mm + 6:
                feet.append(_pixels(caster.outline[:, :2], origin))
        lamp_height = self.lamp.place_mm[2] - ground_mm
        for half_mm, outlines in groups.items():
            softness = 0.3 + self.lamp.radius_mm * (half_mm / 2) / lamp_height
            _blurred_into(hidden, outlines, softness)
        _blurred_into(near, feet, _NEAR_MM)
        return Level(origin, hidden, near)

    @cached_property
    def _sheet(self) -> tuple[tuple[float, float], tuple[int, int]]:
        """Where (mm) the drawn levels begin, and their width and height in pixels."""
        left, top, right, bottom = self.layout.bounds_mm
        origin = left - _MARGIN_MM, top - _MARGIN_MM
        far = right + _MARGIN_MM, bottom + _MARGIN_MM
        size = [round((b - a) * _DENSITY) for a, b in zip(origin, far, strict=True)]
        if self.within_mm is None:
            return origin, (size[0], size[1])
        # Whole pixels of the whole sheet, so that a part is drawn just as the whole is.
        low = [
            min(max(0, math.floor((near - _MARGIN_MM - a) * _DENSITY)), most - 1)
            for near, a, most in zip(self.within_mm[:2], origin, size, strict=True)
        ]
        high = [
            max(start + 1, min(most, math.ceil((near + _MARGIN_MM - a) * _DENSITY)))
            for near, a, most, start in zip(self.within_mm[2:], origin, size, low, strict=True)
        ]
        begins = origin[0] + low[0] / _DENSITY, origin[1] + low[1] / _DENSITY
        return begins, (high[0] - low[0], high[1] - low[1])

    def _far(self, piece: LaidPiece) -> bool:
        """Whether a piece is too far away to matter."""
        if self.within_mm is None:
            return False
        x, y = self.layout.centre_mm(piece)
        left, top, right, bottom = self.within_mm
        away = max(left - x, x - right, top - y, y - bottom)
        reach = max(math.hypot(*corner) for corner in piece.art.outline_mm)
        return away > 2 * _MARGIN_MM + reach

    @cached_property
    def _casters(self) -> list[Caster]:
        """Everything that may keep the lamp off something."""
        found = []
        for board in self.layout.boards:
            outline = np.c_[board.outline_mm, np.zeros(4)]
            found.append(Caster(outline, -BOARD_THICK_MM, 0.0))
        for piece in self.layout.pieces:
            if self._far(piece):
                continue
            found += _of_piece(self.layout, piece)
        return found


def shadow_of(layout: TableLayout, piece: LaidPiece, lamp: Lamp) -> tuple[Floats, float]:
    """A piece's shadow on the table, (n, 2) in mm, and how far beyond its edge goes."""
    casters = _of_piece(layout, piece)
    shadows = [_cast(caster, lamp, -BOARD_THICK_MM) for caster in casters]
    rise = max(caster.top_mm for caster in casters) + BOARD_THICK_MM
    softness = 0.3 + lamp.radius_mm * rise / (lamp.place_mm[2] + BOARD_THICK_MM)
    return np.concatenate(shadows), 3 * max(softness, _NEAR_MM) + 2 / _DENSITY


def _of_piece(layout: TableLayout, piece: LaidPiece) -> list[Caster]:
    foot = layout.foot_mm(piece)
    top = foot + piece.height_mm
    if piece.art.stands:
        return [Caster(Card(layout, piece).outline_mm, foot, top)]
    found = []
    for part in _convex_parts(layout.outline_mm(piece)):
        both = [np.c_[part, np.full(len(part), high)] for high in (foot, top)]
        found.append(Caster(np.concatenate(both), foot, top))
    return found


def _convex_parts(outline: Floats) -> list[Floats]:
    """The outline itself where it is convex, else triangles of it: a shadow is drawn as a hull."""
    whole = Polygon(outline)
    if whole.convex_hull.area - whole.area < _HOLLOW_SHARE * whole.area:
        return [outline]
    triangles = shapely.delaunay_triangles(whole).geoms
    return [
        np.asarray(triangle.exterior.coords, np.float64)[:-1]
        for triangle in triangles
        if whole.contains(triangle.representative_point())
    ]


def _cast(caster: Caster, lamp: Lamp, ground_mm: float) -> Floats:
    """The shadow of a thing on a level, in millimetres: of flat things the hull."""
    points = caster.outline.copy()
    points[:, 2] = np.maximum(points[:, 2], ground_mm)
    eye = np.asarray(lamp.place_mm, float)
    share = ((points[:, 2] - ground_mm) / (eye[2] - ground_mm))[:, None]
    shadow = (points[:, :2] - eye[:2] * share) / (1 - share)
    hull = cv2.convexHull(shadow.astype(np.float32))[:, 0]
    return np.asarray(hull, np.float64)


def _pixels(outline_mm: Floats, origin_mm: tuple[float, float]) -> NDArray[np.int32]:
    pixels = (outline_mm - origin_mm) * _DENSITY - 0.5
    return np.asarray(np.rint(pixels * 2**_SHIFT), np.int32)


def _blurred_into(
    sheet: NDArray[np.uint8], outlines: Sequence[NDArray[np.int32]], softness_mm: float
) -> None:
    """Lay outlines over a sheet, their edges as soft as that; only where they are."""
    if not outlines:
        return
    sigma_px = max(0.5, softness_mm * _DENSITY)
    every = np.concatenate(outlines) >> _SHIFT
    reach = int(3 * sigma_px) + 2
    left, top = (max(0, int(v) - reach) for v in every.min(axis=0))
    right, bottom = (int(v) + reach for v in every.max(axis=0))
    part = sheet[top:bottom, left:right]
    if part.size == 0:
        return
    mask = np.zeros_like(part)
    shift = np.array([left, top], np.int32) << _SHIFT
    for outline in outlines:
        cv2.fillPoly(mask, [outline - shift], 255, cv2.LINE_AA, _SHIFT)
    np.maximum(part, np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma_px), np.uint8), out=part)
