"""One whole game whose every frame is a photograph, read by the real readers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.live.booking import Booking
from companion.live.understanding import Outcome
from companion.prints import Lie
from companion.rehearsal.disturbing import STILL_FRAMES
from companion.rehearsal.faults import Faults
from companion.rehearsal.film_trouble import FilmTrouble
from companion.rehearsal.filmed import FilmedScene, FilmedTable
from companion.rehearsal.frames import Boards
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.looking import Looking
from companion.rehearsal.pushing import Finger
from companion.rehearsal.served import ServedTable, Sight

MOST_STILL = 14
_LOOK_AGAIN = 5  # pictures without a result, after which a player presses Look


class FilmedRehearsal(Rehearsal):
    """A Rehearsal on the simulated table, seen by its camera and read by the real readers."""

    def _open(self, folder: Path, booking: Booking) -> ServedTable:
        served = ServedTable(
            self._game,
            self._seats,
            folder,
            booking,
            lambda settings: FilmedScene(self._table, settings, self._seed),
        )
        self._table = FilmedTable(served.clock)
        return served

    def _looks(self) -> Looking:
        assert isinstance(self._served, ServedTable)
        return FilmedLooking(
            self._game,
            self._served,
            self._table,
            self._faults,
            self._chance,
            self.tally,
            self._fail,
            lambda: self._truth,
        )


class FilmedLooking(Looking):
    """What a player shows the referee: the table itself."""

    def __init__(
        self,
        game: Any,
        served: ServedTable,
        table: FilmedTable,
        faults: Faults,
        chance: random.Random,
        tally: Any,
        fail: Callable[[str], None],
        truth: Callable[[], Any],
    ) -> None:
        super().__init__(game, served, faults, chance, tally, fail, truth)
        self._trouble = FilmTrouble(served, table, faults, chance, tally.faults, fail)
        self.finger = Finger(served, self._trouble, chance, fail)

    def look(self, lies: Sequence[Lie], doubt: bool = True, misread: bool = True) -> Sight:
        """Pictures of the table as it lies, until the referee has made up its mind.

        Without `doubt` the table need not be as the game has it; `misread` changes nothing, since
        what is read here is what the pictures show.
        """
        self._tally.looks += 1
        boards, before = self._served.scene.boards(lies), self.known
        self._truly = boards
        self._trouble.lay(lies)
        sight = self._answered(self._still(boards), before, boards, boards)
        if sight.outcome is Outcome.BROKEN and not sight.by_itself:
            sight = self._pressed(before, boards)
        if doubt and sight.outcome is not Outcome.SAME and not sight.over:
            reasons = [(r.clause, r.where) for r in sight.reasons]
            self._fail(f"the referee does not follow: {sight.outcome} {reasons}")
        self.known = boards
        return sight

    def press_next(self, lies: Sequence[Lie]) -> Sight:
        """Tell by a press what the table can't show."""
        boards = self._truly = self._served.scene.boards(lies)
        return self._answered(self._pressed(boards, boards), boards, boards, boards)

    def _still(self, boards: Boards) -> Sight:
        sight = self._served.sight()
        for number in range(MOST_STILL):
            self._trouble.take()
            if number + 1 < STILL_FRAMES:
                continue
            sight = self._served.sight()
            if sight.outcome is Outcome.SAME or sight.over or sight.ready:
                return sight
            again = number % _LOOK_AGAIN == _LOOK_AGAIN - 1
            if again and sight.outcome is None and not sight.looking:
                self._served.post("press", button="look")
        return sight
