"""The kinds of pieces of the game, by the names that records and editions use."""

from __future__ import annotations

from enum import Enum

from companion.board import LIGHT_COLOURS, TOKEN_KINDS

COLOURS = LIGHT_COLOURS  # blue, red, yellow: the order of every Light count
WHITE = "white"
FOODS = ("fruit", "fish", "rabbit", "antelope")
ASH_KINDS = TOKEN_KINDS
BONUSES = ("double", "lights", "actions", "villager")
SEATS = ("A", "B", "C", "D")

DOUBLE_KIND = "x2"
UNKNOWN_TILE = "?"

FREE = "*"  # a Light of any colour in a price
SIDES = 6


class Phase(Enum):
    """Where a round stands."""

    STARGAZING = "stargazing"
    CASTING = "casting"
    PICKING = "picking"
    ACTION = "action"
    CLEANUP = "cleanup"
    ENDING = "ending"
    OVER = "over"


class Source(Enum):
    """Where victory points come from; the lines of the score breakdown, in this order."""

    CONSTELLATION = "constellations"
    DOUBLE = "doubled"
    SCOUTING = "scouting"
    EARLY_BIRD = "early_birds"
    OFFERING = "offerings"
    LOSS = "unplaceable"
    EARLIER = "earlier"


SOURCES = tuple(Source)
