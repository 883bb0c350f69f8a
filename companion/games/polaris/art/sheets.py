"""Everything of an edition that can be printed."""

from __future__ import annotations

from functools import lru_cache

from companion.games.polaris.art.cards import card_prints
from companion.games.polaris.art.frame import frame_prints
from companion.games.polaris.art.goals import goal_prints
from companion.games.polaris.art.reference import reminder_prints
from companion.games.polaris.art.score_board import score_print
from companion.games.polaris.art.sky_board import sky_print
from companion.games.polaris.art.tokens import token_prints
from companion.games.polaris.edition import Edition
from companion.places import Family
from companion.prints import PiecePrint, Prints

_LIES_ON = {"line": ("star",), "marker": ("marker",)}
_TURNS = {"card": 1, "goal": 1, "frame": 1, "line": 1}  # all others lie at any angle
_NOTES = ("print.note.sky", "print.note.frame", "print.note.cards", "print.note.invented")


@lru_cache(maxsize=4)
def prints(edition: Edition) -> Prints:
    """Boards, pieces and the families of what may lie on the boards."""
    pieces = (
        *token_prints(edition),
        *frame_prints(edition),
        *card_prints(edition),
        *goal_prints(edition),
        *reminder_prints(edition),
    )
    boards = (sky_print(edition), score_print(edition))
    used = {family for board in boards for place in board.places for family in place.families}
    return Prints(edition.print.dictionary, boards, pieces, _families(pieces, used), _NOTES)


def _families(pieces: tuple[PiecePrint, ...], used: set[str]) -> tuple[Family, ...]:
    """The families that lie on boards, each with its kinds in order."""
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
            _TURNS.get(name, 0),
            _LIES_ON.get(name, ()),
        )
        for name, own in by_name.items()
    )
