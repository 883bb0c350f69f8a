"""What every game's list of broken clauses is made of."""

from __future__ import annotations

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
