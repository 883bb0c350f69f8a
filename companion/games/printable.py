"""What a game supplies beside the contract, so that it can be printed, photographed, refereed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from companion.flow import Observation
from companion.games.contract import Explained, Note, RulingValue, ScoreItem
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


@runtime_checkable
class ExplainsTable(Protocol):
    """A game that understands all its boards seen together, several moves at a time."""

    def explain_table(self, state: Any, observations: Sequence[Observation]) -> Explained:
        """The moves that account for what every board shows, best first, or what that breaks.

        Boards have their printed names, pieces lie at printed places; what is thrown into a
        dish are sightings of its board at place "".  Boards that are not given, and places that
        are covered, may hold anything.  Probabilities add up to at most 1; what is missing is
        that of something that no explanation accounts for.
        """
        ...


@dataclass(frozen=True, slots=True)
class Past:
    """Where a game began and the texts of its moves so far."""

    start: Any
    moves: tuple[str, ...]


@runtime_checkable
class Reconsiders(ExplainsTable, Protocol):
    """A game that understands what earlier moves must have been, by what is seen later.

    What no camera sees (a payment, a token kept or traded) is booked as the usual; later looks
    may show that it was something else that looked just the same.
    """

    def reconsider(self, state: Any, past: Past, observations: Sequence[Observation]) -> Explained:
        """As `explain_table`, but moves of the `past` that led to `state` may have been others.

        `instead` of each explanation says which; what lay on the table is the same with them.
        """
        ...


@dataclass(frozen=True, slots=True)
class SeenScore:
    """What the things of one seat score by themselves, as far as they are seen.

    `items` are those that can be told; they add up to `told`.  `doubts` say what can't be told;
    without any, `told` is exact.  `least` is what all of it scores at least, whatever the rest
    may be: not more than `told`, and less where something more may cost points.  `beside` says
    what scores, too, but can't be known from these things.
    """

    seat: str
    told: int
    items: tuple[ScoreItem, ...]
    least: int
    doubts: tuple[Note, ...] = ()
    beside: tuple[Note, ...] = ()


@runtime_checkable
class ScoresSeen(Protocol):
    """A game in which a look at a player's things gives their score, without a game going on."""

    def scores_seen(
        self,
        edition: Any,
        rulings: Mapping[str, RulingValue],
        observations: Sequence[Observation],
        players: int = 0,
    ) -> tuple[SeenScore, ...]:
        """The score of every seat of whose things something is seen, in the order of seats.

        `rulings` are the settings that differ from the default; `players` is 0 when nobody knows
        how many play.  What is not certain is never counted, and said.
        """
        ...


@runtime_checkable
class EndsTurns(Protocol):
    """A game in which a turn may end with things done that no camera sees."""

    def turn_end(self, state: Any) -> tuple[str, ...]:
        """The usual unseen moves, and the end of the turn that is being taken; () outside one."""
        ...


@runtime_checkable
class LetsStand(Protocol):
    """A game in which people may let a move stand that breaks clauses; see `games.as_played`."""

    def lenient(self, state: Any, clauses: Sequence[str] | None = None) -> Any:
        """The same state in which these clauses (None: all that may be let go) bind nobody."""
        ...


@runtime_checkable
class Boarded(Lying, Protocol):
    """A game that is played on boards on which nothing lies at first."""

    def boards(self, state: Any) -> frozenset[tuple[str, int]]:
        """Name and copy of every board that is played on, bare ones too."""
        ...


def boards_of(game: Lying, state: Any) -> frozenset[tuple[str, int]]:
    """Name and copy of every board that is played on; those on which something lies, or more."""
    if isinstance(game, Boarded):
        return game.boards(state)
    return frozenset((lie.board, lie.copy) for lie in game.lies(state))
