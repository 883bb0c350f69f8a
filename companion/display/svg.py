"""A drawing as an SVG picture, for pages that hold everything themselves."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from companion.drawing import Disc, Drawing, Ink, PointMm, Polygon, Shape, Words

CAPITAL_SHARE = 0.72  # of the letters' size is the height of a capital
_DIGITS = 2


def svg_text(drawing: Drawing, title: str) -> str:
    """The drawing in its own millimetres, with a title for those who hear the page."""
    width, height = (_number(each) for each in drawing.size_mm)
    shapes = "".join(map(_shape, drawing.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f"aria-label={quoteattr(title)}>{shapes}</svg>"
    )


def _shape(shape: Shape) -> str:
    if isinstance(shape, Words):
        return _words(shape)
    if isinstance(shape, Disc):
        x, y = map(_number, shape.centre_mm)
        radius = _number(shape.radius_mm)
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{_ink(shape.ink)}/>'
    points = _points(shape.points_mm)
    if isinstance(shape, Polygon):
        return f'<polygon points="{points}"{_ink(shape.ink)}/>'
    line = Ink(stroke=shape.ink.stroke, stroke_mm=shape.ink.stroke_mm, opacity=shape.ink.opacity)
    round_ends = ' stroke-linecap="round" stroke-linejoin="round"'
    return f'<polyline points="{points}"{_ink(line)}{round_ends}/>'


def _words(words: Words) -> str:
    x, y = map(_number, words.middle_mm)
    low = _number(words.middle_mm[1] + words.height_mm / 2)
    weight = ' font-weight="700"' if words.bold else ""
    turn = f' transform="rotate({_number(words.angle_deg)} {x} {y})"' if words.angle_deg else ""
    size = _number(words.height_mm / CAPITAL_SHARE)
    return (
        f'<text x="{x}" y="{low}" font-size="{size}" text-anchor="middle" '
        f"font-family='system-ui, sans-serif' fill={quoteattr(words.colour)}{weight}{turn}>"
        f"{escape(words.text)}</text>"
    )


def _ink(ink: Ink) -> str:
    fill = ink.fill or "none"
    stroke = f' stroke="{ink.stroke}" stroke-width="{_number(ink.stroke_mm)}"' if ink.stroke else ""
    opacity = f' opacity="{_number(ink.opacity)}"' if ink.opacity != 1 else ""
    return f' fill="{fill}"{stroke}{opacity}'


def _points(points_mm: Iterable[PointMm]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points_mm)


def _number(value: float) -> str:
    return f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
