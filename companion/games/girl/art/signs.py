"""Small signs around the origin: Light, stars, seats, numbers."""

from __future__ import annotations

from companion.drawing import Disc, Ink, PointMm, Polygon, Shape, Words, regular_polygon_mm
from companion.games.girl.art import palette
from companion.games.girl.art.outlines import ORIGIN, crescent, placed, star
from companion.games.girl.pieces import COLOURS

_CIRCLE, _TRIANGLE, _SQUARE = range(len(COLOURS))


def light_shape(colour: int, reach_mm: float, ink: Ink, at_mm: PointMm = ORIGIN) -> Shape:
    """The shape that goes with a Light: circle, triangle or square, of about equal area."""
    if colour == _CIRCLE:
        return Disc(at_mm, reach_mm * 0.86, ink)
    if colour == _TRIANGLE:
        middle = (at_mm[0], at_mm[1] + reach_mm * 0.18)
        return Polygon(regular_polygon_mm(middle, reach_mm * 1.2, 3), ink)
    return Polygon(regular_polygon_mm(at_mm, reach_mm * 1.1, 4, 45.0), ink)


def gem(colour: int, radius_mm: float, at_mm: PointMm = ORIGIN) -> tuple[Shape, ...]:
    """A Light as a sign: its colour, its shape, a dark rim; colour -1 is any Light."""
    rim = Disc(at_mm, radius_mm, palette.fill(palette.DEEP))
    if colour < 0:
        inner = Disc(at_mm, radius_mm * 0.84, palette.fill(palette.IVORY))
        wedges = tuple(
            light_shape(each, radius_mm * 0.28, palette.fill(palette.LIGHTS[each]), middle)
            for each, middle in enumerate(regular_polygon_mm(at_mm, radius_mm * 0.46, 3))
        )
        return (rim, inner, *wedges)
    return (
        rim,
        Disc(at_mm, radius_mm * 0.86, palette.fill(palette.LIGHTS[colour])),
        light_shape(colour, radius_mm * 0.42, palette.fill(palette.ON_LIGHT[colour]), at_mm),
    )


def seat_sign(seat: int, reach_mm: float, ink: Ink, at_mm: PointMm = ORIGIN) -> Shape:
    """The sign of a seat: sun, moon, lozenge, cross."""
    if seat == 0:
        return Polygon(star(8, reach_mm * 1.1, reach_mm * 0.62, at_mm), ink)
    if seat == 1:
        return Polygon(crescent(reach_mm, at_mm), ink)
    if seat == 2:
        wide = tuple((x * 0.78, y * 1.15) for x, y in regular_polygon_mm(ORIGIN, reach_mm, 4))
        return placed((Polygon(wide, ink),), at_mm)[0]
    arm, reach = reach_mm * 0.36, reach_mm
    cross = (
        *((-arm, -reach), (arm, -reach), (arm, -arm), (reach, -arm), (reach, arm), (arm, arm)),
        *((arm, reach), (-arm, reach), (-arm, arm), (-reach, arm), (-reach, -arm), (-arm, -arm)),
    )
    return placed((Polygon(cross, ink),), at_mm)[0]


def number(text: str, height_mm: float, colour: str, at_mm: PointMm = ORIGIN) -> Words:
    """Bold words, a number mostly."""
    return Words(text, at_mm, height_mm, colour, bold=True)


def points_badge(
    text: str,
    radius_mm: float,
    at_mm: PointMm = ORIGIN,
    colour: str = palette.GOLD,
    ink: str = palette.DEEP,
) -> tuple[Shape, ...]:
    """Victory points: a burst with a ring, the number in it; the sign alone without one."""
    burst = Polygon(star(12, radius_mm, radius_mm * 0.84, at_mm), palette.fill(colour))
    if not text:
        inner = Polygon(star(5, radius_mm * 0.55, radius_mm * 0.24, at_mm), palette.fill(ink))
        return (burst, inner)
    return (burst, number(text, radius_mm * (0.85 if len(text) == 1 else 0.7), ink, at_mm))


def stardust_sign(radius_mm: float, at_mm: PointMm = ORIGIN) -> tuple[Shape, ...]:
    """A Stardust disc as a sign."""
    return (
        Disc(at_mm, radius_mm, palette.fill(palette.DEEP)),
        Disc(at_mm, radius_mm * 0.87, palette.fill(palette.STARDUST)),
        Polygon(
            star(4, radius_mm * 0.8, radius_mm * 0.2, at_mm), palette.fill(palette.STARDUST_DARK)
        ),
        Polygon(
            star(4, radius_mm * 0.4, radius_mm * 0.14, at_mm, 45.0),
            palette.fill(palette.STARDUST_DARK),
        ),
    )
