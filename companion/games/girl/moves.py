"""The moves: what players decide and what chance shows, as the table sees it.

Moves name things as people do (seats, tiles, cells, spaces); they know no edition.  The text
form is in `move_read` and `move_write`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.girl.hexes import Cell


@dataclass(frozen=True, slots=True)
class Claim:
    """One completed constellation, named by any cell of it, and the Bonus token it takes.

    The order of claims is the order in which the owner completes them (GIRL-Q45).
    """

    cell: Cell
    corner: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A player drew these tiles; `?` for one whose front nobody noted."""

    seat: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A drawn tile is put on the board, turned clockwise by sixths."""

    seat: str
    tile: str
    cell: Cell
    turns: int
    front: bool
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayStardust:
    """Stardust is put on a vacant cell."""

    seat: str
    cell: Cell
    count: int
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Unplaceable:
    """A drawn tile that fits nowhere leaves the game."""

    seat: str
    tile: str


@dataclass(frozen=True, slots=True)
class CastToken:
    """One cast token: the colours it lies on, or its place in the dish.

    `at_mm` is measured from the dish centre, x right, y down; then `colours` is empty.
    """

    kind: str
    colours: tuple[str, ...] = ()
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """The first player cast the Wood Ash tokens."""

    tokens: tuple[CastToken, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A meeple's selection: token `number` (1 is the first of the cast), kept or for Light."""

    seat: str
    number: int
    light: tuple[str, ...] = ()  # empty: kept


@dataclass(frozen=True, slots=True)
class Scout:
    """Light is placed along a path, in order; `by_token` spends a kept token, not an action."""

    seat: str
    path: tuple[tuple[str, str], ...]
    by_token: bool = False


@dataclass(frozen=True, slots=True)
class Forage:
    """Light is paid at a foraging space for one of its tokens."""

    seat: str
    site: str
    pay: tuple[str, ...]
    by_token: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One food token is offered (`what` is a food), or a card space is filled."""

    seat: str
    what: str
    on_card: bool = False
    by_token: bool = False


@dataclass(frozen=True, slots=True)
class Stargaze:
    """A Villager goes to a space of the Night Sky track."""

    seat: str
    space: int


@dataclass(frozen=True, slots=True)
class Recall:
    """Villagers come back from spots: a site, `site/early`, `village` or `sky<space>`."""

    seat: str
    spots: tuple[str, ...] = ()
    by_token: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """One Stardust is gained."""

    seat: str
    by_token: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A player's Action turn is over."""

    seat: str


@dataclass(frozen=True, slots=True)
class Cleanup:
    """The Cleanup phase is carried out."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next Offering card is shown."""

    card: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Nobody spends any more Stardust: the game is scored."""


Move = (
    Draw
    | Place
    | PlayStardust
    | Unplaceable
    | Cast
    | Pick
    | Scout
    | Forage
    | Offer
    | Stargaze
    | Recall
    | Gain
    | EndTurn
    | Cleanup
    | Reveal
    | Finish
)
