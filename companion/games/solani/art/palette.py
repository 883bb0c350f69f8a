"""Colours and inks: an even night sky, deep blue ground with fine gold and ivory lines."""

from __future__ import annotations

from companion.drawing import Ink

GROUND = "#101d44"
SECTOR_TINTS = ("#15255a", "#1b3068", "#182a61", "#203873", "#132150", "#1e3470")
DEEP = "#0a1330"
BLACK = "#05070f"
TILE = "#2a448c"
GOLD = "#e6c46e"
IVORY = "#f6efdc"
FAINT = "#7284bd"
GREY = "#8a8f9c"

_NAMED = {
    "red": "#d9503f",
    "blue": "#4d9be6",
    "green": "#58b874",
    "violet": "#a877e2",
    "yellow": "#ead34f",
    "orange": "#e8963a",
    "white": "#eeeae0",
    "pink": "#e08ab6",
}
_OTHERS = ("#d9a441", "#4fc3c0", "#c7d36f", "#b98d6a", "#9fb4d8", "#e08ab6")


def planet_colour(name: str, number: int) -> str:
    """The colour of a planet by its name; names without one take theirs in turn."""
    return _NAMED.get(name, _OTHERS[number % len(_OTHERS)])


def fill(colour: str, opacity: float = 1.0) -> Ink:
    """Only the inside."""
    return Ink(fill=colour, opacity=opacity)


def line(colour: str, width_mm: float, opacity: float = 1.0) -> Ink:
    """Only the outline."""
    return Ink(stroke=colour, stroke_mm=width_mm, opacity=opacity)


def edged(colour: str, edge: str, width_mm: float) -> Ink:
    """Inside and outline."""
    return Ink(fill=colour, stroke=edge, stroke_mm=width_mm)
