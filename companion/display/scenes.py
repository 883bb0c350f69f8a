"""Drawings as they are sent to a page: shapes in millimetres, plain enough to become SVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.display.model import Text
from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words

# A hundredth of a millimetre is less than any screen shows.
_DIGITS = 2


@dataclass(frozen=True, slots=True)
class SceneShape:
    """One shape: polygon and stroke have `xy_mm` (x, y, x, y, ...), disc and words a middle.

    `size_mm` is the radius of a disc or the height of the capital letters of words.
    """

    kind: str
    xy_mm: tuple[float, ...]
    fill: str = ""
    stroke: str = ""
    stroke_mm: float = 0.0
    opacity: float = 1.0
    size_mm: float = 0.0
    text: str = ""
    angle_deg: float = 0.0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class SceneSpot:
    """Where a place lies that may be tapped or marked."""

    id: str
    label: Text
    xy_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SceneFile:
    """A drawing of `size_mm` (width, height) with its places."""

    size_mm: tuple[float, float]
    shapes: tuple[SceneShape, ...]
    spots: tuple[SceneSpot, ...] = ()


def scene_file(drawing: Drawing, spots: tuple[SceneSpot, ...]) -> SceneFile:
    """A drawing for the page."""
    return SceneFile(drawing.size_mm, tuple(map(_shape, drawing.shapes)), spots)


def flat_mm(points_mm: Iterable[PointMm]) -> tuple[float, ...]:
    """Points as x, y, x, y, ..."""
    return tuple(round(value, _DIGITS) for point in points_mm for value in point)


def _shape(shape: Shape) -> SceneShape:
    if isinstance(shape, Words):
        return SceneShape(
            "words",
            flat_mm((shape.middle_mm,)),
            fill=shape.colour,
            size_mm=shape.height_mm,
            text=shape.text,
            angle_deg=shape.angle_deg,
            bold=shape.bold,
        )
    ink = shape.ink
    if isinstance(shape, Disc):
        kind, xy_mm, size_mm = "disc", flat_mm((shape.centre_mm,)), shape.radius_mm
    else:
        kind, xy_mm, size_mm = _KINDS[type(shape)], flat_mm(shape.points_mm), 0.0
    fill = "" if isinstance(shape, Stroke) else ink.fill
    return SceneShape(kind, xy_mm, fill, ink.stroke, ink.stroke_mm, ink.opacity, size_mm)


_KINDS: dict[type, str] = {Polygon: "polygon", Stroke: "stroke"}
