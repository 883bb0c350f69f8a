"""The state of a game: frozen plain data, no rules.

Light is counted per colour, food per kind, ash tokens per kind, in the order of `pieces`.
Seats are numbers here (0 is A).  A board keeps one byte per cell.  What is left in a bag is
the set of tiles nobody has seen leave it, never an order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.girl.edition import Counts, Edition
from companion.games.girl.pieces import BONUSES, SEATS, Phase
from companion.games.girl.rulings import Rulings, track_length

VACANT, TILE, STARDUST, BONUS = 0, 1, 2, 3
UNKNOWN = -1  # a tile nobody has looked at the front of
NOBODY = -1


def with_byte(row: bytes, place: int, value: int) -> bytes:
    """The same bytes with one changed."""
    return row[:place] + bytes((value,)) + row[place + 1 :]


@dataclass(frozen=True, slots=True)
class Board:
    """A player board; every bytes has one place per cell.

    `kind`: VACANT, TILE, STARDUST or BONUS.  `lines`: a tile's edges, or the number of
    Stardust.  `colour`: of a tile's upper side, 0 white, else 1 + place in COLOURS.
    `crystal`: Light on a tile, 0 none, else 1 + colour.  `tile`: 0 none, else 2 + tile
    number, 1 for a back whose front nobody has seen.  `side`: turns of a tile, + SIDES for a
    back.  `bonus` is the kind of Bonus token per corner, `used` the mask of corners gained.
    """

    kind: bytes
    lines: bytes
    colour: bytes
    crystal: bytes
    tile: bytes
    side: bytes
    bonus: tuple[int, ...]
    used: int

    def vacant_cells(self) -> int:
        """How many cells hold nothing (GIRL-Q43)."""
        return self.kind.count(VACANT)


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has; `hand` are drawn tiles not yet placed, UNKNOWN for an unseen one.

    `bag` is the mask of tiles that may still be in the bag, `bag_count` how many are.
    `points` are VP by Source.  `kept` are kinds of kept Wood Ash tokens.  `extra_actions`:
    the +2 Actions token waits for the next own turn.
    """

    board: Board
    light: Counts
    stardust: int
    points: Counts
    food: Counts
    villagers: int
    kept: tuple[int, ...]
    hand: tuple[int, ...]
    drawn: bool
    bag: int
    bag_count: int
    extra_actions: bool

    @property
    def score(self) -> int:
        """Victory points so far."""
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class Track:
    """The Night Sky track: the Girl, each seat's Elder, Villagers as (space, seat), rising."""

    girl: int
    elders: tuple[int, ...]
    villagers: tuple[tuple[int, int], ...]

    def meeples(self) -> int:
        """Girl, Elders and Villagers (GIRL-ASH-1)."""
        return 1 + len(self.elders) + len(self.villagers)


@dataclass(frozen=True, slots=True)
class AshToken:
    """A cast token: its kind and the colours it can give; `taken` once selected."""

    kind: int
    colours: tuple[int, ...]
    taken: bool = False


@dataclass(frozen=True, slots=True)
class SiteState:
    """A foraging space: tokens left, whose Villager covers the Early Bird, Villagers beside."""

    left: int
    cover: int
    beside: Counts


@dataclass(frozen=True, slots=True)
class Pile:
    """A Connection Reward pile: all values of this game, how many are gone, the mark."""

    values: Counts
    gone: int
    marked: bool

    @property
    def empty(self) -> bool:
        """No token is left."""
        return self.gone >= len(self.values)


@dataclass(frozen=True, slots=True)
class Offering:
    """The Offering card in use (-1 none), its filled spaces, and the masks of other cards.

    `unseen` are cards still face up below, in an order nobody may know; `gone` are discarded.
    `reveal` is True while the next card has to be shown.
    """

    card: int
    filled: int
    unseen: int
    gone: int
    reveal: bool = False


@dataclass(frozen=True, eq=False)
class Table:
    """What never changes during a game.

    `card_order` are the Offering cards from top to bottom, when the record says them; it is
    for taking down the next card, never for showing.  `waived` are clauses that bind nobody in
    the move being judged, because people let it stand as played.
    """

    edition: Edition
    rulings: Rulings
    seats: int
    card_order: tuple[int, ...] = ()
    waived: frozenset[str] = frozenset()

    @property
    def track_length(self) -> int:
        """The Girl's start and one space for each later round (GIRL-Q3)."""
        return track_length(self.edition, self.rulings)


@dataclass(frozen=True, slots=True)
class GirlState:
    """A whole game.  `order` are the seats still to select (picking) or to act (action)."""

    table: Table
    phase: Phase
    round: int
    players: tuple[Player, ...]
    track: Track
    order: tuple[int, ...]
    actions_left: int
    cast: tuple[AshToken, ...]
    ash_bag: Counts
    paths: bytes
    sites: tuple[SiteState, ...]
    village: Counts
    piles: tuple[Pile, ...]
    offering: Offering

    def same_position(self, other: GirlState) -> bool:
        """Equal but for being two loads of the same edition."""
        mine = tuple(getattr(self, name) for name in self.__slots__[1:])
        theirs = tuple(getattr(other, name) for name in other.__slots__[1:])
        return (
            mine == theirs
            and self.table.rulings == other.table.rulings
            and self.table.edition.name == other.table.edition.name
        )

    def turn_order(self) -> tuple[int, ...]:
        """Seats by their Elders, nearest behind the Girl first (GIRL-TURN-1)."""
        elders = self.track.elders
        return tuple(sorted(range(len(elders)), key=lambda seat: -elders[seat]))


def seat_name(seat: int) -> str:
    """`A` for 0 and so on; `nobody` when there is none."""
    return SEATS[seat] if seat >= 0 else "nobody"


def lenient(state: GirlState, clauses: frozenset[str]) -> GirlState:
    """The same state in which these clauses bind nobody."""
    return replace(state, table=replace(state.table, waived=clauses))


def bonus_name(board: Board, corner: int) -> str:
    """The kind of Bonus token at a corner."""
    return BONUSES[board.bonus[corner]]
