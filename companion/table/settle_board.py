"""When the places of a board count: each by itself, with the hand gone, still and long enough.

A place that is covered keeps what it held.  When many places change together though no hand was
there, the light has changed and not the pieces: what was known stays until somebody looks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from companion.flow import Observation, PlaceReading, PlaceStatus, Status
from companion.table.contents import content_of, is_covered
from companion.table.settle import Settler, SettleRules
from companion.table.streaks import Streaks

NOT_SEEN_AGAIN = "it can't be seen now"
RESTLESS = "it reads differently from picture to picture"


@dataclass(frozen=True, slots=True)
class PlaceRules:
    """How many frames and milliseconds have to agree, and what is no change of pieces.

    `bump_px` is how far places move in the picture before the board itself has moved.  A change
    of more than `light_share` of a board's places, and of more than `light_places`, with no hand
    seen since they were last still, is one of the light.  `away_ms` is how long a board that was
    there before may be out of sight before the rest goes on without it; a place that reads
    differently for `restless_ms` while nothing moves can't be told, and holds up nothing.  What
    looked like a hand and has not stirred for `thing_ms` is a thing that lies there (a cup, a
    lamp's mirror image): it hides what it hides, and holds up nothing else.
    """

    settle: SettleRules = field(default_factory=SettleRules)
    bump_px: float = 4.0
    light_share: float = 0.35
    light_places: int = 6
    away_ms: float = 3000.0
    restless_ms: float = 2500.0
    thing_ms: float = 8000.0


@dataclass(frozen=True, slots=True)
class BoardNow:
    """One board as it lies: `reading` has every place, those out of sight as covered.

    `reading` is None until the board was seen to lie still once.  All frames behind it began
    between `since_s` and `until_s`; they are infinite while something is still settling.
    `shift_px` is how far the board lies from where it last lay still.  `relit` says that many
    places look otherwise, though nobody was there.
    """

    board: str
    status: Status
    reading: Observation | None = None
    since_s: float = -math.inf
    until_s: float = -math.inf
    shift_px: tuple[float, float] = (0.0, 0.0)
    relit: bool = False
    problems: tuple[str, ...] = ()


class BoardSettler:
    """Takes the observations of one board in order of time."""

    def __init__(self, board: str, rules: PlaceRules) -> None:
        self.board, self._rules = board, rules
        self._dish = Settler(rules.settle)
        self._streaks = Streaks(rules.settle)
        self._known: dict[str, PlaceReading] = {}
        self._told_places: tuple[PlaceReading, ...] | None = None
        self._crops: dict[str, tuple[int, int]] = {}  # where places lay in the newest frame
        self._rested: dict[str, tuple[int, int]] = {}  # and where when the board lay still
        self._shift_px = (0.0, 0.0)  # from there
        self._disturbed = True  # a hand or a move was seen since all lay still
        self._relit = False
        self._seen_at_s = -math.inf  # the newest frame in which the board was found
        self._newest_s = -math.inf
        self._under_hand: tuple[object, ...] = ()  # what showed while a hand was last seen
        self._hand_since_s = math.inf  # since when that shows
        self._thing: frozenset[str] | None = None  # what a thing that is no hand hides
        self._now = BoardNow(board, Status.LOOKING)

    @property
    def now(self) -> BoardNow:
        """What the newest observation led to."""
        return self._now

    def feed(self, seen: Observation) -> BoardNow:
        """Add the newest observation; one that is not newer than the last changes nothing."""
        if seen.exposed_at_s > self._newest_s:
            self._newest_s = seen.exposed_at_s
            self._now = self._fed(seen)
        return self._now

    def begin_at(self, at_s: float) -> None:
        """Let only frames count from now on that began at `at_s` or later."""
        self._streaks.begin_at(at_s)
        self._dish.forget()

    def believe(self) -> None:
        """Take the places as they read now, and the board where it lies now: somebody looked."""
        self._relit, self._disturbed = False, True
        self._rested, self._shift_px = {}, (0.0, 0.0)
        self._streaks.reopen()

    def rest(self) -> None:
        """Take the board as lying where it lies now."""
        self._rested = dict(self._crops)
        self._shift_px = (0.0, 0.0)

    def forget(self) -> None:
        """Drop all frames, as after a lost camera; what lay there stays known."""
        self._streaks.clear()
        self._dish.forget()

    def away(self, now_s: float) -> bool:
        """Whether the board has been out of sight for long, or was never seen."""
        return (now_s - self._seen_at_s) * 1000 > self._rules.away_ms

    # -- one observation ------------------------------------------------------------------

    def _fed(self, seen: Observation) -> BoardNow:
        if seen.status is not Status.READ or seen.sharpness < self._rules.settle.sharpness:
            return self._blocked(seen)
        moving = self._follow(seen.places)
        self._seen_at_s = seen.exposed_at_s
        if self._stirs(seen):
            self._disturbed = True
            self.forget()
            return self._told(Status.HAND, seen)
        if moving:
            self.forget()
            self._disturbed = True
        self._streaks.add(seen)
        return self._settled(seen, moving)

    def _stirs(self, seen: Observation) -> bool:
        """Whether a hand is over the board: one that has not stirred for long is none."""
        if not seen.hand_present:
            self._under_hand, self._thing = (), None
            return False
        hidden = frozenset(place.place for place in seen.places if is_covered(place))
        if hidden == self._thing:
            return False
        shown = hidden, *(content_of(place) for place in seen.places)
        if shown != self._under_hand:
            self._under_hand, self._hand_since_s = shown, seen.exposed_at_s
        if (seen.exposed_at_s - self._hand_since_s) * 1000 < self._rules.thing_ms:
            return True
        self._thing = hidden
        return False

    def _follow(self, places: tuple[PlaceReading, ...]) -> bool:
        """Note where the board lies in the picture; whether it has just moved."""
        if self._streaks.same(places):
            return False
        shift_px = _shift(self._crops, places)
        self._crops = {p.place: p.crop_xywh_px[:2] for p in places}
        self._shift_px = _shift(self._rested, places)
        return math.hypot(*shift_px) > self._rules.bump_px

    def _blocked(self, seen: Observation) -> BoardNow:
        status = seen.status if seen.status is not Status.READ else Status.BAD_LIGHT
        if status is Status.NO_BOARD:
            # Something stands before it, or it is being moved.
            self._disturbed = True
        self.forget()
        return self._told(status, seen)

    def _settled(self, seen: Observation, moving: bool) -> BoardNow:
        """Take over the places that have been the same for long enough."""
        first = self._streaks.begun_with()
        fresh = self._streaks.settled(first)
        waiting = self._streaks.waiting(fresh, seen.exposed_at_s, self._rules.restless_ms)
        self._relit = self._changed_by_light(fresh)
        if not self._relit:
            self._streaks.take(fresh)
            self._take(fresh)
        dish = self._dish.feed(replace(_tokens_of(seen), hand_present=False))
        if self._relit:
            return self._told(Status.BAD_LIGHT, seen)
        if first is None or waiting or dish.reading is None:
            status = Status.MOVING if moving or self._known else Status.LOOKING
            return self._told(status, seen)
        told = self._told(Status.READ, seen, dish.reading)
        self._disturbed = False
        if not self._rested:
            self.rest()
        since_s = min(self._streaks.times[0], dish.since_s)
        return replace(told, since_s=since_s, until_s=seen.exposed_at_s)

    def _take(self, fresh: dict[str, PlaceReading]) -> None:
        for name, reading in fresh.items():
            if self._known.get(name) is not reading:
                self._known[name] = reading
                self._told_places = None

    def _changed_by_light(self, fresh: dict[str, PlaceReading]) -> bool:
        if self._disturbed and not self._relit:
            return False
        other = [
            name
            for name, reading in fresh.items()
            if name in self._known and content_of(self._known[name]) != content_of(reading)
        ]
        many = max(self._rules.light_places, self._rules.light_share * len(self._streaks))
        return len(other) > many

    # -- what is told ---------------------------------------------------------------------

    def _told(self, status: Status, seen: Observation, dish: Observation | None = None) -> BoardNow:
        places = self._places(seen, status)
        if not places and status is not Status.READ:
            return BoardNow(self.board, status, shift_px=self._shift_px, problems=seen.problems)
        tokens = dish.sightings if dish is not None else ()
        told = [place for place in places if not is_covered(place)]
        covered = [(p.place, p.why) for p in places if is_covered(p)]
        covered += [(name, why) for name, why in seen.covered if name not in self._crops]
        reading = replace(
            seen,
            status=Status.READ,
            places=places,
            sightings=(*tokens, *(piece for place in told for piece in place.pieces)),
            covered=tuple(covered),
            hand_present=False,
        )
        return BoardNow(
            self.board,
            status,
            reading,
            shift_px=self._shift_px,
            relit=self._relit,
            problems=seen.problems,
        )

    def _places(self, seen: Observation, status: Status) -> tuple[PlaceReading, ...]:
        """What is known of every place; those out of sight are marked as covered."""
        covered = {r.place: r for r in seen.places if is_covered(r)}
        if not covered and seen.places and not self._streaks.restless and status is Status.READ:
            if self._told_places is None:
                self._told_places = tuple(self._known.values())
            return self._told_places
        unseen = not seen.places
        never = [reading for name, reading in covered.items() if name not in self._known]
        places = (
            *(_hidden(known, covered.get(name), unseen) for name, known in self._known.items()),
            *(never if self._known else ()),
        )
        if status is Status.READ:
            places = tuple(_doubted(p) if p.place in self._streaks.restless else p for p in places)
        return places


def _hidden(known: PlaceReading, covered: PlaceReading | None, unseen: bool) -> PlaceReading:
    """What a place is known to hold, marked as covered when it is out of sight now."""
    if covered is None and not unseen:
        return known
    why = covered.why if covered is not None else NOT_SEEN_AGAIN
    crop = covered.crop_xywh_px if covered is not None else known.crop_xywh_px
    return replace(known, status=PlaceStatus.COVERED, why=why, crop_xywh_px=crop)


def _doubted(reading: PlaceReading) -> PlaceReading:
    return replace(reading, status=PlaceStatus.UNKNOWN, why=RESTLESS)


def _tokens_of(seen: Observation) -> Observation:
    """Only what was thrown into the board's dish."""
    return replace(seen, sightings=tuple(s for s in seen.sightings if not s.place), places=())


def _shift(
    before: dict[str, tuple[int, int]], places: Sequence[PlaceReading]
) -> tuple[float, float]:
    """How far places have moved in the picture, as most of them did; none without any."""
    pairs = [(before[p.place], p.crop_xywh_px) for p in places if p.place in before]
    if not pairs:
        return 0.0, 0.0
    return (
        float(median(after[0] - was[0] for was, after in pairs)),
        float(median(after[1] - was[1] for was, after in pairs)),
    )
