"""A PDF sheet drawn in millimetres from the top-left corner."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.printing.fonts import LATIN, LATIN_BOLD, chinese_font

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
        latin = LATIN_BOLD if bold else LATIN
        font = latin if all(ord(char) < 0x250 for char in words) else chinese_font()
        self._canvas.setFillGray(0)
        self._canvas.setFont(font, size_mm * mm)
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

    def pdf_bytes(self) -> bytes:
        """The finished file; nothing can be drawn afterwards."""
        self._canvas.save()
        return self._file.getvalue()

    def _stroke(self, points_mm: Sequence[PointMm]) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*self._pt(points_mm[0]))
        for point in points_mm[1:]:
            path.lineTo(*self._pt(point))
        self._canvas.drawPath(path)

    def _pt(self, at_mm: PointMm) -> PointMm:
        return at_mm[0] * mm, (self.paper.height_mm - at_mm[1]) * mm
