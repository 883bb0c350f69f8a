"""A PDF sheet drawn in millimetres from the top-left corner."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from companion.drawing import Drawing, PointMm
from companion.printing.fonts import CAPITAL_HEIGHT, font_for
from companion.printing.painting import Painter

RULE_MM = 100
_GREY = 0.55
_HAIRLINE_MM = 0.15


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in millimetres."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def on_its_side(self) -> Paper:
        """The same paper turned by a quarter."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "a3": Paper("A3", 297.0, 420.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


class Sheet:
    """Pages of one paper size; x right, y down, both in millimetres from the top-left corner.

    The same drawing gives the same bytes.  Viewers are asked not to scale when they print.
    """

    def __init__(self, paper: Paper, title: str, two_sided: bool = False) -> None:
        self.paper = paper
        self._file = io.BytesIO()
        size_pt = (paper.width_mm * mm, paper.height_mm * mm)
        self._canvas = Canvas(self._file, pagesize=size_pt, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("tabletop companion")
        self._canvas.setViewerPreference("PrintScaling", "None")
        if two_sided:
            self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    def next_page(self, paper: Paper | None = None) -> None:
        """Begin a new page, of another paper when one is given."""
        self._canvas.showPage()
        if paper is not None:
            self.paper = paper
            self._canvas.setPageSize((paper.width_mm * mm, paper.height_mm * mm))

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

    def line(
        self, points_mm: Sequence[PointMm], width_mm: float = _HAIRLINE_MM, grey: float = 0.0
    ) -> None:
        """An open thin line, black unless `grey` (0 black to 1 white) says otherwise."""
        self._canvas.saveState()
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width_mm * mm)
        self._canvas.setLineCap(0)
        self._stroke(points_mm)
        self._canvas.restoreState()

    def box(self, at_mm: PointMm, size_wh_mm: PointMm, grey: float, outlined: bool = False) -> None:
        """A rectangle from its top-left corner, filled with a grey (0 black to 1 white)."""
        x, y = at_mm
        width, height = size_wh_mm
        self._canvas.saveState()
        self._canvas.setFillGray(grey)
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(_HAIRLINE_MM * mm)
        corner = self._pt((x, y + height))
        self._canvas.rect(*corner, width * mm, height * mm, stroke=int(outlined), fill=1)
        self._canvas.restoreState()

    def middle_text(
        self, middle_mm: PointMm, words: str, size_mm: float, angle_deg: float = 0.0
    ) -> None:
        """Black words round their middle, turned clockwise."""
        self._canvas.saveState()
        self._canvas.setFillGray(0)
        self._canvas.translate(*self._pt(middle_mm))
        self._canvas.rotate(-angle_deg)
        self._canvas.setFont(font_for(words), size_mm * mm)
        self._canvas.drawCentredString(0, -CAPITAL_HEIGHT / 2 * size_mm * mm, words)
        self._canvas.restoreState()

    def fold_line(self, from_mm: PointMm, to_mm: PointMm) -> None:
        """A thin grey dash-dotted line, to fold along."""
        self._canvas.saveState()
        self._canvas.setStrokeGray(_GREY)
        self._canvas.setLineWidth(_HAIRLINE_MM * mm)
        self._canvas.setDash([4.0 * mm, 1.0 * mm, 0.6 * mm, 1.0 * mm])
        self._stroke((from_mm, to_mm))
        self._canvas.restoreState()

    def cross(self, middle_mm: PointMm, reach_mm: float = 2.5) -> None:
        """A registration cross with a ring: front and back of a sheet agree where these do."""
        x, y = middle_mm
        self.line([(x - reach_mm, y), (x + reach_mm, y)])
        self.line([(x, y - reach_mm), (x, y + reach_mm)])
        self._canvas.saveState()
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(_HAIRLINE_MM * mm)
        self._canvas.circle(*self._pt(middle_mm), reach_mm * 0.55 * mm, stroke=1, fill=0)
        self._canvas.restoreState()

    def paint(
        self,
        drawing: Drawing,
        middle_mm: PointMm,
        angle_deg: float = 0.0,
        clip_mm: Sequence[PointMm] = (),
        scale: float = 1.0,
    ) -> None:
        """Paint a drawing with its middle at `middle_mm`, scaled about it and turned clockwise.

        Nothing is painted outside the outline `clip_mm` (page millimetres) when there is one.
        """
        painter = Painter(self._canvas, self.paper.height_mm)
        painter.paint(drawing, middle_mm, angle_deg, clip_mm, scale)

    def pdf_bytes(self) -> bytes:
        """The finished file; nothing can be drawn afterwards."""
        # Otherwise what is packed is written once more in ASCII: slow, and a quarter larger.
        rl_config.useA85 = 0
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


def width_of(words: str, size_mm: float, bold: bool = False) -> float:
    """How long `Sheet.text` makes these words, in millimetres."""
    return float(stringWidth(words, font_for(words, bold), size_mm * mm) / mm)


def wrapped(words: str, size_mm: float, width_mm: float) -> list[str]:
    """The words in lines that are at most `width_mm` long; Chinese breaks at any character."""
    lines = [""]
    for part in _breakable(words):
        longer = lines[-1] + part
        if lines[-1] and width_of(longer.rstrip(), size_mm) > width_mm:
            lines.append(part.lstrip())
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def _breakable(words: str) -> list[str]:
    """Parts after each of which a line may end; closing punctuation stays with what it closes."""
    parts = [""]
    for char in words:
        parts[-1] += char
        if char == " " or (ord(char) >= 0x2E80 and char not in "「（"):
            parts.append("")
    for place in range(len(parts) - 1, 0, -1):
        if parts[place][:1] and parts[place][0] in "，。；：、」）！？":
            parts[place - 1] += parts.pop(place)
    return parts
