"""An edition as the rules use it: everything that depends on a printed copy, ready to look up.

Built and checked by `edition_file`.  Spaces, lines, cards and goals are numbered in the order of
the edition; names are for records and people.  Sets of spaces or lines are masks: bit n is the
space or line with number n; the North Star is the space with the last number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.polaris.edition_doc import (
    ComponentsDoc,
    PrintDoc,
    RoundDoc,
    ScoringDoc,
    SetupDataDoc,
    TurnDoc,
)
from companion.games.polaris.pieces import BASIC, EMPTY, TO_REVEAL, UNKNOWN, GoalKind

Counts = tuple[int, ...]
Scale = tuple[tuple[int, int], ...]


def on_scale(scale: Scale, count: int) -> int:
    """The VP of the highest threshold that `count` reaches (POL-Q1); 0 below the first."""
    vp = 0
    for least, value in scale:
        if count < least:
            break
        vp = value
    return vp


@dataclass(frozen=True, slots=True)
class Sky:
    """The starry sky.

    `ends[line]` are its spaces, the clockwise or outer end last; `around[space]` are pairs
    (line, other space); `rim[space]` is the mask of those lines.  `ahead[direction][space]` and
    `behind[direction][space]` are such pairs towards the clockwise or outer end and back.
    Masks of spaces: `red`, `white`, `marked`, `sector_spaces[sector - 1]` (borders included),
    `interiors[sector - 1]` (borders left out), `orbits[number]`.
    Masks of lines: `sector_lines[sector - 1]`.
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    north: int
    sectors: int
    red: int
    white: int
    marked: int
    sector_spaces: Counts
    interiors: Counts
    orbits: Mapping[int, int]
    ends: tuple[tuple[int, int], ...]
    direction: Counts
    line_index: Mapping[tuple[int, int], int]
    sector_lines: Counts
    around: tuple[tuple[tuple[int, int], ...], ...]
    rim: Counts
    ahead: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    behind: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]

    @property
    def all_spaces(self) -> int:
        """The mask of the round spaces, without the North Star."""
        return (1 << self.north) - 1

    def space_names(self, mask: int) -> list[str]:
        """The names of the spaces of a mask, in the order of the edition."""
        return [self.names[space] for space in bits(mask)]

    def line_name(self, line: int) -> str:
        """A line as records write it: the names of its ends, the lower number first."""
        one, other = sorted(self.ends[line])
        if other == self.north:  # the North Star is written first
            one, other = other, one
        return f"{self.names[one]}-{self.names[other]}"


@dataclass(frozen=True, slots=True)
class Chart:
    """Where everything of the sky lies, in mm from its top-left corner; the North Star is last."""

    size_mm: tuple[float, float]
    places_mm: tuple[tuple[float, float], ...]
    space_mm: float
    star_mm: float
    line_width_mm: float


def bits(mask: int) -> list[int]:
    """The numbers in a mask, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a card lets a player do.

    `stars` are places, `lines` are (direction, place, place), `places` is their number;
    a place is a number here and becomes a space when the elements are laid.
    """

    stars: Counts
    lines: tuple[tuple[int, int, int], ...]
    places: int
    shooting_stars: int


@dataclass(frozen=True, slots=True)
class Card:
    """An action card as printed: `count` equal ones; `phase` is a number of the edition's."""

    name: str
    deck: int
    phase: int
    count: int
    dawn: bool
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """A common goal; `mask` are the spaces it counts, 0 for kinds that count otherwise."""

    name: str
    kind: GoalKind
    scale: Scale
    mask: int
    number: int
    at_least: int
    then: int
    then_lines: int


@dataclass(frozen=True, slots=True)
class Personal:
    """A personal goal: images as lists of steps (direction, place, place).

    Every step leads on from a place that an earlier step or place 0 has fixed.
    """

    name: str
    images: tuple[tuple[tuple[int, int, int], ...], ...]
    stars: int


@dataclass(frozen=True, eq=False)
class Edition:
    """A whole edition; two loads of a file are different editions."""

    name: str
    players: Counts
    neutral_players: Counts
    rounds: int
    phases: tuple[str, ...]
    components: ComponentsDoc
    setup: SetupDataDoc
    turn: TurnDoc
    round: RoundDoc
    scoring: ScoringDoc
    constellation: Scale
    personal_scale: Scale
    cards: tuple[Card, ...]
    card_index: Mapping[str, int]
    goals: tuple[Goal, ...]
    goal_index: Mapping[str, int]
    personal: tuple[Personal, ...]
    personal_index: Mapping[str, int]
    sky: Sky
    chart: Chart
    print: PrintDoc

    def deck_of(self, card: int) -> int:
        """BASIC or ADVANCED, also for a card nobody noted."""
        return self.cards[card].deck if card >= 0 else BASIC if card == UNKNOWN[BASIC] else 1

    def deck_size(self, deck: int) -> int:
        """How many cards of a deck were printed."""
        return self.components.basic if deck == BASIC else self.components.advanced

    def slots(self, deck: int) -> int:
        """How many cards of a deck lie face up."""
        return self.setup.basic_slots if deck == BASIC else self.setup.advanced_slots

    def sector_at(self, new_moon: int, phase: int) -> int:
        """The sector beside a phase of the frame when the first phase is beside `new_moon`."""
        return (new_moon - 1 + phase) % self.sky.sectors + 1

    def card_text(self, card: int) -> str:
        """A card's name, or what stands for a card that is not known or not there."""
        if card >= 0:
            return self.cards[card].name
        return {EMPTY: "empty", TO_REVEAL: "reveal", UNKNOWN[0]: "?basic"}.get(card, "?advanced")
