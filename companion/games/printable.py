"""What a game supplies beside the contract, so that it can be printed and photographed."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from companion.prints import Lie, Prints


@runtime_checkable
class Printable(Protocol):
    """A game whose boards and pieces can be printed."""

    def prints(self, edition: Any) -> Prints:
        """The art of an edition."""
        ...


@runtime_checkable
class Lying(Printable, Protocol):
    """A printable game that can say what lies where, so that any state can be photographed."""

    def lies(self, state: Any) -> tuple[Lie, ...]:
        """Every piece that lies on a board; those of one place from the lowest to the highest."""
        ...
