"""A move that stands though it breaks clauses, because the people at the table let it stand.

Its text is `as-played CLAUSE,CLAUSE: MOVE`.  It is judged with exactly these clauses binding
nobody; all else that the rules say of the move holds, so that it counts and scores as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.flow import Event, Unsure
from companion.games.wording import Wording

STANDS = "event.as_played"
_TEXT = re.compile(r"\s*as[ -]played\s+([A-Za-z0-9-]+(?:\s*,\s*[A-Za-z0-9-]+)*)\s*:(.*)", re.DOTALL)

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        STANDS: "It stands as played, against {clauses}",
        "term.none": "nothing",
    },
    "zh-Hant": {
        STANDS: "不合{clauses}，大家同意照桌面算",
        "term.none": "沒有",
    },
}
say = Wording(_WORDS).say


@dataclass(frozen=True, slots=True)
class AsPlayed:
    """`move` is the game's own; `clauses` are those that it breaks, in rising order."""

    clauses: tuple[str, ...]
    move: Any

    @property
    def seat(self) -> Any:
        """Whose move it is, as the move itself says it."""
        return getattr(self.move, "seat", None)

    @property
    def event(self) -> Event:
        """That it stands, as the first of its events."""
        where = self.seat if isinstance(self.seat, str) else "table"
        return Event(STANDS, self.clauses[0], where, {"clauses": list(self.clauses)})


def split(text: str) -> tuple[tuple[str, ...], str]:
    """The clauses that a text lets go, none for a usual move, and the text of the move itself."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return (), text
    clauses = {clause.strip().upper() for clause in found[1].split(",")}
    return tuple(sorted(clauses)), found[2].strip()


def written(clauses: Iterable[str], text: str) -> str:
    """The one text of a move that stands; `text` is that of the move itself."""
    return f"as-played {','.join(sorted(set(clauses)))}: {text}"


def asked(unsure: Unsure, clauses: Iterable[str]) -> Unsure:
    """The same question, with readings that are let stand, too."""
    readings = tuple(
        replace(each, moves=tuple(written(clauses, text) for text in each.moves))
        for each in unsure.readings
    )
    return replace(unsure, readings=readings)
