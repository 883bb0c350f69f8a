"""The teaching sheets: paper with boxes into which pieces are laid to be photographed.

Two sheets, for small and for large pieces; the markers tell which one is seen.  They are of a
larger dictionary than any board's, so that they may lie beside a board.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board import CameraModel, Dish, PointMm, Tag
from companion.drawing import Drawing, Ink, Polygon, Shape, Words
from companion.places import Family, Place
from companion.prints import BoardPrint

DICTIONARY = "DICT_4X4_250"
SIZE_MM = (188.0, 250.0)
_MARKER_MM = 19.0
_WHITE_MM = 4.0  # kept outside the markers
_FRAME = Ink(stroke="#b4b4b4", stroke_mm=0.25)
_GREY = "#808080"
_LABEL_MM = 3.0
_ARROW_MM = 1.6

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class TeachingSheet:
    """One sheet: markers that find it, boxes in reading order, the largest piece for a box.

    It has what every described board has (`companion.board.Marked`).
    """

    name: str
    tags: tuple[Tag, ...]
    boxes: tuple[Box, ...]
    size_mm: tuple[float, float] = SIZE_MM
    dictionary: str = DICTIONARY
    dish: Dish | None = None
    camera: CameraModel | None = None

    @property
    def box_mm(self) -> tuple[float, float]:
        """Width and height of every box."""
        left, top, right, bottom = self.boxes[0]
        return right - left, bottom - top

    def holds(self, family: Family) -> bool:
        """Whether pieces of a family fit into a box, with paper showing around them."""
        width, height = (
            max(p[axis] for p in family.outline_mm) - min(p[axis] for p in family.outline_mm)
            for axis in (0, 1)
        )
        return width + 7.0 <= self.box_mm[0] and height + 7.0 <= self.box_mm[1]


def _tags(first_id: int) -> tuple[Tag, ...]:
    width, height = SIZE_MM
    left, right = _WHITE_MM, width - _WHITE_MM - _MARKER_MM
    low, middle = height - _WHITE_MM - _MARKER_MM, (height - _MARKER_MM) / 2
    places = (left, left), (right, left), (right, middle), (right, low), (left, low), (left, middle)
    return tuple(Tag(first_id + i, _square(*at)) for i, at in enumerate(places))


def _square(x: float, y: float) -> tuple[PointMm, PointMm, PointMm, PointMm]:
    far_x, far_y = x + _MARKER_MM, y + _MARKER_MM
    return (x, y), (far_x, y), (far_x, far_y), (x, far_y)


def _boxes(columns: int, rows: int) -> tuple[Box, ...]:
    left, right = _MARKER_MM + 2 * _WHITE_MM, SIZE_MM[0] - _MARKER_MM - 2 * _WHITE_MM
    wide, tall = (right - left) / columns, (SIZE_MM[1] - 2 * _WHITE_MM) / rows
    return tuple(
        (
            left + column * wide + 0.5,
            _WHITE_MM + row * tall + 0.5,
            left + (column + 1) * wide - 0.5,
            _WHITE_MM + (row + 1) * tall - 0.5,
        )
        for row in range(rows)
        for column in range(columns)
    )


SMALL = TeachingSheet("small", _tags(200), _boxes(3, 5))
LARGE = TeachingSheet("large", _tags(210), _boxes(1, 2))
SHEETS = (SMALL, LARGE)


def sheet_print(sheet: TeachingSheet) -> BoardPrint:
    """The sheet as something that can be printed and photographed; each box is a place."""
    width, height = SIZE_MM
    ground = Polygon(((0, 0), (width, 0), (width, height), (0, height)), Ink(fill="#ffffff"))
    shapes: list[Shape] = [ground]
    for number, box in enumerate(sheet.boxes, 1):
        shapes += _box_shapes(number, box)
    places = tuple(
        Place(str(number), _corners(box), ("any",)) for number, box in enumerate(sheet.boxes, 1)
    )
    return BoardPrint(
        f"teaching-{sheet.name}",
        f"teach.sheet.{sheet.name}",
        Drawing(SIZE_MM, tuple(shapes)),
        (sheet.tags,),
        places,
    )


def _corners(box: Box) -> tuple[PointMm, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _box_shapes(number: int, box: Box) -> list[Shape]:
    """The frame, its number, and the arrow at which a piece's top points."""
    left, top, right, _ = box
    middle = (left + right) / 2
    arrow = (
        (middle, top + 0.6),
        (middle + _ARROW_MM, top + 0.6 + _ARROW_MM),
        (middle - _ARROW_MM, top + 0.6 + _ARROW_MM),
    )
    return [
        Polygon(_corners(box), _FRAME),
        Words(str(number), (left + 3.0, top + 3.0), _LABEL_MM, _GREY),
        Polygon(arrow, Ink(fill=_GREY)),
    ]
