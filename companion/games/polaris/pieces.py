"""The kinds of pieces of the game, by the names that records and editions use."""

from __future__ import annotations

from enum import Enum

SEATS = ("A", "B", "C", "D")
DIRECTIONS = ("h", "v")  # along an orbit, along a radius (POL-Q4: the data say which is which)
BASIC, ADVANCED = 0, 1
DECKS = ("basic", "advanced")  # in this order wherever there is one entry per deck

# Cards that are no kind of card: what a slot or hand may hold instead.
UNKNOWN = (-1, -2)  # a card of the basic or advanced deck that nobody noted
EMPTY = -3  # a slot that stays empty (POL-Q22)
TO_REVEAL = -4  # a slot whose next card has to be shown (POL-TAKE-2)
UNKNOWN_TEXTS = ("?basic", "?advanced")


class Phase(Enum):
    """Where the game stands."""

    TURNS = "turns"
    LAST_TURNS = "last_turns"
    SHOWING = "showing"
    OVER = "over"


class Source(Enum):
    """Where victory points come from; the lines of the score breakdown, in this order."""

    START = "start"
    EARLIER = "earlier"
    TELESCOPE = "telescope"
    GOAL = "goal"
    MOST = "most"
    CONSTELLATION = "constellations"
    LONE = "lone_stars"
    PERSONAL = "personal"
    SHOOTING = "shooting_stars"
    FLOOR = "floor"


class GoalKind(Enum):
    """What a common goal counts."""

    SECTOR = "sector"
    ORBIT = "orbit"
    BORDERS = "borders"
    ORBITS = "orbits"
    LONGEST = "longest"
    SECTORS = "sectors"
    SURROUNDED = "surrounded"
