"""What goes wrong before a filmed table lies still: it befalls the pictures, not the readings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.prints import Lie
from companion.rehearsal.disturbing import (
    AWAY_S,
    CAMERA_GONE,
    FRAME_S,
    SOON_S,
    STALE_S,
    STILL_FRAMES,
    Disturber,
)
from companion.rehearsal.faults import Faults
from companion.rehearsal.filmed import FilmedTable, Take
from companion.rehearsal.frames import Boards
from companion.rehearsal.served import ServedTable
from hardware.simulated.tabletop.disturbance import NOTHING

_DARKEST, _BRIGHTEST = 0.6, 1.2
_MOST_WARMTH = 0.12
_BLUR_PX = (2.0, 5.0)
_BUMP_PX, _BUMP_DEG = 25.0, 1.5

# A picture of which everything is new is read in full, which takes seconds.
FILMED_FAULTS = Faults(
    blurred=0.03,
    flicker=0.0,
    relit=0.02,
    bumped=0.0,
    moved=0.01,
    restarts=1,
)


class FilmTrouble(Disturber):
    """Lays pieces and spoils pictures by chance.

    A lamp that was switched and a camera that was moved stay so.
    """

    def __init__(
        self,
        served: ServedTable,
        table: FilmedTable,
        faults: Faults,
        chance: random.Random,
        counts: Counter[str],
        wrong: Callable[[str], None],
    ) -> None:
        super().__init__(served, faults, chance, counts, wrong)
        self._filmed, self._table, self._now = served, table, NOTHING

    def take(self) -> None:
        """Have a picture of the table taken as it lies."""
        self._taken(Take(self._now), FRAME_S)

    def lay(self, lies: Sequence[Lie]) -> None:
        """Lay the pieces, with whatever goes wrong before, meanwhile and after."""
        if self.happens("dropped"):
            self._served.clock.pass_s(AWAY_S)
        if self.happens("lost"):
            self._served.lose(CAMERA_GONE)
        with_hand = self.happens("hand")
        self._table.lay(lies, with_hand)
        if self.happens("stale"):
            self._stale_pictures()
        if with_hand:
            before = self._served.sight()
            self.take()
            self._booked_nothing("hand", before, self._served.sight())
        if self.happens("blurred"):
            blur_px = self._chance.uniform(*_BLUR_PX)
            self._taken(Take(replace(self._now, blur_px=blur_px)), FRAME_S)
        if self.happens("relit"):
            self._relight()
        if self.happens("moved"):
            self._move_away()

    def _show_old(self, boards: Boards, exposed_at_s: float) -> None:
        """The last picture once more, whatever lies there by now."""
        self._filmed.show(Take(exposed_at_s=exposed_at_s))

    def _stale_pictures(self) -> None:
        """What the table looked like before, in pictures older than the newest one."""
        known, now_s = self._served.sight(), self._served.clock.now_s()
        for number in range(STILL_FRAMES):
            self._filmed.show(Take(exposed_at_s=now_s - STALE_S + SOON_S * number))
        self._booked_nothing("stale", known, self._served.sight())

    def _relight(self) -> None:
        light = self._chance.uniform(_DARKEST, _BRIGHTEST)
        warmth = self._chance.uniform(-_MOST_WARMTH, _MOST_WARMTH)
        self._now = replace(self._now, light=light, warmth=warmth)

    def _move_away(self) -> None:
        """The camera is bumped; its picture stays within what the boards leave free."""
        right, down = (self._chance.uniform(-_BUMP_PX, _BUMP_PX) for _ in range(2))
        turn_deg = self._chance.uniform(-_BUMP_DEG, _BUMP_DEG)
        self._now = replace(self._now, shift_px=(right, down), turn_deg=turn_deg)

    def _taken(self, take: Take, after_s: float) -> None:
        self._served.clock.pass_s(after_s)
        self._filmed.show(take)
