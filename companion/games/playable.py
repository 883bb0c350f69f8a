"""What a game supplies beside the contract, so that it can be played on the page: drawn boards.

A person taps places and chooses from lists; each tap narrows down the legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from companion.drawing import Drawing, PointMm


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a drawn board that can be tapped; its id is the place's name in move texts."""

    id: str
    outline_mm: tuple[PointMm, ...]
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """A board, a hand or a row of cards as it lies now, drawn, with what can be tapped on it."""

    id: str
    key: str
    drawing: Drawing
    spots: tuple[Spot, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tap:
    """One choice of a person on the way to a move; `spot` names what is tapped, or is empty.

    `key` and `values` say the choice in a sentence, for a list of buttons and for those who
    hear the page.
    """

    id: str
    key: str
    spot: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class Playable(Protocol):
    """What a game supplies beside the rest, so that it can be played on the page.

    A player's move has an attribute `seat`, so that each phone is offered its own moves only.
    """

    def scenes(self, state: Any, seat: str | None) -> tuple[Scene, ...]:
        """What this seat (None: a bystander) may see, drawn; `state` comes from `view`."""
        ...

    def taps(self, state: Any, move: Any) -> tuple[Tap, ...]:
        """The move as the choices that a person makes, in order; different moves differ in them."""
        ...

    def chance_moves(self, state: Any) -> Iterator[Any]:
        """Every way in which chance may decide what is due now; none when a player is to move."""
        ...


@runtime_checkable
class StepsByTap(Protocol):
    """What a game supplies, too, when its moves or chance's are too many to be listed at once.

    The page then asks for the next choices only, and neither `legal_moves` nor `chance_moves`
    is run to its end.  Whatever `taps` says of a move agrees with what is offered here.
    """

    def next_taps(self, state: Any, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
        """What `seat` may choose after the taps with these ids; seat None is chance.

        Empty when the taps lead nowhere, or make a move that nothing can be added to.
        """
        ...

    def tapped_move(self, state: Any, seat: str | None, chosen: Sequence[str]) -> Any | None:
        """The move that the taps with these ids make; None as long as they make none."""
        ...


@runtime_checkable
class Ordered(Protocol):
    """What a game supplies when the order of turns is not that of the seats."""

    def order_of(self, state: Any) -> tuple[str, ...]:
        """Every seat, the one that is first to act in front."""
        ...


@runtime_checkable
class Revealing(Protocol):
    """What a game supplies when a move lays open what lay hidden before it."""

    def revealed(self, state: Any, move: Any, seat: str | None) -> Any:
        """The state before the move as this seat knows it once the move has been made."""
        ...


@runtime_checkable
class Secretive(Protocol):
    """What a game supplies when a move says something that not everybody may know."""

    def shows(self, state: Any, move: Any, seat: str | None) -> bool:
        """Whether this seat (None: a bystander) may read the move; `state` is the one before it."""
        ...
