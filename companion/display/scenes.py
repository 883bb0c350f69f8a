"""Drawings as they are sent to a page: shapes in millimetres, plain enough to become SVG.

A drawing is sent in parts.  The art of a board comes first and stays the same from move to move,
so that a phone fetches it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words

# A hundredth of a millimetre is less than any screen shows.
_DIGITS = 2
# Shapes of a part; what does not fill one is sent with the drawing itself.
PART = 150
# More than one moment of any game draws; 8000 shapes are about 8 MB with their points.
_REMEMBERED = 8_000


class SceneShape(msgspec.Struct, frozen=True, omit_defaults=True):
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


class SceneSpot(msgspec.Struct, frozen=True):
    """Where a place lies that may be tapped or marked."""

    id: str
    xy_mm: tuple[float, ...]


class ScenePart(msgspec.Struct, frozen=True):
    """Some shapes of a drawing, in their order."""

    shapes: tuple[SceneShape, ...]


class SceneFile(msgspec.Struct, frozen=True):
    """A drawing of `size_mm` (width, height) with its places.

    First come the shapes of `parts` (paths of ScenePart files), then `shapes`.
    """

    size_mm: tuple[float, float]
    parts: tuple[str, ...]
    shapes: tuple[SceneShape, ...]
    spots: tuple[SceneSpot, ...] = ()


def scene_file(
    drawing: Drawing, spots: tuple[SceneSpot, ...], keep: Callable[[Sequence[Shape]], str]
) -> SceneFile:
    """A drawing for the page; `keep` keeps a part and gives its path."""
    whole = len(drawing.shapes) // PART * PART
    parts = tuple(keep(drawing.shapes[at : at + PART]) for at in range(0, whole, PART))
    return SceneFile(drawing.size_mm, parts, tuple(map(_shape, drawing.shapes[whole:])), spots)


def scene_part(shapes: Iterable[Shape]) -> ScenePart:
    """Shapes as they are sent."""
    return ScenePart(tuple(map(_shape, shapes)))


@lru_cache(maxsize=_REMEMBERED)
def flat_mm(points_mm: tuple[PointMm, ...]) -> tuple[float, ...]:
    """Points as x, y, x, y, ..."""
    return tuple(round(value, _DIGITS) for point in points_mm for value in point)


@lru_cache(maxsize=_REMEMBERED)
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
