"""What a refereed table needs from outside, as small Protocols and data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.display.model import Picture
from companion.flow import Observation, Status
from companion.games.printable import Lying
from companion.live.expected import TableArt
from companion.play.running_game import RunningGame
from companion.prints import Lie
from companion.session.ports import Seen

# What makes the light bad for a whole table: it befalls all boards at once.
_BAD = (Status.BAD_LIGHT, Status.NO_BOARD)


@dataclass(frozen=True, slots=True)
class TableObservation(Observation):
    """A whole table in one frame: one observation for each board that is watched.

    As an observation itself it says by what the light is judged.
    """

    boards: tuple[Observation, ...] = ()


def table_observation(boards: Sequence[Observation], exposed_at_s: float) -> TableObservation:
    """Put the boards of one frame together."""
    found = {each.status for each in boards}
    return TableObservation(
        "table",
        exposed_at_s,
        next((status for status in _BAD if found == {status}), Status.READ),
        light_change=min((each.light_change for each in boards), key=abs, default=0.0),
        hand_present=any(each.hand_present for each in boards),
        boards=tuple(boards),
    )


def at_time(table: TableObservation, exposed_at_s: float) -> TableObservation:
    """The same of a later frame that shows the same."""
    boards = tuple(replace(board, exposed_at_s=exposed_at_s) for board in table.boards)
    return replace(table, exposed_at_s=exposed_at_s, boards=boards)


class Pictures(Protocol):
    """Draws readings over frames, and keeps frames as evidence."""

    def draw(self, seen: Seen) -> Picture:
        """Draw what was read and give the page's picture; its words are left to the caller."""

    def keep(self, seen: Seen) -> str:
        """Keep the frame as evidence and return its hash."""


class TableHands(Protocol):
    """A table that lays its own pieces, as the simulated one does."""

    def show(self, lies: Sequence[Lie]) -> None:
        """Have exactly these pieces lie there, soon; raises InputError for unknown ones."""


def lay(hands: TableHands, running: RunningGame) -> None:
    """Have a simulated table look as the game has it."""
    if isinstance(running.game, Lying):
        hands.show(running.game.lies(running.state))


class Scene(Protocol):
    """What stands under the camera."""

    @property
    def hands(self) -> TableHands | None:
        """Who lays pieces when the table is simulated."""

    def watch(self, running: RunningGame | None) -> TableArt | None:
        """Look at the boards of this game from now on; None while there is no game.

        Raises InputError for a game that can't be watched, or whose descriptions are wrong.
        """


@dataclass(frozen=True, slots=True)
class RefereeRules:
    """Waits, in milliseconds.

    `answer_ms` is how long a press waits for fresh pictures, `patience_ms` how long what breaks
    a rule lies still before it is said without a press, `confirm_ms` how long a question about
    ending waits, `accepted_ms` how long the lamp shows that something was booked, `redraw_ms`
    how often the picture of an unsettled table is drawn, `age_ms` when a frame is too old.
    """

    answer_ms: float = 6000.0
    patience_ms: float = 3000.0
    confirm_ms: float = 15000.0
    accepted_ms: float = 2000.0
    redraw_ms: float = 1000.0
    age_ms: float = 2000.0
