"""Outlines of which the drawings are made: boxes, stars, ellipses, clouds."""

from __future__ import annotations

import math
from dataclasses import replace

from companion.drawing import (
    Disc,
    Drawing,
    PointMm,
    Shape,
    Words,
    arc_points_mm,
    regular_polygon_mm,
)

Outline = tuple[PointMm, ...]
Shapes = tuple[Shape, ...]


def box_mm(left: float, top: float, width: float, height: float) -> Outline:
    """The corners of an upright rectangle."""
    right, bottom = left + width, top + height
    return (left, top), (right, top), (right, bottom), (left, bottom)


def square_mm(middle: PointMm, side: float, angle_deg: float = 0.0) -> Outline:
    """The corners of a square, turned clockwise round its middle."""
    return regular_polygon_mm(middle, side / math.sqrt(2), 4, angle_deg - 45.0)


def rounded_mm(left: float, top: float, width: float, height: float, radius: float) -> Outline:
    """The outline of a rectangle with round corners."""
    right, bottom = left + width, top + height
    corners = (
        ((right - radius, top + radius), 0.0),
        ((right - radius, bottom - radius), 90.0),
        ((left + radius, bottom - radius), 180.0),
        ((left + radius, top + radius), 270.0),
    )
    return tuple(
        point
        for middle, start in corners
        for point in arc_points_mm(middle, radius, start, start + 90.0, 18.0)
    )


def circle_mm(middle: PointMm, radius: float) -> Outline:
    """A circle as an outline of 48 corners."""
    return regular_polygon_mm(middle, radius, 48)


def star_mm(
    middle: PointMm, radius: float, rays: int, inner: float, first_deg: float = 0.0
) -> Outline:
    """A star with so many rays; `inner` is the depth of its notches as a part of the radius."""
    outer = regular_polygon_mm(middle, radius, rays, first_deg)
    notches = regular_polygon_mm(middle, radius * inner, rays, first_deg + 180.0 / rays)
    return tuple(point for pair in zip(outer, notches, strict=True) for point in pair)


def ellipse_mm(middle: PointMm, across: float, up: float, angle_deg: float = 0.0) -> Outline:
    """An ellipse by its two radii, turned clockwise."""
    turn = math.radians(angle_deg)
    found = []
    for step in range(48):
        a = 2 * math.pi * step / 48
        x, y = across * math.cos(a), up * math.sin(a)
        found.append(
            (
                middle[0] + x * math.cos(turn) - y * math.sin(turn),
                middle[1] + x * math.sin(turn) + y * math.cos(turn),
            )
        )
    return tuple(found)


def cloud_mm(middle: PointMm, radius: float, lobes: int) -> Outline:
    """A cloud with so many round lobes."""
    found = []
    steps = 12 * lobes
    for step in range(steps):
        a = 2 * math.pi * step / steps
        reach = radius * (0.76 + 0.24 * abs(math.sin(a * lobes / 2)))
        found.append((middle[0] + reach * math.sin(a), middle[1] - reach * math.cos(a)))
    return tuple(found)


def resized(drawing: Drawing, scale: float) -> Drawing:
    """A drawing made larger or smaller as a whole."""

    def moved(point: PointMm) -> PointMm:
        return point[0] * scale, point[1] * scale

    shapes: list[Shape] = []
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            height = shape.height_mm * scale
            shapes.append(replace(shape, middle_mm=moved(shape.middle_mm), height_mm=height))
            continue
        ink = replace(shape.ink, stroke_mm=shape.ink.stroke_mm * scale)
        if isinstance(shape, Disc):
            radius = shape.radius_mm * scale
            shapes.append(Disc(moved(shape.centre_mm), radius, ink))
        else:
            shapes.append(replace(shape, points_mm=tuple(map(moved, shape.points_mm)), ink=ink))
    return Drawing(moved(drawing.size_mm), tuple(shapes))


def shifted(middle: PointMm, away: float, angle_deg: float) -> PointMm:
    """A point so far from another, clockwise from 12 o'clock."""
    return arc_points_mm(middle, away, angle_deg, angle_deg)[0]
