"""The dish of the rules' example in board millimetres: their angles are mathematical."""

from __future__ import annotations

from companion.board import Dish, SectorArea


def clockwise_from_top(mathematical_deg: float) -> float:
    """The rules give angles counter-clockwise from x with y up; boards clockwise from 12."""
    return (90.0 - mathematical_deg) % 360.0


def sector(colour: str, from_deg: float, to_deg: float) -> SectorArea:
    """The sector between two mathematical angles, counter-clockwise from the first."""
    start = clockwise_from_top(to_deg)
    return SectorArea(colour, start, start + (to_deg - from_deg) % 360.0)


# GIRL 1.5, Night Sky dish: yellow 330 to 90, red 90 to 210, blue 210 to 330 degrees.
DISH = Dish(
    (0.0, 0.0),
    90.0,
    25.0,
    (sector("yellow", 330, 90), sector("red", 90, 210), sector("blue", 210, 330)),
)
