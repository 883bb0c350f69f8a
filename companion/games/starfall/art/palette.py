"""Colours and inks: an observatory at night, brass and paper.

Every object has a shape of its own, and every colour of a Nebula its letter and its number of
lobes, so that nobody needs to tell the colours apart.
"""

from __future__ import annotations

from companion.drawing import Ink

NIGHT = "#0b1026"
DISC = "#131b3d"
RIM = "#b08d4a"
BRASS = "#d9b869"
PAPER = "#f3ead3"
PALE = "#9fb0d8"
DIM = "#4a5a8c"
INK = "#0a0d1c"
MAT = "#1c2752"
ZONE = "#8b8a84"  # no tile and no Stardust has this colour, lit or in the shade
GROUNDS = ("#1b2a5e", "#2a2059", "#123f52", "#3a2148", "#1d3a3a", "#263066", "#40243a")
STAR = "#ffd24d"
STAR_HEART = "#fff4c9"
PLANET = "#e08a4e"
PLANET_BAND = "#8f4a26"
PLANET_RING = "#f5d9a8"
MOON = "#e9eef7"
MOON_SHADE = "#8794b5"
HOLE = "#05060d"
HOLE_RING = "#ff7a5c"
COMET = "#8fe3ff"
COMET_TAIL = "#4fb4e8"
WHITE_DUST = "#f4f1e6"
ORANGE_DUST = "#f08a24"

# By number of colour; an edition with more colours begins again.
NEBULAE = ("#e5484d", "#f29a38", "#45b36b", "#4a8cf0", "#a468e8")
DUSTS = (WHITE_DUST, ORANGE_DUST, "#7fd0a8", "#d58be0", "#e8d24a", "#8ab6ff")


def line(colour: str, width_mm: float, opacity: float = 1.0) -> Ink:
    """An ink that only draws a line."""
    return Ink(stroke=colour, stroke_mm=width_mm, opacity=opacity)


def fill(colour: str, opacity: float = 1.0) -> Ink:
    """An ink that only fills."""
    return Ink(fill=colour, opacity=opacity)
