"""The signs on simulated Wood Ash tokens: two families of six, as shapes in a unit disc.

x right, y down, centre at the origin; every sign stays within 0.72 of the token's radius.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from shapely.affinity import rotate, scale, translate
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

Curve = Sequence[tuple[float, float]]


def _line(points: Curve, thick: float) -> BaseGeometry:
    return LineString(points).buffer(thick / 2, quad_segs=12)


def _ellipse(x: float, y: float, a: float, b: float, turn_deg: float = 0.0) -> BaseGeometry:
    return translate(rotate(scale(Point(0, 0).buffer(1, quad_segs=24), a, b), turn_deg), x, y)


def _arc(x: float, y: float, r: float, from_deg: float, to_deg: float) -> list[tuple[float, float]]:
    turns = [math.radians(from_deg + (to_deg - from_deg) * i / 32) for i in range(33)]
    return [(x + r * math.cos(t), y + r * math.sin(t)) for t in turns]


def _wave(y: float, swing: float, phase: float, half_width: float) -> list[tuple[float, float]]:
    steps = [half_width * (i / 24 - 1) for i in range(49)]
    return [(x, y + swing * math.sin(math.pi * 2 * x / half_width + phase)) for x in steps]


def _two(x: float, size: float, thick: float) -> BaseGeometry:
    r = 0.27 * size
    bow = _arc(x, -0.2 * size, r, -190, 35)
    return unary_union(
        [
            _line([*bow, (x - r, 0.46 * size)], thick),
            _line([(x - r, 0.46 * size), (x + r * 1.1, 0.46 * size)], thick),
        ]
    )


def _cross(x: float, y: float, half: float, thick: float) -> BaseGeometry:
    return unary_union(
        [
            _line([(x - half, y - half), (x + half, y + half)], thick),
            _line([(x - half, y + half), (x + half, y - half)], thick),
        ]
    )


def _carved_x2() -> BaseGeometry:
    return unary_union([_cross(-0.32, 0.1, 0.17, 0.14), _two(0.28, 0.82, 0.15)])


def _carved_river() -> BaseGeometry:
    band = [(0.42 * math.sin(3.4 * y), y) for y in (i / 24 - 0.6 for i in range(30))]
    return unary_union(
        [_line(band, 0.3), _ellipse(-0.42, 0.38, 0.09, 0.09), _ellipse(0.46, -0.36, 0.09, 0.09)]
    )


def _foot(side: float, y: float) -> BaseGeometry:
    sole = unary_union([_ellipse(side, y + 0.14, 0.11, 0.17), _ellipse(side, y - 0.1, 0.15, 0.13)])
    toes = [_ellipse(side + 0.09 * i, y - 0.31 + 0.03 * i * i, 0.045, 0.055) for i in (-1, 0, 1)]
    return unary_union([sole, *toes])


def _carved_feet() -> BaseGeometry:
    return unary_union(
        [
            rotate(_foot(-0.26, 0.22), -12, origin=(0, 0)),
            rotate(_foot(0.26, -0.14), 12, origin=(0, 0)),
        ]
    )


def _carved_hands() -> BaseGeometry:
    palm = _ellipse(0, 0.2, 0.27, 0.3)
    fingers = [
        _line([(0.17 * i, 0.1), (0.27 * i, -0.5 + 0.06 * i * i)], 0.12)
        for i in (-1.1, -0.36, 0.36, 1.1)
    ]
    return unary_union([palm, *fingers, _line([(0.2, 0.25), (0.56, 0.0)], 0.13)])


def _carved_hut() -> BaseGeometry:
    roof = Polygon(
        [
            (-0.64, 0.02),
            (0, -0.58),
            (0.64, 0.02),
            (0.42, 0.02),
            (0.42, 0.5),
            (-0.42, 0.5),
            (-0.42, 0.02),
        ]
    )
    door = Polygon([(-0.12, 0.52), (-0.12, 0.16), (0.12, 0.16), (0.12, 0.52)])
    return roof.difference(door)


def _carved_dust() -> BaseGeometry:
    core = _ellipse(0, 0, 0.24, 0.24)
    specks = [
        _ellipse(0.5 * math.cos(t), 0.5 * math.sin(t), 0.09, 0.09)
        for t in (math.tau * i / 7 for i in range(7))
    ]
    return unary_union([core, *specks])


def _drawn_x2() -> BaseGeometry:
    strokes = [_cross(-0.3, -0.05, 0.15, 0.08), _two(0.26, 0.7, 0.09)]
    return unary_union([*strokes, _line([(-0.5, 0.5), (0.5, 0.5)], 0.07)])


def _drawn_river() -> BaseGeometry:
    return unary_union(
        [
            _line(_wave(y, 0.09, phase, 0.56 - abs(y) * 0.4), 0.085)
            for y, phase in ((-0.4, 0.0), (-0.13, 1.2), (0.14, 2.4), (0.41, 3.6))
        ]
    )


def _drawn_leaf() -> BaseGeometry:
    leaf = (
        Point(-0.38, 0)
        .buffer(0.66, quad_segs=32)
        .intersection(Point(0.38, 0).buffer(0.66, quad_segs=32))
    )
    veins = [_line([(0, -0.62), (0, 0.68)], 0.06)]
    veins += [
        _line([(0, y + 0.14), (side * 0.26, y - 0.06)], 0.05)
        for y in (-0.2, 0.05, 0.3)
        for side in (-1, 1)
    ]
    return rotate(leaf.difference(unary_union(veins)), 38, origin=(0, 0))


def _drawn_bowl() -> BaseGeometry:
    bowl = Polygon(_arc(0, 0.06, 0.56, 0, 180))
    steam = [
        _line([(x + 0.06 * math.sin(9 * y), y) for y in (-0.5 + i / 40 for i in range(18))], 0.075)
        for x in (-0.26, 0.0, 0.26)
    ]
    return unary_union([bowl, *steam])


def _drawn_return() -> BaseGeometry:
    arm = _line(_arc(0, 0.02, 0.43, -200, 60), 0.12)
    head = Polygon([(-0.62, -0.06), (-0.2, -0.06), (-0.41, 0.32)])
    return unary_union([arm, head, _ellipse(0, 0.02, 0.12, 0.12)])


def _drawn_star() -> BaseGeometry:
    tips = []
    for i in range(10):
        reach, turn = (0.66 if i % 2 == 0 else 0.27), math.pi * i / 5 - math.pi / 2
        tips.append((reach * math.cos(turn), reach * math.sin(turn)))
    return Polygon(tips).difference(_ellipse(0, 0, 0.1, 0.1))


_FAMILIES: dict[str, dict[str, Callable[[], BaseGeometry]]] = {
    "carved": {
        "x2": _carved_x2,
        "scouting": _carved_river,
        "foraging": _carved_feet,
        "offering": _carved_hands,
        "recall": _carved_hut,
        "stardust": _carved_dust,
    },
    "drawn": {
        "x2": _drawn_x2,
        "scouting": _drawn_river,
        "foraging": _drawn_leaf,
        "offering": _drawn_bowl,
        "recall": _drawn_return,
        "stardust": _drawn_star,
    },
}


@cache
def glyph(family: str, kind: str) -> BaseGeometry:
    """The sign of a kind in one family (`carved`, `drawn`), in a disc of radius 1."""
    return _FAMILIES[family][kind]()
