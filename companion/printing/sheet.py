"""A PDF sheet drawn in millimetres from the top-left corner."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.drawing import Disc, Drawing, Ink, Polygon, Shape, Stroke, Words, turned
from companion.printing.fonts import CAPITAL_HEIGHT, font_for

PointMm = tuple[float, float]

RULE_MM = 100
_GREY = 0.55
_HAIRLINE_MM = 0.15


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in millimetres, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "a3": Paper("A3", 297.0, 420.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


class Sheet:
    """Pages of one paper size; x right, y down, both in millimetres from the top-left corner.

    The same drawing gives the same bytes.  Viewers are asked not to scale when they print.
    """

    def __init__(self, paper: Paper, title: str) -> None:
        self.paper = paper
        self._file = io.BytesIO()
        size_pt = (paper.width_mm * mm, paper.height_mm * mm)
        self._canvas = Canvas(self._file, pagesize=size_pt, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("tabletop companion")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def next_page(self) -> None:
        """Begin a new page."""
        self._canvas.showPage()

    def text(self, at_mm: PointMm, words: str, size_mm: float, bold: bool = False) -> None:
        """Write `words` with their baseline's start at `at_mm`; Chinese gets its own font."""
        self._canvas.setFillGray(0)
        self._canvas.setFont(font_for(words, bold), size_mm * mm)
        self._canvas.drawString(*self._pt(at_mm), words)

    def rectangles(self, rectangles_mm: Iterable[tuple[float, float, float, float]]) -> None:
        """Fill (x, y, width, height) rectangles in black, as one shape: no seams between them."""
        path = self._canvas.beginPath()
        for x, y, width, height in rectangles_mm:
            path.rect(*self._pt((x, y + height)), width * mm, height * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=1)

    def cut_line(self, points_mm: Sequence[PointMm]) -> None:
        """A thin grey dashed line through `points_mm`, to cut along."""
        self._canvas.saveState()
        self._canvas.setStrokeGray(_GREY)
        self._canvas.setLineWidth(_HAIRLINE_MM * mm)
        self._canvas.setDash(1.5 * mm, 1.0 * mm)
        self._stroke(points_mm)
        self._canvas.restoreState()

    def rule(self, at_mm: PointMm) -> None:
        """A rule of exactly 100 mm, ticks downwards each 10 mm; `at_mm` is its left end."""
        x, y = at_mm
        self._canvas.saveState()
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(_HAIRLINE_MM * mm)
        self._canvas.setLineCap(0)
        self._stroke([(x, y), (x + RULE_MM, y)])
        for step in range(0, RULE_MM + 1, 10):
            length = 4.0 if step % 50 == 0 else 2.5
            # The outer edges of the end ticks are 100 mm apart, not their middles.
            tick = x + min(max(step, _HAIRLINE_MM / 2), RULE_MM - _HAIRLINE_MM / 2)
            self._stroke([(tick, y), (tick, y + length)])
        self._canvas.restoreState()
        for step in (0, 50, 100):
            self.text((x + step + 0.6, y + 4.0), f"{step}", 2.4)
        self.text((x + RULE_MM + 6, y + 3.5), "mm", 2.8)

    def paint(self, drawing: Drawing, middle_mm: PointMm, angle_deg: float = 0.0) -> None:
        """Paint a drawing with its middle at `middle_mm`, turned clockwise; not cut off."""
        for shape in turned(drawing, middle_mm, angle_deg):
            self._paint_shape(shape)

    def pdf_bytes(self) -> bytes:
        """The finished file; nothing can be drawn afterwards."""
        self._canvas.save()
        return self._file.getvalue()

    def _paint_shape(self, shape: Shape) -> None:
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

    def _stroke(self, points_mm: Sequence[PointMm]) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*self._pt(points_mm[0]))
        for point in points_mm[1:]:
            path.lineTo(*self._pt(point))
        self._canvas.drawPath(path)

    def _pt(self, at_mm: PointMm) -> PointMm:
        return at_mm[0] * mm, (self.paper.height_mm - at_mm[1]) * mm
