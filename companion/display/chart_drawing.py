"""A chart as a drawing, for pages that hold everything themselves."""

from __future__ import annotations

import math

from companion.display.charts import Chart, Curve
from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Stroke, Words
from companion.drawing import regular_polygon_mm as regular

SIZE_MM = (160.0, 90.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 12.0, 10.0, 5.0, 12.0
_GRID, _WORDS = "#b9c0dd", "#39406a"
COLOURS = ("#8a6400", "#1f62b8", "#b3261e", "#1d7a45")
_MARK_MM, _LETTER_MM, _LABEL_MM, _MOST_LABELS = 1.8, 3.6, 3.2, 9


def draw_chart(chart: Chart) -> Drawing:
    """The curves, each with its own shape and letter beside its colour; dark on light."""
    values = [value for curve in chart.curves for value in curve.values]
    axis = _Axis(min(0, *values), max(10, *values), len(chart.along))
    shapes: list[Shape] = [*_grid(chart, axis)]
    for number, curve in enumerate(chart.curves):
        shapes += _curve(curve, number, axis)
    return Drawing(SIZE_MM, (*shapes, *_letters(chart, axis)))


class _Axis:
    """Where values and steps stand; the marks of the axis are round numbers."""

    def __init__(self, least: int, most: int, count: int) -> None:
        rough = (most - least) / 4
        power = 10.0 ** math.floor(math.log10(rough))
        self.step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough)
        self.low = math.floor(least / self.step) * self.step
        self.high = math.ceil(most / self.step) * self.step
        self._steps = max(1, count - 1)

    def at(self, index: int, value: float) -> PointMm:
        x = _LEFT + (SIZE_MM[0] - _LEFT - _RIGHT) * index / self._steps
        share = (value - self.low) / (self.high - self.low)
        return x, _TOP + (SIZE_MM[1] - _TOP - _BOTTOM) * (1 - share)


def _grid(chart: Chart, axis: _Axis) -> list[Shape]:
    shapes: list[Shape] = []
    last = len(chart.along) - 1
    for number in range(round((axis.high - axis.low) / axis.step) + 1):
        value = axis.low + number * axis.step
        left, right = axis.at(0, value), axis.at(last, value)
        shapes.append(Stroke((left, right), Ink(stroke=_GRID, stroke_mm=0.25)))
        shapes.append(Words(f"{value:g}", (_LEFT / 2, left[1]), _LABEL_MM, _WORDS))
    every = -(-len(chart.along) // _MOST_LABELS)
    for index, name in enumerate(chart.along):
        if index == last or (index % every == 0 and last - index >= every):
            x, _ = axis.at(index, axis.low)
            shapes.append(Words(name.en, (x, SIZE_MM[1] - _BOTTOM / 2), _LABEL_MM, _WORDS))
    return shapes


def _curve(curve: Curve, number: int, axis: _Axis) -> list[Shape]:
    colour = COLOURS[number % len(COLOURS)]
    points = [axis.at(index, value) for index, value in enumerate(curve.values)]
    line: list[Shape] = []
    if len(points) > 1:
        line.append(Stroke(tuple(points), Ink(stroke=colour, stroke_mm=0.7)))
    return line + [_mark(point, number, Ink(fill=colour)) for point in points]


def _mark(at: PointMm, number: int, ink: Ink) -> Shape:
    kind = number % len(COLOURS)
    if kind == 0:
        return Disc(at, _MARK_MM, ink)
    corners, first_deg = ((4, 45.0), (3, 0.0), (4, 0.0))[kind - 1]
    return Polygon(regular(at, _MARK_MM * 1.25, corners, first_deg), ink)


def _letters(chart: Chart, axis: _Axis) -> list[Shape]:
    """The letters at the ends, pushed apart where they would cover each other."""
    ends = sorted(
        (axis.at(len(curve.values) - 1, curve.values[-1]), number)
        for number, curve in enumerate(chart.curves)
    )
    ends.sort(key=lambda end: end[0][1])
    letters: list[Shape] = []
    low = -math.inf
    for (x, y), number in ends:
        low = max(y, low + _LETTER_MM * 1.4)
        colour = COLOURS[number % len(COLOURS)]
        mark = chart.curves[number].mark
        letters.append(Words(mark, (x + 5.0, low), _LETTER_MM, colour, bold=True))
    return letters
