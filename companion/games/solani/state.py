"""The state of a game: frozen plain data, no rules.

Seats, tiles, cards and cells are numbers here (seat 0 is A).  What lies on a circle is one
code: EMPTY, GUIDE, DARK, or a cluster kind, planet colour or feature card added to its base.
What is left in a bag or deck is what nobody has seen leave it, never an order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.solani.edition import Counts, Edition
from companion.games.solani.pieces import SEATS, Phase
from companion.games.solani.rulings import Rulings

EMPTY, GUIDE, DARK = 0, 1, 2
CLUSTERS, PLANETS, FEATURES = 8, 40, 72  # bases of the codes
NOTHING = -1  # no tile, no card, no deck, not decided
UNKNOWN = -1  # a drawn card that a view may not show


def holds(code: int) -> bool:
    """Whether a circle holds what takes up a line and carries a branch (SOL-END-4, SOL-Q19)."""
    return code == GUIDE or code >= CLUSTERS


def with_byte(row: bytes, place: int, value: int) -> bytes:
    """The same bytes with one changed."""
    return row[:place] + bytes((value,)) + row[place + 1 :]


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has.

    `circles`: the code of each circle.  `gaps`: the lines of the branch in each gap, 0 none.
    `tile` is the code of the stored cluster or planet, EMPTY for none; `branch` the kind of
    the stored branch, NOTHING for none.  `cards` are all feature cards held.  `owed` counts
    special drafts earned and not begun, `lost` tiles that fitted nowhere.
    """

    board: int
    circles: bytes
    gaps: bytes
    tile: int = EMPTY
    branch: int = NOTHING
    cards: Counts = ()
    owed: int = 0
    lost: int = 0

    @property
    def stores(self) -> bool:
        """Whether a tile lies in the storage."""
        return self.tile != EMPTY or self.branch != NOTHING


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

    @property
    def row_length(self) -> int:
        """Feature cards in a fresh row (SOL-SET-5)."""
        return self.seats + self.edition.display_extra


@dataclass(frozen=True, slots=True)
class SolaniState:
    """A whole game.

    `dark` is the Dark Sky card and its quarter turns.  `takes` counts tiles taken in this
    round, `first` is the type of the first draft (its place in DRAFTED).  `market` and `bags`
    hold clusters and branches by kind; `unseen` counts tiles laid out that nobody noted, which
    count as in the bag.  `row` is the colour at each place, NOTHING when empty;
    `spares` come in this order.  `display` are the cards shown of each deck, `decks` the masks
    of cards not seen by all.  `queue` are the turns of the special draft, next first; its
    first seat may have `drawn` cards of `deck`.
    """

    table: Table
    phase: Phase
    round: int
    starter: int
    dark: tuple[int, int]
    players: tuple[Player, ...]
    takes: int
    first: int
    market: tuple[Counts, Counts]
    unseen: tuple[int, int]
    bags: tuple[Counts, Counts]
    row: Counts
    spares: Counts
    display: tuple[Counts, ...]
    decks: Counts
    queue: Counts
    deck: int
    drawn: Counts

    def same_position(self, other: SolaniState) -> bool:
        """Equal but for being two loads of the same edition."""
        mine = tuple(getattr(self, name) for name in self.__slots__[1:])
        theirs = tuple(getattr(other, name) for name in other.__slots__[1:])
        return (
            mine == theirs
            and self.table.rulings == other.table.rulings
            and self.table.edition.name == other.table.edition.name
        )

    def clockwise(self) -> Counts:
        """The seats from the holder of the sun marker on."""
        seats = self.table.seats
        return tuple((self.starter + step) % seats for step in range(seats))


def seat_name(seat: int) -> str:
    """`A` for 0 and so on."""
    return SEATS[seat]


def tile_name(edition: Edition, code: int) -> str:
    """`cluster 2+w`, `planet red` or `feature 2-5` for the code of a circle."""
    if code >= FEATURES:
        return f"feature {edition.cards[code - FEATURES].name}"
    if code >= PLANETS:
        return f"planet {edition.colours[code - PLANETS]}"
    return f"cluster {edition.clusters[code - CLUSTERS].name}"


def lenient(state: SolaniState, clauses: frozenset[str]) -> SolaniState:
    """The same state in which these clauses bind nobody."""
    return replace(state, table=replace(state.table, waived=clauses))
