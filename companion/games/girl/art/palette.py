"""The colours of the drawings: an even night sky, warm gold lines, grounds that differ clearly.

Beside each colour there is a shape, so that nobody needs to see the colour: blue circle, red
triangle, yellow square; seats have signs of their own.
"""

from __future__ import annotations

from companion.drawing import Ink

DUSK = ("#0e1133", "#11153d", "#151a48", "#1a2054", "#20275f", "#272e6a", "#2f3675", "#383e7f")
NIGHT = DUSK[0]
DEEP = "#080a20"
CELL = "#1c2260"
GOLD = "#e3b65c"
IVORY = "#f7f1de"
WHITE_TILE = "#f3f0e6"
EARTH = "#7a4a2a"
CLAY = "#b5713a"
SAND = "#e6c58f"

LIGHTS = ("#2478e0", "#d4302c", "#f8c81e")  # in the order of pieces.COLOURS
LIGHTS_DARK = ("#15489a", "#8c1a1c", "#b98a06")
ON_LIGHT = (IVORY, IVORY, DEEP)  # what is legible on each of them

STAR_GROUNDS = (WHITE_TILE, *LIGHTS)  # by Tile.colour
STAR_EDGES = ("#b9b6c6", *LIGHTS_DARK)
STAR_LINES = (DEEP, *ON_LIGHT)

FOODS = ("#b7dc5a", "#8fd8ee", "#d9c6ae", "#cf7b3c")  # in the order of pieces.FOODS
SEATS = ("#17984a", "#7c3cc8", "#f07d12", "#e8e8ef")  # in the order of pieces.SEATS
ON_SEAT = (IVORY, IVORY, DEEP, DEEP)
STARDUST = "#dfe7ff"
STARDUST_DARK = "#5a62b8"
FAINT = "#454d98"  # figures that only adorn
VILLAGE = "#3b2334"
VILLAGE_HUT = "#533247"
PLUM = "#35204a"
WOOD = "#3d2718"
WOOD_GRAIN = "#523622"
WOOD_SIGN = "#f5e6c6"
REWARDS = ("#7a2f5d", "#1f6a78", "#8a4a1c", "#b8892a")  # by pile, over again when there are more
DISH = ("#2f66a8", "#b23a44", "#d9ac38")  # areas, in the order of pieces.COLOURS
DISH_DARK = ("#244f86", "#8f2c38", "#b98d28")
TEAL = "#10716c"
USED = "#787b8c"


def line(colour: str, width_mm: float, opacity: float = 1.0) -> Ink:
    """An ink that draws lines or outlines only."""
    return Ink(stroke=colour, stroke_mm=width_mm, opacity=opacity)


def fill(colour: str, opacity: float = 1.0) -> Ink:
    """An ink that fills only."""
    return Ink(fill=colour, opacity=opacity)
