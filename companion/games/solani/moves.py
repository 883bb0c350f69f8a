"""The moves: what players decide and what chance shows, as the table sees it.

Moves name things as people do (seats, tiles, cells, cards); they know no edition.  The text
form is in `move_read` and `move_write`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.solani.lattice import Cell


@dataclass(frozen=True, slots=True)
class Prepare:
    """These clusters and branches were drawn and laid out; `?` for one that nobody noted."""

    clusters: tuple[str, ...]
    branches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a tile; a cluster may be exchanged at once for the planet at `place`."""

    seat: str
    kind: str
    tile: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A stored tile is put on a circle or, with the lines where they point now, into a gap.

    `tile` may name the tile; it is not needed, for the storage holds one of a kind.
    """

    seat: str
    kind: str
    cell: Cell
    lines: tuple[str, ...] = ()
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """A stored tile that fits nowhere leaves the game."""

    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class Feature:
    """A displayed feature card is taken and its tile placed; no cell when it fits nowhere."""

    seat: str
    card: str
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Two feature cards are drawn from a deck; none are named while nobody has noted them."""

    seat: str
    deck: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keep:
    """One of the drawn cards is kept and its tile placed; the other one joins the display."""

    seat: str
    card: str
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn of the special draft is not used."""

    seat: str


@dataclass(frozen=True, slots=True)
class Tidy:
    """Tiles go back, the sun marker moves on; after the last round the game is scored."""


@dataclass(frozen=True, slots=True)
class Refill:
    """These cards fill a row of the display that has run out."""

    deck: str
    cards: tuple[str, ...]


Move = Prepare | Take | Place | Discard | Feature | DrawCards | Keep | Pass | Tidy | Refill
