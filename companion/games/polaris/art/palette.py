"""Colours and inks: an even night sky, fine lines of gold and ivory.

Each seat has a colour and a sign of its own, so that nobody needs to tell the colours apart.
"""

from __future__ import annotations

from companion.drawing import Ink

NIGHT = "#0d1533"
SKY = ("#15224f", "#182a5c")  # sectors by turns
RING = "#1d1b45"
CARD = "#152152"
ADVANCED = "#3a1c4c"
GOAL = "#123a46"
PERSONAL = "#2d2350"
GOLD = "#d8b55a"
DIM = "#8d8351"
IVORY = "#f6efd9"
PALE = "#aab3d6"
RED = "#e0503f"
DARK = "#0a1028"
SHADE = "#2b3566"

# By seat; the signs are in `glyphs.seat_sign`.
SEATS = ("#ee7b30", "#53b7ea", "#f3d84a", "#c48ae6")


def line(colour: str, width_mm: float, opacity: float = 1.0) -> Ink:
    """An ink that only draws a line."""
    return Ink(stroke=colour, stroke_mm=width_mm, opacity=opacity)


def fill(colour: str, opacity: float = 1.0) -> Ink:
    """An ink that only fills."""
    return Ink(fill=colour, opacity=opacity)
