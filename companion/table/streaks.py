"""Since when each place of a board has held the same, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from companion.flow import Observation, PlaceReading, PlaceStatus
from companion.table.contents import Content, content_of, is_covered
from companion.table.settle import SettleRules


@dataclass(slots=True)
class Streak:
    """The newest frames in which a place held the same, from frame number `first` on."""

    content: Content
    first: int
    newest: PlaceReading
    sure: PlaceReading | None = None
    sure_count: int = 0
    count: int = 0

    def add(self, reading: PlaceReading, frames: int = 1) -> None:
        """One more frame that agrees, or several of one reading."""
        self.newest, self.count = reading, self.count + frames
        if reading.status is PlaceStatus.READ:
            self.sure, self.sure_count = reading, self.sure_count + frames

    @property
    def best(self) -> PlaceReading:
        """The newest sure reading if half of them are sure, else the newest."""
        settled = self.sure is not None and 2 * self.sure_count >= self.count
        return self.sure if settled and self.sure is not None else self.newest


class Streaks:
    """The newest frames of a board that lay still and in sight.

    Readers give the same places again while nothing changes: that costs nothing here.
    """

    def __init__(self, rules: SettleRules) -> None:
        self._rules = rules
        self.times: deque[float] = deque()
        self._number = 0  # of the frame that is the first of them
        self._streaks: dict[str, Streak] = {}
        self._open: set[str] = set()  # places that are not settled yet
        self._last: tuple[PlaceReading, ...] = ()  # the newest frame's places
        self.restless: dict[str, float] = {}  # places that do not settle, and since when

    def __len__(self) -> int:
        """How many places are in sight."""
        return len(self._streaks)

    def clear(self) -> None:
        """Begin anew with the next frame."""
        self._streaks.clear()
        self._open.clear()
        self.restless.clear()
        self.times.clear()
        self._last = ()

    def begin_at(self, at_s: float) -> None:
        """Let only frames count from now on that began at `at_s` or later."""
        while self.times and self.times[0] < at_s:
            self.times.popleft()
            self._number += 1
        self._open = set(self._streaks)

    def same(self, places: tuple[PlaceReading, ...]) -> bool:
        """Whether these places are the newest frame's."""
        return places is self._last and bool(places)

    def add(self, seen: Observation) -> None:
        """Add the newest frame."""
        number = self._number + len(self.times)
        self.times.append(seen.exposed_at_s)
        if self.same(seen.places):
            for name in self._open:
                self._streaks[name].add(self._streaks[name].newest)
            return
        self._last = seen.places
        for reading in seen.places:
            self._add_place(reading, number)

    def _add_place(self, reading: PlaceReading, number: int) -> None:
        name = reading.place
        if is_covered(reading):
            self._streaks.pop(name, None)
            self._open.discard(name)
            return
        streak = self._streaks.get(name)
        if streak is None or streak.newest is not reading:
            self._open.add(name)  # at least where it lies in the picture, or how sure it is
            content = content_of(reading)
            if streak is None or streak.content != content:
                streak = self._streaks[name] = Streak(content, number, reading)
        streak.add(reading)

    def reopen(self) -> None:
        """Have every place taken over anew."""
        self._open = set(self._streaks)

    def begun_with(self) -> int | None:
        """The number of the frame that begins the shortest run that is enough; None if none is.

        Older frames are dropped.
        """
        rules, times = self._rules, self.times
        for index in range(len(times) - rules.frames, -1, -1):
            # A float sum of frame times may fall a hair short of the limit.
            if (times[-1] - times[index]) * 1000 >= rules.still_ms - 1e-6:
                for _ in range(index):
                    times.popleft()
                self._number += index
                return self._number
        return None

    def settled(self, first: int | None) -> dict[str, PlaceReading]:
        """The places that hold the same since frame `first`, of those not taken over yet."""
        if first is None:
            return {}
        return {n: self._streaks[n].best for n in self._open if self._streaks[n].first <= first}

    def take(self, names: Collection[str]) -> None:
        """These places were taken over."""
        self._open.difference_update(names)

    def waiting(self, done: Collection[str], at_s: float, restless_ms: float) -> bool:
        """Whether places are still settling that may yet do so."""
        self.restless = {n: self.restless.get(n, at_s) for n in self._open if n not in done}
        return any((at_s - since_s) * 1000 <= restless_ms for since_s in self.restless.values())
