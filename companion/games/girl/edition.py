"""An edition as the rules use it: everything that depends on a printed copy, ready to look up.

Built and checked by `companion.games.girl.edition_file`.  Cells, path spaces and tiles are
numbered in the order of the edition; the names are for records and people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.board import Dish, PointMm
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.hexes import Cell

Counts = tuple[int, ...]  # per colour, per food or per ash kind, in the order of pieces.py


@dataclass(frozen=True, slots=True)
class Corner:
    """A place for a Bonus token: its name and the cells under it."""

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A star tile's front: `colour` is 0 for white, else 1 + the place in COLOURS."""

    name: str
    colour: int
    lines: int


@dataclass(frozen=True, slots=True)
class Site:
    """A foraging space; prices are Light per colour, then Light of any colour.

    `at_mm` is its middle on the main board.
    """

    name: str
    food: int
    gates: tuple[int, ...]
    price: Counts
    extra: Counts
    reward_stardust: int
    reward_vp: int
    at_mm: PointMm


@dataclass(frozen=True, slots=True)
class PileKind:
    """A Connection Reward pile: for `at_least` Light or more; all its printed values."""

    label: str
    at_least: int
    values: Counts


@dataclass(frozen=True, slots=True)
class CardSpace:
    """One Offering of a card: the food it takes (per kind) and its VP."""

    name: str
    food: Counts
    vp: int


@dataclass(frozen=True, slots=True)
class Card:
    """An Offering card."""

    name: str
    spaces: tuple[CardSpace, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The hexes of a player board.

    `neighbours[cell][edge]` is a cell, or -1 at the board's edge.  `rim[cell]` is the mask of
    edges at the board's edge.  `touched[cell]` is the mask of corners whose token it touches.
    """

    cells: tuple[Cell, ...]
    index: Mapping[Cell, int]
    neighbours: tuple[tuple[int, ...], ...]
    rim: tuple[int, ...]
    corners: tuple[Corner, ...]
    corner_index: Mapping[str, int]
    touched: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paths:
    """The path graph: `colour[space]` is the printed colour + 1, 0 for none.

    `sites[space]` are the numbers of the foraging spaces beside it, `at_mm[space]` its middle.
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    links: tuple[tuple[int, ...], ...]
    village: tuple[int, ...]
    colour: Counts
    sites: tuple[tuple[int, ...], ...]
    at_mm: tuple[PointMm, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """How many of a kind were printed, for warnings and the supply ruling."""

    stardust: int
    light_per_colour: int
    villagers: int


@dataclass(frozen=True, eq=False)
class Edition:
    """A whole edition; two loads of a file are different editions.

    `printed_shapes` is what is needed to draw it, None when its file does not say.
    """

    name: str
    generation: str
    players: tuple[int, ...]
    rounds: int
    tiles_per_round: int
    actions_per_turn: int
    actions_with_bonus: int
    starting_light: int
    villagers_ready: int
    printed: Printed
    field: Field
    tiles: tuple[Tile, ...]
    tile_index: Mapping[str, int]
    tile_sets: tuple[int, ...]
    back: int
    girl_starts: tuple[int, ...]
    dish: Dish
    token_radius_mm: float
    ask_within_mm: float
    ash: Counts
    paths: Paths
    sites: tuple[Site, ...]
    site_index: Mapping[str, int]
    piles: tuple[PileKind, ...]
    cards: tuple[Card, ...]
    card_index: Mapping[str, int]
    single: Counts
    leftover: Counts
    printed_shapes: PrintDoc | None

    def pile_for(self, count: int) -> int:
        """The pile that `count` Light scores, or -1 when it is too few."""
        best = -1
        for index, pile in enumerate(self.piles):
            if count >= pile.at_least:
                best = index
        return best
