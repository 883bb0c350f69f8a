"""The kinds of pieces of the game, by the names that records and editions use."""

from __future__ import annotations

from enum import Enum

SEATS = ("A", "B", "C", "D")
OFF = "off"  # where a tile goes that leaves the low end of the track (STAR-MOVE-2)

# What a number of the board may hold instead of a tile, and a tile that nobody may see.
EMPTY = -1
TO_REVEAL = -2  # a number whose new tile has to be shown (STAR-ADD-1)
UNKNOWN = -3
UNKNOWN_TEXT = "?"


class Phase(Enum):
    """Where the game stands."""

    TURNS = "turns"
    OVER = "over"


class Line(Enum):
    """The lines of the score breakdown, in this order."""

    MOST_STARS = "most_stars"
    FEWEST_STARS = "fewest_stars"
    PLANETS = "planets"
    MOONS = "moons"
    BLACK_HOLES = "black_holes"
    COMETS = "comets"
    NEBULAE = "nebulae"
    COLOURS = "colours"
    STARDUST = "stardust"
