"""Everything of an edition that can be printed."""

from __future__ import annotations

from functools import lru_cache

from companion.games.starfall.art.aid import aid_prints
from companion.games.starfall.art.area import area_prints
from companion.games.starfall.art.board import board_print
from companion.games.starfall.art.dust import dust_prints
from companion.games.starfall.art.tiles import tile_prints
from companion.games.starfall.edition import Edition
from companion.places import Family
from companion.prints import PiecePrint, Prints

_NOTES = (
    "print.note.board",
    "print.note.areas",
    "print.note.dust",
    "print.note.invented",
)


@lru_cache(maxsize=4)
def prints(edition: Edition) -> Prints:
    """Boards, pieces and the families of what may lie on the boards."""
    pieces = (*tile_prints(edition), *dust_prints(edition), *aid_prints(edition))
    boards = (board_print(edition), *area_prints(edition))
    used = {family for board in boards for place in board.places for family in place.families}
    return Prints(edition.print.dictionary, boards, pieces, _families(pieces, used), _NOTES)


def _families(pieces: tuple[PiecePrint, ...], used: set[str]) -> tuple[Family, ...]:
    """The families that lie on boards, each with its kinds in order; they lie at any angle."""
    by_name: dict[str, list[PiecePrint]] = {}
    for piece in pieces:
        if piece.family in used:
            by_name.setdefault(piece.family, []).append(piece)
    return tuple(
        Family(
            name,
            tuple(piece.kind for piece in own),
            own[0].outline_mm,
            own[0].thickness_mm,
        )
        for name, own in by_name.items()
    )
