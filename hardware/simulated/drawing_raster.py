"""Drawings as pictures: the same flat art that is printed, in pixels.

Colours and opacity mix as on a screen and on paper.  Pixel (column c, row r) of a picture of p
pixels to the millimetre is the average of the drawing over the square from (c, r) / p to
(c + 1, r + 1) / p millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LinearRing, LineString
from shapely.geometry import Polygon as Outline
from shapely.geometry.base import BaseGeometry

from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Words
from hardware.simulated.lettering import words_mask

Screen = NDArray[np.uint8]
"""(height, width, 3) BGR as a screen shows it."""

WHITE = "#ffffff"
_FINER = 4  # drawn so much finer each way, then averaged
_BITS = 4  # fractional bits of OpenCV's polygon corners
# OpenCV also fills pixels that the outline crosses; that much of a fine pixel is taken off first.
_CROSSED = 0.42
_STRIP_PX = 4_000_000  # fine pixels that are held at once
_TURNS = np.linspace(0, 2 * np.pi, 96, endpoint=False)
_UNIT_CIRCLE = np.c_[np.cos(_TURNS), np.sin(_TURNS)]


@dataclass(frozen=True, eq=False)
class _Layer:
    """One colour over some fine pixels: inside of `rings`, or as `mask` says, from `left_top`."""

    bounds: tuple[int, int, int, int]  # left, top, right, bottom
    bgr: tuple[int, int, int]
    opacity: float
    rings: tuple[NDArray[np.int32], ...] = ()
    mask: NDArray[np.uint8] | None = None


def drawing_bgr(drawing: Drawing, px_per_mm: float, ground: str = WHITE) -> Screen:
    """The drawing on paper of the colour `ground`, BGR uint8 (height, width, 3)."""
    width, height = (max(1, round(side * px_per_mm)) for side in drawing.size_mm)
    image: Screen = np.empty((height, width, 3), np.uint8)
    layers = [layer for shape in drawing.shapes for layer in _layers(shape, px_per_mm * _FINER)]
    rows = max(1, _STRIP_PX // (width * _FINER * _FINER))
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        strip: Screen = np.empty(((bottom - top) * _FINER, width * _FINER, 3), np.uint8)
        strip[:] = _bgr(ground)
        for layer in layers:
            _paint(strip, layer, top * _FINER)
        image[top:bottom] = cv2.resize(strip, (width, bottom - top), interpolation=cv2.INTER_AREA)
    return image


def outline_mask(
    outline_mm: Sequence[PointMm], size_mm: tuple[float, float], px_per_mm: float
) -> NDArray[np.uint8]:
    """How much (0..255) of each pixel an outline covers; it is given around the middle."""
    middle = size_mm[0] / 2, size_mm[1] / 2
    corners = tuple((x + middle[0], y + middle[1]) for x, y in outline_mm)
    paper = Drawing(size_mm, (Polygon(corners, Ink(fill=WHITE)),))
    return np.ascontiguousarray(drawing_bgr(paper, px_per_mm, "#000000")[..., 0])


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red


def _layers(shape: Shape, scale: float) -> Iterator[_Layer]:
    if isinstance(shape, Words):
        yield from _words(shape, scale)
        return
    ink, edge = shape.ink, _CROSSED / scale
    if isinstance(shape, Disc):
        if ink.fill:
            yield from _filled([_circle(shape, -edge)], ink.fill, ink.opacity, scale)
        if ink.stroke and ink.stroke_mm > 0:
            half = ink.stroke_mm / 2 - edge
            rings = [_circle(shape, half), _circle(shape, -half)]
            yield from _filled(rings, ink.stroke, ink.opacity, scale)
        return
    if isinstance(shape, Polygon) and ink.fill:
        outline = Outline(shape.points_mm)
        # An outline that crosses itself is filled as it stands: taking its edge off spoils it.
        inner = outline.buffer(-edge, join_style="mitre") if outline.is_valid else outline
        yield from _filled(_rings(inner), ink.fill, ink.opacity, scale)
    if ink.stroke and ink.stroke_mm > 0:
        line = (
            LinearRing(shape.points_mm)
            if isinstance(shape, Polygon)
            else LineString(shape.points_mm)
        )
        band = line.buffer(max(ink.stroke_mm / 2 - edge, 1e-4), quad_segs=6)
        yield from _filled(_rings(band), ink.stroke, ink.opacity, scale)


def _circle(disc: Disc, grown_mm: float) -> NDArray[np.float64]:
    return np.asarray(_UNIT_CIRCLE * max(disc.radius_mm + grown_mm, 0.0) + disc.centre_mm, float)


def _rings(area: BaseGeometry) -> list[NDArray[np.float64]]:
    """The closed outlines of an area, its holes among them."""
    return [
        np.asarray(ring.coords, np.float64)[:-1, :2]
        for part in getattr(area, "geoms", [area])
        if not part.is_empty
        for ring in (part.exterior, *part.interiors)
    ]


def _filled(
    rings_mm: Sequence[NDArray[np.float64]], colour: str, opacity: float, scale: float
) -> Iterator[_Layer]:
    if not rings_mm:
        return
    rings = [np.rint((ring * scale - 0.5) * 2**_BITS).astype(np.int32) for ring in rings_mm]
    every = np.concatenate(rings) >> _BITS
    left, top = (int(v) for v in every.min(axis=0))
    right, bottom = (int(v) + 2 for v in every.max(axis=0))
    yield _Layer((left, top, right, bottom), _bgr(colour), opacity, tuple(rings))


def _words(words: Words, scale: float) -> Iterator[_Layer]:
    if not words.text.strip():
        return
    mask = words_mask(words.text, words.height_mm * scale, words.angle_deg, words.bold)
    height, width = mask.shape
    left = round(words.middle_mm[0] * scale - width / 2)
    top = round(words.middle_mm[1] * scale - height / 2)
    bounds = (left, top, left + width, top + height)
    yield _Layer(bounds, _bgr(words.colour), 1.0, mask=mask)


def _paint(strip: Screen, layer: _Layer, strip_top: int) -> None:
    """Paint what a layer has within a strip of the fine picture."""
    height, width = strip.shape[:2]
    left, right = max(0, layer.bounds[0]), min(width, layer.bounds[2])
    top = max(0, layer.bounds[1] - strip_top)
    bottom = min(height, layer.bounds[3] - strip_top)
    if left >= right or top >= bottom:
        return
    window = strip[top:bottom, left:right]
    if layer.mask is not None:
        from_row, from_column = top + strip_top - layer.bounds[1], left - layer.bounds[0]
        mask = layer.mask[from_row : from_row + bottom - top, from_column:][:, : right - left]
        _blend(window, mask, layer)
        return
    shift = np.array([left, top + strip_top], np.int32) << _BITS
    rings = [ring - shift for ring in layer.rings]
    if layer.opacity >= 1:
        cv2.fillPoly(strip[top:bottom, left:right], rings, layer.bgr, cv2.LINE_8, _BITS)
        return
    mask = np.zeros(window.shape[:2], np.uint8)
    cv2.fillPoly(mask, rings, 255, cv2.LINE_8, _BITS)
    cv2.copyTo(cv2.LUT(window, _tinting(layer)), mask, window)


def _tinting(layer: _Layer) -> Screen:
    """What every value of every channel becomes under the layer's colour."""
    values = np.arange(256, dtype=np.float32)[:, None]
    tinted = values + layer.opacity * (np.asarray(layer.bgr, np.float32) - values)
    return np.rint(tinted).astype(np.uint8)[:, None, :]


def _blend(window: Screen, mask: NDArray[np.uint8], layer: _Layer) -> None:
    share = mask.astype(np.float32)[..., None] * np.float32(layer.opacity / 255)
    paint = np.asarray(layer.bgr, np.float32)
    window[:] = np.rint(window + share * (paint - window)).astype(np.uint8)
