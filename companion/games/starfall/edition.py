"""An edition as the rules use it: everything that depends on a printed copy, ready to look up.

Built and checked by `edition_file`.  Tiles, colours and kinds of pieces are numbered in the
order of the edition, the numbers of the board by their slot: slot 0 is the highest number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.starfall.edition_doc import ComponentsDoc, PrintDoc
from companion.games.starfall.pieces import EMPTY, TO_REVEAL, UNKNOWN_TEXT

Counts = tuple[int, ...]
Scale = tuple[tuple[int, int], ...]


def on_scale(scale: Scale, count: int) -> int:
    """The VP of the highest threshold that `count` reaches; 0 below the first."""
    vp = 0
    for least, value in scale:
        if count < least:
            break
        vp = value
    return vp


@dataclass(frozen=True, slots=True)
class Tile:
    """A Sky Tile; `nebulae` are numbers of colours, sorted."""

    name: str
    stars: int
    planets: int
    moons: int
    black_holes: int
    comets: int
    nebulae: Counts


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of Stardust piece: its value, how many were printed, how many each player gets."""

    name: str
    value: int
    count: int
    start: int
    diameter_mm: float


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points at the end of the game; `comets[n]` is what each of n + 1 comets is worth."""

    most_stars: int
    fewest_stars: int
    fewest_players: Counts
    planet: int
    moon: int
    black_holes: Scale
    comets: Counts
    nebula: int
    nebula_colours: Scale
    stardust_per_point: int

    def each_comet(self, count: int) -> int:
        """What each of so many comets is worth; more than the table holds count as its last."""
        return self.comets[min(count, len(self.comets)) - 1] if count else 0


@dataclass(frozen=True, eq=False)
class Edition:
    """A whole edition; two loads of a file are different editions."""

    name: str
    components: ComponentsDoc
    numbers: Counts
    most_tiles: int
    removed: Mapping[int, int]  # players -> tiles removed unseen
    pieces: tuple[Piece, ...]
    piece_index: Mapping[str, int]
    scoring: Scoring
    colours: tuple[str, ...]
    tiles: tuple[Tile, ...]
    tile_index: Mapping[str, int]
    print: PrintDoc

    @property
    def players(self) -> Counts:
        """The numbers of players that can play, rising."""
        return tuple(sorted(self.removed))

    def in_play(self, players: int) -> int:
        """How many tiles are in the game with so many players (STAR-SET-3)."""
        return len(self.tiles) - self.removed[players]

    def tile_text(self, tile: int) -> str:
        """A tile's name, or what stands for a tile that is not known or not there."""
        if tile >= 0:
            return self.tiles[tile].name
        return {EMPTY: "empty", TO_REVEAL: "reveal"}.get(tile, UNKNOWN_TEXT)

    def value_of(self, pieces: Counts) -> int:
        """The value of Stardust pieces, counted by kind."""
        return sum(kind.value * count for kind, count in zip(self.pieces, pieces, strict=True))
