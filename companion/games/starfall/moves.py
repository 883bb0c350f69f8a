"""The moves: what players decide and what chance shows, as the table sees it.

Moves name things as people do (seats, tiles, numbers of the board); they know no edition.  The
text form is in `move_text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Add:
    """A player adds a tile; which one is empty as long as it was not shown.

    `number` is where it was seen to be put, None when nobody said.
    """

    seat: str
    tile: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The tile that was added is shown."""

    tile: str


@dataclass(frozen=True, slots=True)
class MoveDown:
    """A player moves a tile down.

    `to` is where it was seen to go: a number of the board, `off`, or empty when nobody said.
    """

    seat: str
    tile: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Payment:
    """Stardust pieces as (kind, count), by kind, and own tiles, by name."""

    pieces: tuple[tuple[str, int], ...] = ()
    tiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discover:
    """A player takes a tile of the board and pays."""

    seat: str
    tile: str
    payment: Payment = Payment()


Move = Add | Reveal | MoveDown | Discover


def payment_of(pieces: Iterable[tuple[str, int]], tiles: Iterable[str]) -> Payment:
    """A payment in the one order that texts use; counts of one kind are added up."""
    counts: Counter[str] = Counter()
    for kind, count in pieces:
        counts[kind] += count
    kept = tuple(sorted((kind, count) for kind, count in counts.items() if count))
    return Payment(kept, tuple(sorted(tiles)))
