"""What a game supplies beside the contract, so that it can be printed and photographed."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from companion.prints import Prints


@runtime_checkable
class Printable(Protocol):
    """A game whose boards and pieces can be printed."""

    def prints(self, edition: Any) -> Prints:
        """The art of an edition."""
        ...
