"""Flat drawings in millimetres: one picture for paper, for the page and for the simulated table.

A drawing is a list of shapes, painted in order, the first lowest.  Coordinates are millimetres
from its top-left corner, x right, y down; angles in degrees clockwise.  Colours are "#rrggbb";
an empty colour paints nothing.  Everything is frozen plain data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

PointMm = tuple[float, float]

_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is painted: inside, outline and its width, opacity 0..1."""

    fill: str = ""
    stroke: str = ""
    stroke_mm: float = 0.0
    opacity: float = 1.0

    def __post_init__(self) -> None:
        for colour in (self.fill, self.stroke):
            if colour and not _COLOUR.fullmatch(colour):
                raise ValueError(f"a colour is written #rrggbb in small letters, not {colour!r}")
        if not 0 <= self.opacity <= 1:
            raise ValueError(f"opacity lies between 0 and 1, not {self.opacity}")


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline of three or more points; curves are polygons of many points."""

    points_mm: tuple[PointMm, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle, a ring when only its outline has a colour."""

    centre_mm: PointMm
    radius_mm: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line through two or more points, with round ends and joints.

    Only the ink's stroke and opacity are used.
    """

    points_mm: tuple[PointMm, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text around its middle; `height_mm` is the height of its capital letters."""

    text: str
    middle_mm: PointMm
    height_mm: float
    colour: str
    angle_deg: float = 0.0
    bold: bool = False


Shape = Polygon | Disc | Stroke | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet of `size_mm` (width, height); what lies outside it is cut off."""

    size_mm: tuple[float, float]
    shapes: tuple[Shape, ...] = ()

    def with_shapes(self, more: Iterable[Shape]) -> Drawing:
        """The drawing with more shapes on top."""
        return replace(self, shapes=(*self.shapes, *more))

    def placed(self, drawing: Drawing, middle_mm: PointMm, angle_deg: float = 0.0) -> Drawing:
        """The drawing with another one on top, its middle at `middle_mm`, turned clockwise."""
        return self.with_shapes(turned(drawing, middle_mm, angle_deg))


def turned(drawing: Drawing, middle_mm: PointMm, angle_deg: float = 0.0) -> tuple[Shape, ...]:
    """The shapes of a drawing whose middle comes to lie at `middle_mm`, turned clockwise."""
    half_w, half_h = drawing.size_mm[0] / 2, drawing.size_mm[1] / 2
    sine, cosine = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))

    def move(point: PointMm) -> PointMm:
        x, y = point[0] - half_w, point[1] - half_h
        return (
            middle_mm[0] + x * cosine - y * sine,
            middle_mm[1] + x * sine + y * cosine,
        )

    return tuple(_moved(shape, move, angle_deg) for shape in drawing.shapes)


def _moved(shape: Shape, move: Callable[[PointMm], PointMm], angle_deg: float) -> Shape:
    if isinstance(shape, Disc):
        return replace(shape, centre_mm=move(shape.centre_mm))
    if isinstance(shape, Words):
        turn_deg = shape.angle_deg + angle_deg
        return replace(shape, middle_mm=move(shape.middle_mm), angle_deg=turn_deg)
    return replace(shape, points_mm=tuple(map(move, shape.points_mm)))


def arc_points_mm(
    centre_mm: PointMm, radius_mm: float, from_deg: float, to_deg: float, step_deg: float = 3.0
) -> tuple[PointMm, ...]:
    """Points of an arc, both ends among them; angles clockwise from 12 o'clock."""
    steps = max(1, math.ceil(abs(to_deg - from_deg) / step_deg))
    angles = (math.radians(from_deg + (to_deg - from_deg) * i / steps) for i in range(steps + 1))
    return tuple(
        (centre_mm[0] + radius_mm * math.sin(a), centre_mm[1] - radius_mm * math.cos(a))
        for a in angles
    )


def regular_polygon_mm(
    centre_mm: PointMm, radius_mm: float, corners: int, first_deg: float = 0.0
) -> tuple[PointMm, ...]:
    """Corners of a regular polygon, the first at `first_deg` clockwise from 12 o'clock."""
    return tuple(
        arc_points_mm(centre_mm, radius_mm, angle, angle, 1.0)[0]
        for angle in (first_deg + 360.0 * i / corners for i in range(corners))
    )
