"""What an edition says, checked and ready for the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.solani.lattice import Lattice
from companion.games.solani.pieces import SIDES, turned

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A personal board: its name and the circle of its guide star."""

    name: str
    guide: int
    coyote: bool


@dataclass(frozen=True, slots=True)
class BranchKind:
    """A kind of branch tile: its lines before turning, how many there are in play."""

    name: str
    lines: int
    count: int

    def turns(self) -> tuple[int, ...]:
        """Every different set of lines that turning gives."""
        return tuple(dict.fromkeys(turned(self.lines, turn) for turn in range(SIDES)))


@dataclass(frozen=True, slots=True)
class ClusterKind:
    """A kind of star-cluster tile: sure stars, optional white stars, how many there are."""

    stars: int
    white: int
    count: int

    @property
    def name(self) -> str:
        """`2` or, with a white star, `2+w`."""
        return f"{self.stars}+{'w' * self.white}" if self.white else str(self.stars)

    def matches(self, lines: int) -> bool:
        """Whether so many lines equal the stars, each white star counted or not (SOL-END-1)."""
        return self.stars <= lines <= self.stars + self.white


@dataclass(frozen=True, slots=True)
class PlanetPlace:
    """A place of the planet row: its name and the numbers of stars that buy there."""

    name: str
    buys: frozenset[int]


@dataclass(frozen=True, slots=True)
class Condition:
    """When a feature tile scores; None for what does not matter (SOL-SPEC-4)."""

    lines: int | None
    branches: int | None
    rim: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A feature card: its deck, its kind of tile, its VP."""

    name: str
    deck: int
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A type of feature cards; `cards` is the mask of its cards."""

    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class DarkCard:
    """A Dark Sky card: the circles it shows, for each number of quarter turns."""

    name: str
    circles: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """Values of the final score; losses are negative."""

    planet_sets: Counts
    same_sector: int
    loose_line: int
    unplaceable: int
    bonus_vp: int
    bonus_clusters: int


@dataclass(frozen=True, slots=True)
class PrintSizes:
    """Sizes of what is printed.

    `round_mm` is the diameter of round tiles; a branch tile keeps `branch_gap_mm` from them and
    its arms end `branch_reach_mm` from its middle.  Boards carry square markers `marker_mm` wide,
    numbered on from `first_marker`.
    """

    round_mm: float
    branch_reach_mm: float
    branch_gap_mm: float
    thickness_mm: float
    card_wh_mm: tuple[float, float]
    marker_mm: float
    dictionary: str
    first_marker: int


@dataclass(frozen=True, eq=False)
class Edition:
    """A whole edition; `notice` is said wherever the game is shown, by language."""

    name: str
    notice: Mapping[str, str]
    players: Counts
    rounds: int
    market_extra: Counts
    display_extra: int
    cards_per_type: int
    lattice: Lattice
    pitch_mm: float
    boards: tuple[BoardKind, ...]
    branches: tuple[BranchKind, ...]
    branch_index: Mapping[str, int]
    branch_of: Mapping[int, int]
    clusters: tuple[ClusterKind, ...]
    cluster_index: Mapping[str, int]
    colours: tuple[str, ...]
    planets: Counts
    places: tuple[PlanetPlace, ...]
    place_index: Mapping[str, int]
    row_by_players: Counts
    spare: int
    dark_cards: tuple[DarkCard, ...]
    conditions: Mapping[str, Condition]
    cards: tuple[Card, ...]
    card_index: Mapping[str, int]
    decks: tuple[Deck, ...]
    deck_index: Mapping[str, int]
    worth: Worth
    sizes: PrintSizes

    def names(self, type_number: int) -> Sequence[str]:
        """The names of the clusters or branches, by their place in DRAFTED."""
        return tuple((self.cluster_index, self.branch_index)[type_number])

    def totals(self) -> tuple[Counts, Counts]:
        """Clusters and branches in play, by kind."""
        return (
            tuple(kind.count for kind in self.clusters),
            tuple(kind.count for kind in self.branches),
        )
