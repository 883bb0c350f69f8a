"""Paints a flat drawing onto a PDF page, whole or cut off along an outline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm

from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Stroke, Words, turned
from companion.printing.fonts import CAPITAL_HEIGHT, font_for


class Painter:
    """Shapes on a page of `height_mm`; x right, y down, millimetres from the top-left corner."""

    def __init__(self, canvas: Any, height_mm: float) -> None:
        self._canvas = canvas
        self._height_mm = height_mm

    def paint(
        self,
        drawing: Drawing,
        middle_mm: PointMm,
        angle_deg: float = 0.0,
        clip_mm: Sequence[PointMm] = (),
        scale: float = 1.0,
    ) -> None:
        """Paint a drawing with its middle at `middle_mm`, scaled about it and turned clockwise.

        Nothing is painted outside the outline `clip_mm`, which is in page millimetres.
        """
        x_pt, y_pt = self._pt(middle_mm)
        self._canvas.saveState()
        if clip_mm:
            self._clip(clip_mm)
        if scale != 1.0:
            self._canvas.translate(x_pt, y_pt)
            self._canvas.scale(scale, scale)
            self._canvas.translate(-x_pt, -y_pt)
        for shape in _near(turned(drawing, middle_mm, angle_deg), clip_mm if scale == 1.0 else ()):
            self._shape(shape)
        self._canvas.restoreState()

    def _clip(self, outline_mm: Sequence[PointMm]) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*self._pt(outline_mm[0]))
        for point in outline_mm[1:]:
            path.lineTo(*self._pt(point))
        path.close()
        self._canvas.clipPath(path, stroke=0, fill=0)

    def _shape(self, shape: Shape) -> None:
        self._canvas.saveState()
        if isinstance(shape, Words):
            self._words(shape)
        elif isinstance(shape, Disc):
            fills, strokes = self._set_ink(shape.ink)
            x_pt, y_pt = self._pt(shape.centre_mm)
            self._canvas.circle(x_pt, y_pt, shape.radius_mm * mm, strokes, fills)
        else:
            self._outline(shape)
        self._canvas.restoreState()

    def _outline(self, shape: Polygon | Stroke) -> None:
        closed = isinstance(shape, Polygon)
        fills, strokes = self._set_ink(shape.ink if closed else replace(shape.ink, fill=""))
        path = self._canvas.beginPath()
        path.moveTo(*self._pt(shape.points_mm[0]))
        for point in shape.points_mm[1:]:
            path.lineTo(*self._pt(point))
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=strokes, fill=fills)

    def _set_ink(self, ink: Ink) -> tuple[int, int]:
        """Set colours, width, opacity; returns whether to fill and whether to stroke, 0 or 1."""
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)
        if ink.fill:
            self._canvas.setFillColor(HexColor(ink.fill))
            self._canvas.setFillAlpha(ink.opacity)
        if ink.stroke:
            self._canvas.setStrokeColor(HexColor(ink.stroke))
            self._canvas.setStrokeAlpha(ink.opacity)
            self._canvas.setLineWidth(ink.stroke_mm * mm)
        return int(bool(ink.fill)), int(bool(ink.stroke))

    def _words(self, words: Words) -> None:
        font, size = font_for(words.text, words.bold), words.height_mm / CAPITAL_HEIGHT * mm
        self._canvas.setFillColor(HexColor(words.colour))
        self._canvas.translate(*self._pt(words.middle_mm))
        self._canvas.rotate(-words.angle_deg)
        self._canvas.setFont(font, size)
        self._canvas.drawCentredString(0, -words.height_mm / 2 * mm, words.text)

    def _pt(self, at_mm: PointMm) -> PointMm:
        return at_mm[0] * mm, (self._height_mm - at_mm[1]) * mm


def _near(shapes: Iterable[Shape], clip_mm: Sequence[PointMm]) -> Iterable[Shape]:
    """The shapes that may show inside the bounding box of an outline; all when there is none."""
    if not clip_mm:
        return shapes
    left, right = min(x for x, _ in clip_mm), max(x for x, _ in clip_mm)
    top, bottom = min(y for _, y in clip_mm), max(y for _, y in clip_mm)
    found = []
    for shape in shapes:
        x0, y0, x1, y1 = _reach(shape)
        if x1 >= left and x0 <= right and y1 >= top and y0 <= bottom:
            found.append(shape)
    return found


def _reach(shape: Shape) -> tuple[float, float, float, float]:
    """A box (left, top, right, bottom) that nothing of the shape leaves, in mm."""
    if isinstance(shape, Words):
        (x, y), reach = shape.middle_mm, (len(shape.text) + 1) * shape.height_mm * 1.5
        return x - reach, y - reach, x + reach, y + reach
    width = shape.ink.stroke_mm
    if isinstance(shape, Disc):
        (x, y), reach = shape.centre_mm, shape.radius_mm + width
        return x - reach, y - reach, x + reach, y + reach
    xs, ys = [x for x, _ in shape.points_mm], [y for _, y in shape.points_mm]
    return min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width
