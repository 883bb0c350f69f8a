"""Figures in the manner of rock paintings, around the origin: people, animals, huts, signs.

Each is drawn at a height of ten units and scaled; one ink paints a whole figure.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.drawing import Disc, PointMm, Polygon, Shape, Stroke, regular_polygon_mm
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

    def shape(self, *points: PointMm) -> None:
        """A filled outline with its corners as they are."""
        self.shapes.append(Polygon(self._place(points), palette.fill(self._colour)))

    def body(self, *points: PointMm) -> None:
        """A filled outline, rounded."""
        self.shape(*_rounded(_rounded(points)))

    def _place(self, points: Points) -> tuple[PointMm, ...]:
        return tuple(
            (self._at[0] + x * self._scale, self._at[1] + y * self._scale) for x, y in points
        )


def _rounded(points: Points) -> list[PointMm]:
    """The outline with every corner cut off, a quarter of each side."""
    cut = []
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25)]
        cut += [(ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
    return cut


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
    pen.body((0.2, -3.0), (1.6, -4.4), (3.8, -4.2), (2.6, -2.6))
    return pen.shapes


def fish(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A fish, head to the left."""
    pen = Pen(height_mm, colour, at_mm)
    pen.body(
        *((-5.0, 0.2), (-3.6, -1.6), (-1.4, -2.5), (1.0, -2.0), (2.8, -0.6), (4.9, -2.7)),
        *((4.3, 0.1), (4.9, 2.8), (2.8, 0.8), (1.0, 2.3), (-1.4, 2.7), (-3.6, 1.9)),
    )
    pen.body((-1.4, -2.2), (0.3, -3.9), (1.4, -1.9))
    pen.body((-0.8, 2.3), (0.7, 3.7), (1.2, 2.0))
    pen.spot((-3.0, -0.3), 0.45, palette.IVORY)
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
    pen.body(
        *((-3.4, -1.6), (-1.4, -2.2), (0.6, -1.5), (2.8, -1.9), (4.6, -1.6), (4.7, 0.4)),
        *((3.6, 1.4), (1.6, 1.0), (-0.8, 1.8), (-2.6, 1.6), (-3.3, 0.4)),
    )
    pen.body((-3.4, 0.4), (-4.3, -2.6), (-3.0, -3.4), (-0.8, -1.6), (-1.6, 0.6))
    pen.body((-3.0, -3.8), (-5.4, -2.0), (-5.1, -1.2), (-3.4, -1.7), (-2.4, -2.6))
    pen.limb(0.4, (-3.1, -3.2), (-1.9, -3.9), (-1.6, -4.9))
    pen.limb(0.4, (-3.5, -3.2), (-3.1, -4.2), (-3.3, -4.9))
    for hip, knee, hoof in (
        (-2.4, -2.9, -2.5),
        (-1.2, -0.8, -1.2),
        (2.9, 2.4, 2.9),
        (3.9, 4.4, 4.0),
    ):
        pen.limb(0.75, (hip, 0.6), (knee, 2.9))
        pen.limb(0.5, (knee, 2.9), (hoof, 4.7))
    pen.limb(0.4, (4.5, -1.0), (5.3, 0.9))
    return pen.shapes


FOOD_FIGURES = (fruit, fish, rabbit, antelope)  # in the order of pieces.FOODS


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


def hand(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """The print of a hand, fingers spread: the sign of Offering."""
    pen = Pen(height_mm, colour, at_mm)
    pen.body(
        *((-2.0, 0.0), (-1.7, -0.7), (1.9, -0.7), (2.2, 0.2), (1.8, 2.7), (1.2, 4.4)),
        *((-1.1, 4.4), (-1.8, 2.8)),
    )
    for root, tip in (
        ((-1.5, 0.2), (-2.3, -3.0)),
        ((-0.5, 0.0), (-0.8, -4.2)),
        ((0.6, 0.0), (0.8, -4.2)),
        ((1.6, 0.2), (2.4, -3.2)),
        ((-1.4, 2.4), (-3.8, 0.4)),
    ):
        pen.limb(1.05, root, tip)
    return pen.shapes


def sparkle(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A disc with rays: the sign of Stardust."""
    pen = Pen(height_mm, colour, at_mm)
    pen.spot((0.0, 0.0), 2.1)
    for number in range(8):
        inner, outer = (
            regular_polygon_mm(ORIGIN, reach, 8)[number] for reach in (3.2, 4.7 - number % 2)
        )
        pen.limb(0.9, inner, outer)
    return pen.shapes


def tree(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A thorn tree with a flat crown."""
    pen = Pen(height_mm, colour, at_mm)
    pen.limb(0.8, (0.3, 5.0), (-0.2, 1.0), (-2.6, -2.2))
    pen.limb(0.6, (0.0, 2.2), (1.0, -0.6), (2.9, -2.2))
    pen.limb(0.5, (-0.2, 1.0), (0.2, -2.4))
    pen.body(
        *((-6.2, -2.0), (-5.0, -3.3), (-2.4, -4.1), (0.4, -4.4), (3.2, -3.9), (5.4, -3.0)),
        *((6.3, -1.9), (3.4, -1.7), (0.4, -2.1), (-2.6, -1.6), (-4.6, -1.9)),
    )
    return pen.shapes


def dwelling(height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> list[Shape]:
    """A hut whose door is the ground it stands on: the sign of Recall."""
    pen = Pen(height_mm, colour, at_mm)
    left = [(x, y) for x, y in circle(4.9, (0.0, 2.0)) if x <= 0.0 and y <= 2.0]
    left.sort(key=lambda point: -point[1])
    right = [(-x, y) for x, y in reversed(left)]
    pen.shape(
        *((-1.3, 4.0), (-4.9, 4.0), *left, *right, (4.9, 4.0), (1.3, 4.0)),
        *((1.3, 1.6), (0.0, 0.3), (-1.3, 1.6)),
    )
    pen.limb(0.7, (-1.3, -4.4), (0.0, -2.8), (1.3, -4.4))
    return pen.shapes


ASH_FIGURES = {
    "scouting": river,
    "foraging": footprints,
    "offering": hand,
    "recall": dwelling,
    "stardust": sparkle,
}
DECOR_FIGURES = {
    "antelope": antelope,
    "elder": elder,
    "fish": fish,
    "girl": girl,
    "hut": dwelling,
    "person": person,
    "rabbit": rabbit,
    "tree": tree,
}
