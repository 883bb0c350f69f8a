"""When the whole table counts: every board that is in sight, each place by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.flow import Observation, Status
from companion.table.settle_board import BoardNow, BoardSettler, PlaceRules

# What people are told first when boards differ.
_FIRST = (
    Status.HAND,
    Status.NO_BOARD,
    Status.BAD_LIGHT,
    Status.MOVING,
    Status.LOOKING,
)


@dataclass(frozen=True, slots=True)
class TableNow:
    """The table as it lies.

    `boards` are those that were seen to lie still at least once, in the order of the table.
    `lost` are the names of those that are out of sight now.  `bumped` are boards that lie
    elsewhere than before; `camera_moved` says that all of them do.  `relit` are boards on which
    many places look otherwise though no hand was there.  `exposed_at_s` is the newest frame.
    """

    status: Status = Status.LOOKING
    boards: tuple[BoardNow, ...] = ()
    lost: tuple[str, ...] = ()
    bumped: tuple[str, ...] = ()
    camera_moved: bool = False
    relit: tuple[str, ...] = ()
    since_s: float = -math.inf
    exposed_at_s: float = -math.inf

    @property
    def settled(self) -> bool:
        """Whether the table lies still and can be read."""
        return self.status is Status.READ

    @property
    def readings(self) -> tuple[Observation, ...]:
        """What is known of each board."""
        return tuple(now.reading for now in self.boards if now.reading is not None)


class TableSettler:
    """Takes the observations of all boards of one camera, frame by frame."""

    def __init__(self, rules: PlaceRules | None = None) -> None:
        self.rules = rules or PlaceRules()
        self._boards: dict[str, BoardSettler] = {}
        self._now = TableNow()

    @property
    def now(self) -> TableNow:
        """What the newest frame led to."""
        return self._now

    def feed(self, seen: Sequence[Observation]) -> TableNow:
        """Add the observations of the newest frame; an older one changes nothing."""
        at_s = max((each.exposed_at_s for each in seen), default=-math.inf)
        if at_s <= self._now.exposed_at_s:
            return self._now
        for each in seen:
            board = self._boards.get(each.board)
            if board is None:
                board = self._boards[each.board] = BoardSettler(each.board, self.rules)
            board.feed(each)
        self._now = self._told(at_s)
        return self._now

    def begin_at(self, at_s: float) -> None:
        """Let only frames count from now on that began at `at_s` or later."""
        for board in self._boards.values():
            board.begin_at(at_s)

    def believe(self) -> None:
        """Somebody looked: boards and camera stand where they stand, places are as they read."""
        for board in self._boards.values():
            board.believe()

    def forget(self) -> None:
        """Drop all frames, as after a lost camera."""
        for board in self._boards.values():
            board.forget()

    def _told(self, at_s: float) -> TableNow:
        known = [b for b in self._boards.values() if b.now.reading is not None]
        out = [b for b in known if b.now.status is Status.NO_BOARD]
        here = [b for b in self._boards.values() if b.now.status is not Status.NO_BOARD]
        gone = [b for b in out if b.away(at_s)]
        asked = [b.now for b in (*here, *(b for b in out if b not in gone))]
        moved = [b for b in known if b not in out and self._bumped(b.now)]
        camera_moved = len(moved) > 1 and len(moved) == len(known) - len(out)
        status = _status(asked, Status.NO_BOARD if self._boards else Status.LOOKING)
        if camera_moved and status is Status.READ:
            status = Status.LOOKING
        if status is Status.READ and not camera_moved:
            for board in moved:
                board.rest()
        return TableNow(
            status,
            tuple(b.now for b in known),
            tuple(b.board for b in out),
            () if camera_moved else tuple(b.board for b in moved),
            camera_moved,
            tuple(b.board for b in known if b.now.relit),
            min((b.now.since_s for b in here), default=-math.inf),
            at_s,
        )

    def _bumped(self, now: BoardNow) -> bool:
        return math.hypot(*now.shift_px) > self.rules.bump_px


def _status(boards: Sequence[BoardNow], none: Status) -> Status:
    found = {now.status for now in boards}
    for status in _FIRST:
        if status in found:
            return status
    return Status.READ if found else none
