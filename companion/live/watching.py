"""The table as the referee sees it: settled or not, and what it means for the game now."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.display.model import Picture
from companion.display.status_words import without_pictures
from companion.flow import Observation, Status
from companion.live.behind import Behind
from companion.live.expected import Spot, TableArt
from companion.live.ports import Pictures, TableObservation
from companion.live.said import Said, gone, standing
from companion.live.steady import Steady
from companion.live.understanding import (
    Outcome,
    Understood,
    contents_of,
    signature,
    understand,
)
from companion.live.words import say
from companion.play.running_game import RunningGame
from companion.session.ports import Seen
from companion.table.contents import Content, content_of
from companion.table.matching import pair_up
from companion.table.settle_board import PlaceRules
from companion.table.settle_table import TableNow, TableSettler

_DISTURBED = (Status.HAND, Status.NO_BOARD)
TOKEN_STEP_MM = 2.5  # a token that seems to have moved less still lies where it lay


class Watching:
    """Frames in; what they mean for the running game out.  `art` is None while nothing is watched.

    `number` counts the settled tables that differ from one another.
    """

    def __init__(self, pictures: Pictures, rules: PlaceRules, age_ms: float) -> None:
        self.pictures = pictures
        self.settler = TableSettler(rules)
        self.art: TableArt | None = None
        self.behind = Behind()
        self.seen: Seen | None = None
        self.picture: Picture | None = None
        self.camera_says = ""
        self.busy_until_s = -math.inf
        self.number = 0
        self._age_ms = age_ms
        self._running: RunningGame | None = None
        self._state: object = None
        self._contents: dict[Spot, Content] = {}
        self._said: tuple[Said, ...] = ()
        self._entries = -1
        self._touched: set[int] = set()  # the words after which a hand came
        self._steady = Steady()
        self._last: tuple[tuple[object, ...], tuple[tuple[float, float], ...]] | None = None
        self._key: tuple[object, ...] = ()
        self._understood: Understood | None = None
        self._drawn_key: tuple[object, ...] | None = None
        self._drawn_at_s = -math.inf
        self._kept: tuple[int, str] = (-1, "")

    # -- the game --------------------------------------------------------------------------

    def begin(self, running: RunningGame | None, art: TableArt | None, behind: Behind) -> None:
        """Watch another game, or none."""
        self._running, self.art, self.behind = running, art, behind
        self.seen, self.camera_says = None, ""  # pictures of another table tell nothing
        self.settler = TableSettler(self.settler.rules)
        self._entries, self._said, self._touched = -1, (), set()
        self._last, self._key, self._understood = None, (), None
        self._steady = Steady()
        self._take_state()
        if not behind.places and (running is None or not running.session.steps):
            behind.changed({}, self._contents, {})  # a new table is bare

    def went_on(self, by_camera: bool) -> bool:
        """Take in that the game may have gone on; says whether the table has to follow it."""
        running = self._running
        if running is None or running.state is self._state:
            return False
        before = self._contents
        self._take_state()
        if by_camera:
            return False
        self.behind.changed(before, self._contents, self._seen_contents())
        return True

    def _take_state(self) -> None:
        running = self._running
        self._state = running.state if running is not None else None
        if running is None or self.art is None:
            self._contents = {}
        else:
            self._contents = contents_of(running.game, self.art, running.state)

    def _seen_contents(self) -> dict[Spot, Content]:
        """What was last read at each place."""
        return {
            spot: content_of(reading)
            for observation in self.now.readings
            for reading in observation.places
            if self.art is not None
            and (spot := self.art.spot(observation.board, reading.place)) is not None
        }

    @property
    def expected(self) -> dict[Spot, Content]:
        """What the game has lying where."""
        return self._contents

    @property
    def said(self) -> tuple[Said, ...]:
        """What people said about places and still holds."""
        running = self._running
        entries = running.session.entries if running is not None else ()
        if len(entries) != self._entries:
            self._entries, self._said = len(entries), standing(entries)
        return self._said

    # -- the camera ------------------------------------------------------------------------

    @property
    def now(self) -> TableNow:
        """The table as it lies."""
        return self.settler.now

    def see(self, seen: Seen) -> None:
        """Take in the newest frame."""
        self.camera_says, self.seen = "", seen
        observation = seen.observation
        boards = observation.boards if isinstance(observation, TableObservation) else (observation,)
        now = self.settler.feed(boards)
        disturbed = {b.board for b in now.boards if b.status in _DISTURBED} | set(now.bumped)
        if disturbed and self.art is not None:
            touched = {self.art.boards.get(title) for title in disturbed}
            self._touched |= {
                each.seq for each in self.said if (each.spot.board, each.spot.copy) in touched
            }
        if now.settled:
            self._count(now.readings)

    def lost(self, why: str) -> None:
        """The camera gives no pictures."""
        self.camera_says = why
        self.settler.forget()

    def _count(self, readings: Sequence[Observation]) -> None:
        known = signature(readings)
        tokens = tuple(s.centre_mm for o in readings for s in o.sightings if not s.place)
        if self._last is not None and self._last[0] == known and _same(self._last[1], tokens):
            return
        self.number += 1
        self._last = known, tokens

    def departed(self) -> tuple[Said, ...]:
        """The words about pieces that were seen to leave."""
        if self.art is None:
            return ()
        found = {
            self.art.spot(observation.board, reading.place): reading
            for observation in self.now.readings
            for reading in observation.places
        }
        return tuple(
            each
            for each in self.said
            if each.spot in found and gone(each, found[each.spot], each.seq in self._touched)
        )

    def follow(self) -> bool:
        """Strike out what has followed the game; says whether anything has."""
        if self.art is None or not self.behind.places:
            return False
        return self.behind.follow(self.art, self.now.readings, self._contents)

    @property
    def understood(self) -> Understood | None:
        """What the newest settled table means; None while it is not settled."""
        running, art = self._running, self.art
        if running is None or art is None or not self.now.settled:
            return None
        said = self.said
        late = tuple(sorted(self.behind.places))
        key = (self.number, id(self._state), tuple(each.seq for each in said), late)
        if key != self._key:
            self._key = key
            readings, past = self.now.readings, running.past
            self._understood = understand(
                running.game, running.state, art, readings, said, self.behind, past, self._steady
            )
            if self._understood.outcome is Outcome.SAME and not late:
                self._steady.showed(art, readings, self._contents)
        return self._understood

    def understood_without_waiting(self) -> Understood | None:
        """What it would mean if the table did not have to follow anything."""
        running, art = self._running, self.art
        if running is None or art is None or not self.now.settled:
            return None
        readings, past = self.now.readings, running.past
        return understand(
            running.game, running.state, art, readings, self.said, Behind(), past, self._steady
        )

    # -- what is shown ---------------------------------------------------------------------

    def status(self, now_s: float) -> Status:
        """The status line's state; an old frame is as good as none."""
        if self.camera_says:
            return without_pictures(self.camera_says)
        age_ms = (now_s - self.now.exposed_at_s) * 1000
        if self.seen is not None and age_ms > self._age_ms:
            return Status.LOOKING if now_s < self.busy_until_s else Status.CAMERA_LOST
        understood = self.understood
        if understood is not None and (understood.wrong or understood.behind):
            return Status.DIFFERS
        return self.now.status

    def keep(self) -> str:
        """Keep the newest frame as evidence; its hash, or nothing without a camera."""
        if self.seen is None or self.camera_says:
            return ""
        return self.pictures.keep(self.seen)

    def evidence(self) -> str:
        """The hash of a kept frame that shows the table as it lies now."""
        if self._kept[0] != self.number or not self._kept[1]:
            self._kept = self.number, self.keep()
        return self._kept[1]

    @property
    def needed(self) -> frozenset[str]:
        """The titles of boards on which the game has something lying."""
        if self.art is None:
            return frozenset()
        used = {(spot.board, spot.copy) for spot in self._contents}
        return frozenset(title for board, title in self.art.titles.items() if board in used)

    @property
    def missing(self) -> tuple[str, ...]:
        """The titles of needed boards that can't be seen now."""
        seen = {b.board for b in self.now.boards} - set(self.now.lost)
        return tuple(sorted(self.needed - seen)) if self.seen is not None else ()

    @property
    def problems(self) -> tuple[str, ...]:
        """What readers say about boards that they can't read now, each sentence once."""
        told = (p for b in self.now.boards if b.status is Status.BAD_LIGHT for p in b.problems)
        return tuple(dict.fromkeys(told))

    def draw(self, now_s: float, redraw_ms: float) -> bool:
        """Draw the newest frame when it shows something new; says whether it did."""
        due = (now_s - self._drawn_at_s) * 1000 >= redraw_ms
        key = (self.number, id(self._state)) if self.now.settled else None
        if self.seen is None or not due or (key is not None and key == self._drawn_key):
            return False
        self.picture = replace(self.pictures.draw(self.seen), alt=say("picture_alt"))
        self._drawn_key, self._drawn_at_s = key, now_s
        return True


def _same(before: Sequence[tuple[float, float]], after: Sequence[tuple[float, float]]) -> bool:
    if len(before) != len(after):
        return False
    return len(pair_up(before, after, TOKEN_STEP_MM)) == len(after)
