"""The state of a game: frozen plain data, no rules.

Seats are numbers here (0 is A), tiles numbers of the edition or the values below 0 of `pieces`.
The deck is only a number: which tiles are in it and which were removed unseen nobody knows
(STAR-Q18), so no state can tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.starfall.edition import Counts, Edition
from companion.games.starfall.pieces import EMPTY, SEATS, TO_REVEAL, Phase
from companion.games.starfall.rulings import Rulings

NOBODY = -1
OFF_TRACK = -1  # the slot below the lowest number


@dataclass(frozen=True, slots=True)
class Player:
    """One player: the tiles of the personal pile, sorted, and Stardust pieces by kind."""

    tiles: Counts
    pieces: Counts


@dataclass(frozen=True, eq=False)
class Table:
    """What never changes during a game.

    `waived` are clauses that bind nobody in the move being judged, because people let it
    stand as played.
    """

    edition: Edition
    rulings: Rulings
    seats: int
    waived: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StarfallState:
    """A whole game.

    `track` holds a tile, EMPTY or TO_REVEAL for every slot, the highest number first.  `deck`
    is the number of tiles in the deck.  `gone` are tiles that left the game face up (moved off
    the track, or used to pay), sorted.
    """

    table: Table
    phase: Phase
    turn: int
    track: Counts
    deck: int
    gone: Counts
    players: tuple[Player, ...]

    def same_position(self, other: StarfallState) -> bool:
        """Equal but for being two loads of the same edition."""
        mine = tuple(getattr(self, name) for name in self.__slots__[1:])
        theirs = tuple(getattr(other, name) for name in other.__slots__[1:])
        return (
            mine == theirs
            and self.table.rulings == other.table.rulings
            and self.table.edition.name == other.table.edition.name
        )

    @property
    def waits(self) -> bool:
        """Whether a new tile has to be shown before anything else."""
        return TO_REVEAL in self.track

    @property
    def board_tiles(self) -> Counts:
        """The tiles on the track, the one on the highest number first."""
        return tuple(tile for tile in self.track if tile not in (EMPTY, TO_REVEAL))

    def slot_of(self, tile: int) -> int:
        """The slot a tile lies on, or NOBODY."""
        return self.track.index(tile) if tile in self.track else NOBODY

    def price_of(self, tile: int) -> int:
        """The number a tile of the track lies on (STAR-DISC-1)."""
        return self.table.edition.numbers[self.track.index(tile)]

    def highest_free(self) -> int:
        """The slot of the highest free number (STAR-ADD-1)."""
        return self.track.index(EMPTY)

    def next_free(self, slot: int) -> int:
        """The next free slot below this one, or OFF_TRACK (STAR-MOVE-1, STAR-Q2)."""
        for lower in range(slot + 1, len(self.track)):
            if self.track[lower] == EMPTY:
                return lower
        return OFF_TRACK

    def seen_tiles(self) -> list[int]:
        """Every tile that lies or lay face up somewhere."""
        found = [*self.board_tiles, *self.gone]
        for player in self.players:
            found += player.tiles
        return found

    def unseen_tiles(self) -> list[int]:
        """Tiles that may be the next of the deck: nobody has seen them in this game."""
        seen = set(self.seen_tiles())
        return [tile for tile in range(len(self.table.edition.tiles)) if tile not in seen]

    def bank(self) -> Counts:
        """Stardust pieces in the bank, by kind (STAR-SET-1)."""
        kinds = self.table.edition.pieces
        return tuple(
            kind.count - sum(player.pieces[number] for player in self.players)
            for number, kind in enumerate(kinds)
        )

    def with_slot(self, slot: int, tile: int) -> Counts:
        """The track with a tile (or EMPTY, TO_REVEAL) on a slot."""
        return (*self.track[:slot], tile, *self.track[slot + 1 :])


def seat_name(seat: int) -> str:
    """`A` for 0 and so on; `nobody` when there is none."""
    return SEATS[seat] if seat >= 0 else "nobody"


def lenient(state: StarfallState, clauses: frozenset[str]) -> StarfallState:
    """The same state in which these clauses bind nobody."""
    return replace(state, table=replace(state.table, waived=clauses))
