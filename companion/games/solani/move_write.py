"""Writes the one canonical text form of a move; `move_read` reads it back equal."""

from __future__ import annotations

from companion.games.solani.lattice import Cell, circle_text, gap_text
from companion.games.solani.moves import (
    Discard,
    DrawCards,
    Feature,
    Keep,
    Move,
    Pass,
    Place,
    Prepare,
    Refill,
    Take,
    Tidy,
)
from companion.games.solani.pieces import NOWHERE, Kind


def write_move(move: Move) -> str:
    """The canonical text of a move."""
    return " ".join(_written(move))


def write_lying(kind: str, cell: Cell) -> str:
    """Where a tile lies: `c2,1`, or `b1,0` for a branch."""
    return gap_text(cell) if kind == Kind.BRANCH.value else circle_text(cell)


def _written(move: Move) -> list[str]:
    match move:
        case Prepare(clusters, branches):
            return ["prepare", "clusters", *clusters, "branches", *branches]
        case Take(seat, kind, tile, place):
            return ["take", seat, kind, tile, *(("planet", place) if place else ())]
        case Place(seat, kind, cell, lines, tile):
            named = (tile,) if tile else ()
            return ["place", seat, kind, *named, write_lying(kind, cell), *lines]
        case Discard(seat, kind):
            return ["discard", seat, kind]
        case Feature(seat, card, cell):
            return ["feature", seat, card, _spot(cell)]
        case DrawCards(seat, deck, cards):
            return ["draw", seat, deck, *cards]
        case Keep(seat, card, cell):
            return ["keep", seat, card, _spot(cell)]
        case Pass(seat):
            return ["pass", seat]
        case Tidy():
            return ["tidy"]
        case Refill(deck, cards):
            return ["refill", deck, *cards]


def _spot(cell: Cell | None) -> str:
    return NOWHERE if cell is None else circle_text(cell)
