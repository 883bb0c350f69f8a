"""Figures in the manner of rock paintings, around the origin: people, animals, huts, signs.

Each is drawn at a height of ten units and scaled; one ink paints a whole figure.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.drawing import Disc, PointMm, Polygon, Shape, Stroke
from companion.games.girl.art import palette
from companion.games.girl.art.outlines import ORIGIN, circle

UNITS = 10.0
Points = Sequence[PointMm]


class Pen:
    """Draws lines, discs and outlines in units of a tenth of a figure's height."""

    def __init__(self, height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> None:
        self._scale = height_mm / UNITS
        self._colour = colour
        self._at = at_mm
        self.shapes: list[Shape] = []

    def limb(self, width: float, *points: PointMm) -> None:
        """A line with round ends."""
        ink = palette.line(self._colour, width * self._scale)
        self.shapes.append(Stroke(self._place(points), ink))

    def spot(self, at: PointMm, radius: float, colour: str = "") -> None:
        """A disc."""
        ink = palette.fill(colour or self._colour)
        self.shapes.append(Disc(self._place((at,))[0], radius * self._scale, ink))

    def shape(self, *points: PointMm, colour: str = "") -> None:
        """A filled outline."""
        self.shapes.append(Polygon(self._place(points), palette.fill(colour or self._colour)))

    def _place(self, points: Points) -> tuple[PointMm, ...]:
        return tuple(
            (self._at[0] + x * self._scale, self._at[1] + y * self._scale) for x, y in points
        )


def person(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A villager, walking, a bag over the shoulder."""
    pen = Pen(height_mm, colour, at_mm)
    pen.spot((0.1, -3.9), 1.0)
    pen.limb(1.5, (0.0, -2.4), (-0.1, 0.6))
    pen.limb(0.9, (-0.1, 0.6), (1.3, 2.4), (1.5, 4.4))
    pen.limb(0.9, (-0.1, 0.6), (-1.2, 2.5), (-2.2, 4.4))
    pen.limb(0.7, (0.1, -2.4), (1.9, -1.1), (2.9, -1.9))
    pen.limb(0.7, (-0.1, -2.3), (-1.7, -0.9), (-1.3, 0.5))
    pen.spot((-1.9, -1.6), 0.95)
    return pen.shapes


def elder(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """An elder in a cloak, leaning on a staff."""
    pen = Pen(height_mm, colour, at_mm)
    pen.spot((-0.5, -3.9), 1.05)
    pen.shape((-1.3, -2.9), (0.4, -2.9), (1.9, 3.2), (-2.9, 3.2))
    pen.limb(0.8, (-1.5, 3.0), (-1.6, 4.5))
    pen.limb(0.8, (0.5, 3.0), (0.6, 4.5))
    pen.limb(0.7, (0.0, -2.2), (2.3, -0.6))
    pen.limb(0.55, (2.5, -4.4), (2.5, 4.5))
    return pen.shapes


def girl(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """The Girl, running, one arm flung up with the ashes that become stars."""
    pen = Pen(height_mm, colour, at_mm)
    pen.spot((-0.2, -2.9), 0.95)
    pen.limb(0.4, (-1.0, -3.3), (-1.9, -2.9), (-2.5, -3.4))
    pen.limb(1.2, (-0.3, -1.7), (-0.1, 0.2))
    pen.shape((-0.9, -0.5), (0.7, -0.5), (1.5, 1.9), (-1.9, 1.6))
    pen.limb(0.75, (0.5, 1.4), (1.9, 2.5), (1.7, 4.6))
    pen.limb(0.75, (-0.8, 1.4), (-2.2, 2.8), (-3.6, 3.4))
    pen.limb(0.6, (-0.1, -1.8), (1.5, -2.6), (2.2, -4.2))
    pen.limb(0.6, (-0.4, -1.8), (-1.9, -1.0), (-2.7, 0.2))
    for at, radius in (((2.9, -4.6), 0.24), ((3.5, -3.9), 0.17), ((3.4, -4.9), 0.15)):
        pen.spot(at, radius)
    return pen.shapes


def fruit(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """Three round fruits on a twig with a leaf."""
    pen = Pen(height_mm, colour, at_mm)
    pen.limb(0.6, (-2.2, 1.0), (-0.6, -2.6), (0.8, -4.2))
    pen.limb(0.6, (2.2, 1.2), (0.6, -1.8), (-0.6, -2.6))
    pen.limb(0.6, (0.0, 2.0), (-0.6, -2.6))
    for at in ((-2.3, 1.6), (2.4, 1.6), (0.0, 3.2)):
        pen.spot(at, 1.75)
    pen.shape((0.2, -3.0), (1.6, -4.4), (3.8, -4.2), (2.6, -2.6))
    return pen.shapes


def fish(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A fish, head to the left."""
    pen = Pen(height_mm, colour, at_mm)
    pen.shape(
        *((-5.0, 0.2), (-3.6, -1.6), (-1.4, -2.5), (1.0, -2.0), (2.8, -0.6), (4.9, -2.7)),
        *((4.3, 0.1), (4.9, 2.8), (2.8, 0.8), (1.0, 2.3), (-1.4, 2.7), (-3.6, 1.9)),
    )
    pen.shape((-1.4, -2.2), (0.3, -3.9), (1.4, -1.9))
    pen.shape((-0.8, 2.3), (0.7, 3.7), (1.2, 2.0))
    pen.spot((-3.2, -0.3), 0.5, palette.IVORY)
    return pen.shapes


def rabbit(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A rabbit, sitting, ears up, looking to the left."""
    pen = Pen(height_mm, colour, at_mm)
    pen.spot((1.0, 1.9), 2.6)
    pen.spot((-0.8, 0.9), 1.9)
    pen.spot((-2.1, -1.1), 1.5)
    pen.limb(1.0, (-1.8, -2.0), (-2.2, -4.5))
    pen.limb(1.0, (-1.1, -1.9), (-0.5, -4.4))
    pen.spot((3.7, 2.6), 0.85)
    pen.limb(1.1, (-1.4, 2.0), (-1.9, 4.2))
    pen.limb(1.1, (1.6, 4.1), (-0.4, 4.3))
    return pen.shapes


def antelope(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """An antelope with long horns, walking to the left."""
    pen = Pen(height_mm, colour, at_mm)
    pen.shape(
        *((-2.6, -1.5), (-0.9, -1.9), (2.0, -1.2), (3.9, -1.3), (4.4, 0.2), (3.6, 1.6)),
        *((0.6, 1.5), (-1.6, 2.0), (-2.7, 1.0)),
    )
    pen.shape((-2.9, -0.2), (-4.0, -2.5), (-2.9, -3.0), (-1.2, -1.3))
    pen.shape((-2.9, -3.3), (-4.9, -2.0), (-4.7, -1.4), (-3.2, -1.9))
    pen.limb(0.4, (-3.1, -3.0), (-1.9, -4.0), (-1.7, -5.0))
    pen.limb(0.4, (-3.4, -3.0), (-3.0, -4.2), (-3.2, -5.0))
    for x, knee in ((-2.2, -2.5), (-1.2, -1.0), (2.6, 2.2), (3.7, 4.1)):
        pen.limb(0.6, (x, 1.0), (knee, 2.9), (x, 4.7))
    pen.limb(0.4, (4.2, -1.0), (5.0, 0.6))
    return pen.shapes


FOOD_FIGURES = (fruit, fish, rabbit, antelope)  # in the order of pieces.FOODS


def hut(height_mm: float, colour: str, door: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A round hut of the village with its door."""
    pen = Pen(height_mm, colour, at_mm)
    dome = [(x, y) for x, y in circle(5.0, (0.0, 2.6)) if y <= 2.6]
    pen.shape((5.0, 3.6), (-5.0, 3.6), *sorted(dome))
    pen.shape((-1.3, 3.6), (-1.3, 1.0), (0.0, -0.2), (1.3, 1.0), (1.3, 3.6), colour=door)
    pen.limb(0.35, (-1.2, -3.2), (0.0, -2.2), (1.2, -3.2))
    return pen.shapes


def river(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """Three waves: the sign of Scouting."""
    pen = Pen(height_mm, colour, at_mm)
    for y in (-2.9, 0.0, 2.9):
        pen.limb(
            1.3,
            (-4.3, y + 0.7),
            (-2.9, y - 0.7),
            (-1.4, y + 0.5),
            (0, y + 0.7),
            (1.4, y - 0.7),
            (2.9, y + 0.4),
            (4.3, y - 0.6),
        )
    return pen.shapes


def footprints(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """Two footprints, one ahead of the other: the sign of Foraging."""
    pen = Pen(height_mm, colour, at_mm)
    for x, y in ((-2.1, 1.2), (2.1, -1.2)):
        pen.spot((x, y - 0.9), 1.45)
        pen.spot((x, y + 1.9), 1.1)
        pen.limb(1.5, (x, y - 0.5), (x, y + 1.6))
        for dx, dy in ((-1.2, -2.7), (-0.4, -3.1), (0.5, -3.0), (1.3, -2.5)):
            pen.spot((x + dx, y + dy), 0.42)
    return pen.shapes


def hands(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """Two hands held open: the sign of Offering."""
    pen = Pen(height_mm, colour, at_mm)
    for side in (-1, 1):
        pen.spot((side * 2.0, 1.9), 1.75)
        pen.limb(1.6, (side * 2.0, 2.0), (side * 1.5, 4.3))
        for tip in ((0.8, -1.6), (1.7, -2.6), (2.7, -2.5), (3.7, -1.5)):
            pen.limb(0.75, (side * (1.5 + 0.3 * (tip[0] - 1)), 1.0), (side * tip[0], tip[1]))
    pen.spot((0.0, -3.6), 0.8)
    return pen.shapes
