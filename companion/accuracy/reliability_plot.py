"""A picture of how often what was said to be so likely was right, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.accuracy.places import BINS, PlaceScore

_SIDE, _EDGE, _TOP = 320.0, 56.0, 28.0
_LEAST_R, _MOST_R = 3.0, 11.0
_FEW, _MANY = 1.0, 5.0  # powers of ten: how many places the smallest and the largest dot stand for
_TICKS = 5
_INK, _FAINT, _DOT = "#26304a", "#c9cfdd", "#b5561b"


def reliability_svg(score: PlaceScore) -> str:
    """Said against right, a dot for each twentieth that anything was said in.

    A dot on the line is right as often as it was said to be; a larger one stands for more places,
    its bar for what chance alone may do (two standard deviations).
    """
    width, height = _SIDE + 1.6 * _EDGE, _SIDE + _EDGE + _TOP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="12" '
        f'fill="{_INK}">',
        f"<title>How often what was said to be so likely was right, of {_places(score)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *_axes(),
        *_dots(score),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _places(score: PlaceScore) -> str:
    return f"{sum(count for count, _, _ in score.bins)} places"


def _at(said: float, right: float) -> tuple[float, float]:
    return _EDGE + said * _SIDE, _TOP + (1 - right) * _SIDE


def _axes() -> Iterator[str]:
    for tick in range(_TICKS + 1):
        share = tick / _TICKS
        (x, y), (left, low), (right, high) = _at(share, share), _at(0, 0), _at(1, 1)
        yield _line((x, low), (x, high), _FAINT)
        yield _line((left, y), (right, y), _FAINT)
        yield f'<text x="{x:.1f}" y="{low + 18:.1f}" text-anchor="middle">{share:.0%}</text>'
        yield f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    yield _line(_at(0, 0), _at(1, 1), _INK)
    x, y = _at(0.5, 0)
    yield f'<text x="{x:.1f}" y="{y + 40:.1f}" text-anchor="middle">said</text>'
    yield f'<text x="{_EDGE:.1f}" y="{_TOP - 10:.1f}" text-anchor="middle">right</text>'


def _dots(score: PlaceScore) -> Iterator[str]:
    for index, (count, right, said) in enumerate(score.bins):
        if not count:
            continue
        share, told = right / count, said / count
        spread = 2 * math.sqrt(max(told * (1 - told), 0.25 / count) / count)
        low, high = max(0.0, share - spread), min(1.0, share + spread)
        yield _line(_at(told, low), _at(told, high), _DOT)
        large = min(1.0, max(0.0, (math.log10(count) - _FEW) / (_MANY - _FEW)))
        radius = _LEAST_R + large * (_MOST_R - _LEAST_R)
        x, y = _at(told, share)
        band = f"{100 * index // BINS} to {100 * (index + 1) // BINS} %"
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{_DOT}" '
            f'fill-opacity="0.8"><title>{band} said: {right} of {count} right</title></circle>'
        )


def _line(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{colour}"/>'
    )
