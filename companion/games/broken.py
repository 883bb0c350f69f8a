"""What every game's list of broken clauses is made of."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from companion.flow import Reason


class BrokenClause(Enum):
    """A broken clause: key of the words, clause, ruling or a second clause ("" when none).

    A game lists its own as the members of a subclass.
    """

    @property
    def key(self) -> str:
        """The key of the game's words."""
        return f"reason.{self.value[0]}"

    def reason(self, where: str = "", **values: Any) -> Reason:
        """This broken clause at a place; `also` among the values names a second clause."""
        _, clause, also = self.value
        return Reason(self.key, clause, where, {**values, "also": also} if also else values)


class MayStand:
    """The broken clauses that people may let stand as played.

    What they forbid is possible on the table, and what follows of it is defined.
    """

    def __init__(self, *broken: BrokenClause) -> None:
        self._keys = frozenset(each.key for each in broken)
        self.clauses = frozenset(str(each.value[1]) for each in broken)

    def binding(self, reasons: Iterable[Reason], waived: frozenset[str]) -> list[Reason]:
        """The reasons against a move but those whose clause is `waived`: it binds nobody now."""
        return [r for r in reasons if not (r.key in self._keys and r.clause in waived)]
