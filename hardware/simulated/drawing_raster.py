"""Drawings as pictures: the same flat art that is printed, in pixels.

Colours and opacity mix as on a screen and on paper.  Pixel (column c, row r) of a picture of p
pixels to the millimetre is the average of the drawing over the square from (c, r) / p to
(c + 1, r + 1) / p millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, Point
from shapely.geometry import Polygon as Outline
from shapely.geometry.base import BaseGeometry

from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Stroke, Words
from hardware.simulated.lettering import words_mask

Screen = NDArray[np.uint8]
"""(height, width, 3) BGR as a screen shows it."""

WHITE = "#ffffff"
_FINER = 4  # drawn so much finer each way, then averaged
_BITS = 4  # fractional bits of OpenCV's polygon corners
# OpenCV also fills pixels that the outline crosses; that much of a fine pixel is taken off first.
_CROSSED = 0.42
_STRIP_PX = 4_000_000  # fine pixels that are held at once
_CIRCLE_QUARTER = 24


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
    ink = replace(shape.ink, fill="") if isinstance(shape, Stroke) else shape.ink
    outline = _outline(shape)
    if ink.fill:
        yield from _filled(outline, ink.fill, ink.opacity, scale)
    if ink.stroke and ink.stroke_mm > 0:
        line = outline if isinstance(shape, Stroke) else outline.exterior
        band = line.buffer(ink.stroke_mm / 2, quad_segs=6)
        yield from _filled(band, ink.stroke, ink.opacity, scale)


def _outline(shape: Polygon | Disc | Stroke) -> BaseGeometry:
    if isinstance(shape, Disc):
        return Point(shape.centre_mm).buffer(shape.radius_mm, quad_segs=_CIRCLE_QUARTER)
    if isinstance(shape, Stroke):
        return LineString(shape.points_mm)
    return Outline(shape.points_mm)


def _filled(outline: BaseGeometry, colour: str, opacity: float, scale: float) -> Iterator[_Layer]:
    # An outline that crosses itself is filled as it stands: taking its edge off would spoil it.
    inner = outline.buffer(-_CROSSED / scale, join_style="mitre") if outline.is_valid else outline
    rings: list[NDArray[np.int32]] = []
    for part in getattr(inner, "geoms", [inner]):
        if part.is_empty:
            continue
        for ring in (part.exterior, *part.interiors):
            corners = np.asarray(ring.coords, np.float64)[:-1, :2] * scale - 0.5
            rings.append(np.rint(corners * 2**_BITS).astype(np.int32))
    if not rings:
        return
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
    _blend(window, mask, layer)


def _blend(window: Screen, mask: NDArray[np.uint8], layer: _Layer) -> None:
    share = mask.astype(np.float32)[..., None] * np.float32(layer.opacity / 255)
    paint = np.asarray(layer.bgr, np.float32)
    window[:] = np.rint(window + share * (paint - window)).astype(np.uint8)
