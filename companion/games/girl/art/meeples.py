"""The round pieces of people: the Girl, Elders, Villagers, scoring markers, with seat signs."""

from __future__ import annotations

from companion.drawing import Disc, Drawing, Polygon, Shape
from companion.games.girl.art import palette
from companion.games.girl.art.figures import elder, girl, person
from companion.games.girl.art.outlines import ORIGIN, star
from companion.games.girl.art.signs import seat_sign
from companion.games.girl.art.tiles import on_disc
from companion.games.girl.edition_print import PrintDoc


def girl_drawing(sizes: PrintDoc) -> Drawing:
    """The Girl, dark on gold."""
    radius = sizes.diameter_mm.girl / 2
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.9, palette.fill(palette.GOLD)),
        Polygon(star(16, radius * 0.9, radius * 0.78), palette.fill("#f6d98d")),
        *girl(radius * 1.45, palette.DEEP),
    )
    return on_disc(sizes.diameter_mm.girl, sizes.bleed_mm, palette.DEEP, shapes)


def elder_drawing(seat: int, sizes: PrintDoc) -> Drawing:
    """An Elder of a seat: a double rim, the figure left, the sign right."""
    radius = sizes.diameter_mm.elder / 2
    ink = palette.fill(palette.ON_SEAT[seat])
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.9, palette.fill(palette.GOLD)),
        Disc(ORIGIN, radius * 0.76, palette.fill(palette.SEATS[seat])),
        *elder(radius * 1.15, palette.ON_SEAT[seat], (-radius * 0.24, 0.0)),
        seat_sign(seat, radius * 0.24, ink, (radius * 0.46, 0.0)),
    )
    return on_disc(sizes.diameter_mm.elder, sizes.bleed_mm, palette.DEEP, shapes)


def villager_drawing(seat: int, sizes: PrintDoc) -> Drawing:
    """A Villager of a seat: a plain rim, the figure left, the sign right."""
    radius = sizes.diameter_mm.villager / 2
    ink = palette.fill(palette.ON_SEAT[seat])
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.88, palette.fill(palette.SEATS[seat])),
        *person(radius * 1.2, palette.ON_SEAT[seat], (-radius * 0.26, 0.0)),
        seat_sign(seat, radius * 0.28, ink, (radius * 0.46, 0.0)),
    )
    return on_disc(sizes.diameter_mm.villager, sizes.bleed_mm, palette.DEEP, shapes)


def marker_drawing(seat: int, sizes: PrintDoc) -> Drawing:
    """A scoring marker of a seat: its colour and its sign."""
    radius = sizes.diameter_mm.marker / 2
    shapes: tuple[Shape, ...] = (
        Disc(ORIGIN, radius * 0.86, palette.fill(palette.SEATS[seat])),
        seat_sign(seat, radius * 0.55, palette.fill(palette.ON_SEAT[seat])),
    )
    return on_disc(sizes.diameter_mm.marker, sizes.bleed_mm, palette.DEEP, shapes)
