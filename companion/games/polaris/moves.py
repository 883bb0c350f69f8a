"""The moves: what players decide and what chance shows, as the table sees it.

Moves name things as people do (seats, cards, spaces); they know no edition.  The text form is
in `move_text`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a face-up card."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Star:
    """A star is put on a space."""

    space: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line token is put between two spaces; the ends are in the order of `ordered`."""

    one: str
    other: str


Element = Star | Line


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card and the elements laid for it, in the order they were laid."""

    card: str
    elements: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A player plays cards, in this order, all with one phase."""

    seat: str
    phase: str
    cards: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class TakeStars:
    """A player takes shooting stars."""

    seat: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next card of a deck is shown in the slot of the card that was taken."""

    card: str


@dataclass(frozen=True, slots=True)
class Show:
    """At the end a player shows the personal goal."""

    seat: str
    goal: str


Move = Take | Play | TakeStars | Reveal | Show


def line_between(one: str, other: str) -> Line:
    """A line with its ends in the one order that texts use: `N` first, then by number."""
    return Line(*sorted((one, other), key=_order))


def _order(name: str) -> tuple[int, ...]:
    parts = name.split(",")
    if all(part.isdigit() for part in parts):
        return (1, *map(int, parts))
    return (0, *map(ord, name))
