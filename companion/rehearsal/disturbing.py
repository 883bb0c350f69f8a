"""What goes wrong before and while the table is looked at, and whether the referee bears it.

Each fault shows the referee what it must not take for the table as it lies, for as long as a
table has to lie still.  A referee that decides anything from it is told on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from companion.flow import Status
from companion.live.telling import titles_words
from companion.live.words import say
from companion.rehearsal.elsewhere import ServedElsewhere
from companion.rehearsal.faults import Faults
from companion.rehearsal.frames import (
    BUMP_PX,
    RELIT_PLACES,
    Boards,
    blurred,
    changed,
    emptied,
    holding,
    lacking,
    relit,
    shifted,
    under_hand,
)
from companion.rehearsal.served import ServedTable, Sight
from companion.rehearsal.stand_in import at

STILL_FRAMES = 3
FRAME_S = 1.05  # so far apart are the pictures of a table that is busy
SOON_S = 0.3  # from picture to picture while something happens
STALE_S = 2.5
AWAY_S = 4.5  # without a picture, until everybody has to know that there is none
CAMERA_GONE = "the camera was unplugged for a moment"


class Disturber:
    """Makes things go wrong by chance; `wrong` is told what the referee did that it must not.

    `counts` are the faults so far, by name.
    """

    def __init__(
        self,
        served: ServedTable | ServedElsewhere,
        faults: Faults,
        chance: random.Random,
        counts: Counter[str],
        wrong: Callable[[str], None],
    ) -> None:
        self._served, self._faults, self._chance = served, faults, chance
        self._counts, self._wrong = counts, wrong
        self._shift_px: dict[str, int] = {}
        self._lay: tuple[Boards, Boards] | None = None

    def happens(self, name: str) -> bool:
        """Whether a fault comes now; it is counted."""
        share: float = getattr(self._faults, name)
        comes = self._chance.random() < share
        self._counts[name] += comes
        return comes

    def lying(self, boards: Boards) -> Boards:
        """The boards where they lie since they were bumped."""
        if self._lay is None or self._lay[0] is not boards:
            lay = tuple(shifted(each, self._shift_px.get(each.board, 0)) for each in boards)
            self._lay = boards, lay  # readers give what has not changed again, too
        return self._lay[1]

    # -- nobody touches anything -----------------------------------------------------------

    def at_rest(self, boards: Boards) -> None:
        """What happens to a table that lies still and that the referee knows; nothing when bare."""
        if not holding(boards):
            return
        if any(len(each.places) >= RELIT_PLACES for each in boards) and self.happens("relit"):
            before = self._served.sight()
            self._show(relit(boards, self._chance), times=STILL_FRAMES)
            self._undecided("relit", before)
            self._show(boards, times=STILL_FRAMES)
        if self.happens("lost"):
            self._lose(boards)
        if self.happens("dropped"):
            self._drop()
        if self.happens("bumped"):
            self._bump(boards)
        if self.happens("moved"):
            self._move_camera(boards)

    def _lose(self, boards: Boards) -> None:
        """The camera fails in the middle of what looks like a table without a piece."""
        before = self._served.sight()
        _, without = lacking(boards, self._chance)
        self._show(without, times=STILL_FRAMES - 1)
        self._served.lose(CAMERA_GONE)
        self._expect("lost", Status.CAMERA_LOST)
        self._show(without, times=1)
        self._undecided("lost", before)
        self._show(boards, times=STILL_FRAMES)

    def _drop(self) -> None:
        """No picture comes for a while: what was seen before is too old to be shown as seen."""
        self._served.clock.pass_s(AWAY_S)
        self._served.sight()  # the loop has gone round since
        self._expect("dropped", Status.CAMERA_LOST)

    def _bump(self, boards: Boards) -> None:
        board = self._chance.choice(boards).board
        self._shift(board)
        _, without = lacking(boards, self._chance)
        self._show(without, times=1)
        self._show(boards, times=STILL_FRAMES)
        said = say("bumped", boards=titles_words(self._served.scene.art, (board,)))
        if self._served.sight().said != said:
            self._wrong(f"bumped: {board} was moved and nobody was told")

    def _move_camera(self, boards: Boards) -> None:
        before = self._served.sight()
        for each in boards:
            self._shift(each.board)
        self._show(boards, times=STILL_FRAMES + 1)
        self._undecided("moved", before)
        self._served.post("press", button="look")
        self._show(boards, times=STILL_FRAMES)
        if (outcome := self._served.sight().outcome) is not before.outcome:
            self._wrong(f"moved: the camera was found again, but {outcome}")

    def _shift(self, board: str) -> None:
        self._lay = None
        self._shift_px[board] = self._shift_px.get(board, 0) + BUMP_PX

    # -- somebody moves pieces -------------------------------------------------------------

    def while_moving(self, before: Boards, boards: Boards, hand: bool = False) -> None:
        """What happens from when the first piece is moved until the table lies still again.

        `before` is empty while the referee knows nothing of the table; with `hand` a hand is
        seen in any case.
        """
        if not holding(boards):
            return
        known = self._served.sight()
        for name, change in (("hand", under_hand), ("blurred", blurred)):
            if self.happens(name) or (hand and change is under_hand):
                self._show(change(boards, self._chance), times=STILL_FRAMES)
                self._undecided(name, known)
        if self.happens("flicker"):
            place = self._chance.choice(holding(boards))
            for _ in range(2):
                self._show(boards, times=1)
                self._show(changed(boards, *place, emptied), times=1)
            self._undecided("flicker", known)
        if before and self.happens("stale"):
            self._stale(before, boards)

    def _stale(self, before: Boards, boards: Boards) -> None:
        """Pictures of the table as it lay before, older than the newest one."""
        self._show(boards, times=1)
        known, now_s = self._served.sight(), self._served.clock.now_s()
        for number in range(STILL_FRAMES):
            self._show_old(before, now_s - STALE_S + SOON_S * number)
        after = self._served.sight()
        if (after.newest_s, after.number) != (known.newest_s, known.number):
            self._wrong("stale: an old picture was taken for a new one")
        self._booked_nothing("stale", known, after)

    def late(self, before: Boards, pressed_at_s: float) -> None:
        """Pictures that were on their way when a button was pressed: no answer to the press."""
        known = self._served.sight()
        for number in range(STILL_FRAMES):
            ago_s = SOON_S * (STILL_FRAMES - number) - 0.1
            self._show_old(before, pressed_at_s - ago_s)
        after = self._served.sight()
        self._booked_nothing("late", known, after)
        if not after.looking:
            self._wrong("late: a press was answered by pictures from before it")

    def _show_old(self, boards: Boards, exposed_at_s: float) -> None:
        """A picture of the table as it lay, that was on its way since then."""
        self._served.show(at(self.lying(boards), exposed_at_s))

    # -- what must not be ------------------------------------------------------------------

    def _show(self, boards: Boards, times: int) -> None:
        for _ in range(times):
            now_s = self._served.clock.pass_s(SOON_S)
            self._served.show(at(self.lying(boards), now_s))

    def _undecided(self, name: str, before: Sight) -> None:
        after = self._served.sight()
        if after.outcome is not None:
            self._wrong(f"{name}: taken for a table that lies still, {after.outcome}")
        self._booked_nothing(name, before, after)

    def _booked_nothing(self, name: str, before: Sight, after: Sight) -> None:
        if after.entries != before.entries:
            self._wrong(f"{name}: {after.entries - before.entries} entries were booked")

    def _expect(self, name: str, status: Status) -> None:
        found = self._served.sight().status
        if found is not status:
            self._wrong(f"{name}: the page says {found}, not {status}")
