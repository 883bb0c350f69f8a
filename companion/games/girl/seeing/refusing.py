"""Why no moves account for what is seen: the clauses that its likeliest reading breaks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.flow import Reason
from companion.games.girl.explaining.features import seen_tile
from companion.games.girl.reasons import Broken
from companion.games.girl.seeing.differences import Comparer, Difference
from companion.games.girl.seeing.readings import SeenTable
from companion.games.girl.seeing.search import Search
from companion.games.girl.seeing.upkeep import plain
from companion.games.girl.state import GirlState

_TILE = "tile"
_LEAVES = {
    _TILE: "GIRL-STAR-4",
    "stardust": "GIRL-DUST-6",
    "crystal": "GIRL-Q38",
    "food": "GIRL-FOR-3",
    "villager": "GIRL-REC-1",
    "card": "GIRL-REF-1",
    "girl": "GIRL-CLEAN-1",
}
_COMES = {
    _TILE: "GIRL-STAR-1",
    "stardust": "GIRL-DUST-5",
    "crystal": "GIRL-SCOUT-1",
    "food": "GIRL-SET-13",
    "villager": "GIRL-ACT-2",
    "card": "GIRL-REF-1",
    "girl": "GIRL-CLEAN-1",
}
_NEVER_LEAVES = (_TILE, "stardust", "crystal", "card")
_ASH = "GIRL-ASH-4"  # the family of a token in the dish is its kind


def why_not(search: Search, seen: SeenTable, state: GirlState) -> tuple[Reason, ...]:
    """The clauses that stood in the way of the nearest attempts, or of what lies wrong itself."""
    difference = Comparer(seen).difference(state)
    found: list[Reason] = []
    if search.attempts:
        nearest = min(attempt.estimate for attempt in search.attempts)
        found = [r for a in search.attempts if a.estimate == nearest for r in a.reasons]
        found += _left(difference, _NEVER_LEAVES)
    else:
        found = [*_left(difference, tuple(_LEAVES)), *_come(difference)]
    unique = {(reason.key, reason.where): reason for reason in found}
    return tuple(unique.values()) or (Broken.WRONG_PHASE.reason("table"),)


def _family(word: str) -> str:
    return _TILE if seen_tile(word) is not None else word.split(" ")[0]


def _left(difference: Difference, families: tuple[str, ...]) -> Iterator[Reason]:
    for (board, place), word, _ in difference.surplus():
        family = _family(word)
        if family in families or "@" in family:
            where = f"{board} {place}".strip()
            clause = _LEAVES.get(family, _ASH)
            yield Reason("reason.may_not_leave", clause, where, {"kind": plain((word,))})


def _come(difference: Difference) -> Iterator[Reason]:
    for (board, place), word, _ in difference.missing():
        where = f"{board} {place}".strip()
        clause = _COMES.get(_family(word), _ASH)
        yield Reason("reason.does_not_belong", clause, where, {"kind": plain((word,))})
