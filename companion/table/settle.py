"""When a reading counts: no hand, still and sharp over several frames and long enough.

Frames have an age: an old one is no evidence, and a decision that follows a press may only
rest on frames whose exposure began after the press.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from dataclasses import dataclass, replace

from companion.flow import Observation, Sighting, Status
from companion.table.matching import pair_up


@dataclass(frozen=True, slots=True)
class SettleRules:
    """How long and how still: frames and milliseconds that have to agree.

    `step_mm` is how far a still piece may seem to move beyond three standard deviations.
    `sharpness` is the least sharpness (1 is a sharp picture of the same board).
    `age_ms` is when a frame is too old to be evidence.
    """

    frames: int = 3
    still_ms: float = 400.0
    step_mm: float = 0.8
    sharpness: float = 0.2
    age_ms: float = 2000.0


@dataclass(frozen=True, slots=True)
class Settling:
    """What can be said now: `status` for the status line, and the reading when it has settled.

    Every frame behind `reading` began its exposure between `since_s` and `until_s`.
    """

    status: Status
    latest: Observation | None = None
    reading: Observation | None = None
    since_s: float = math.inf
    until_s: float = -math.inf

    def fresh(self, now_s: float, rules: SettleRules) -> bool:
        """Say whether the newest frame is young enough to be evidence."""
        return self.latest is not None and (now_s - self.latest.exposed_at_s <= rules.age_ms / 1000)


class Settler:
    """Takes the observations of one board in order of time and says when they agree."""

    def __init__(self, rules: SettleRules | None = None) -> None:
        self.rules = rules or SettleRules()
        self._window: deque[Observation] = deque()

    def feed(self, observation: Observation) -> Settling:
        """Add the newest observation; one that is not newer than the last changes nothing."""
        if self._window and observation.exposed_at_s <= self._window[-1].exposed_at_s:
            return self._now()
        status = self._blocked_by(observation)
        if status is not None:
            self._window.clear()
            return Settling(status, observation)
        disturbed = bool(self._window) and not self._still(observation)
        if disturbed:
            self._window.clear()
        self._window.append(observation)
        return self._now(disturbed)

    def forget(self) -> None:
        """Drop all frames, as after a lost camera."""
        self._window.clear()

    def _blocked_by(self, observation: Observation) -> Status | None:
        if observation.hand_present:
            return Status.HAND
        if observation.status is not Status.READ:
            return observation.status
        if observation.sharpness < self.rules.sharpness:
            return Status.BAD_LIGHT
        return None

    def _still(self, observation: Observation) -> bool:
        first = self._window[0]
        if len(first.sightings) != len(observation.sightings):
            return False
        return len(_tracks(first, observation, self.rules.step_mm)) == len(first.sightings)

    def _now(self, disturbed: bool = False) -> Settling:
        # The shortest run of frames that is enough, so that a press is answered soon.
        while self._enough(1):
            self._window.popleft()
        first, last = self._window[0], self._window[-1]
        if not self._enough():
            moving = disturbed or len(self._window) > 1
            return Settling(Status.MOVING if moving else Status.LOOKING, last)
        reading = _agree(tuple(self._window), self.rules.step_mm)
        return Settling(Status.READ, last, reading, first.exposed_at_s, last.exposed_at_s)

    def _enough(self, without: int = 0) -> bool:
        """Whether the window, without that many of its oldest frames, is a settled table."""
        if len(self._window) - without < self.rules.frames:
            return False
        lasted_s = self._window[-1].exposed_at_s - self._window[without].exposed_at_s
        # A float sum of frame times may fall a hair short of the limit.
        return lasted_s * 1000 >= self.rules.still_ms - 1e-6


def _tracks(first: Observation, other: Observation, step_mm: float) -> dict[int, int]:
    """Map sightings of `first` to those of `other` that lie where they lay."""
    before = [sighting.centre_mm for sighting in first.sightings]
    after = [sighting.centre_mm for sighting in other.sightings]
    sigmas = [s.sigma_mm for s in (*first.sightings, *other.sightings)]
    reach_mm = step_mm + 3 * math.sqrt(2) * max(sigmas, default=0.0)
    pairs = dict(pair_up(before, after, reach_mm))
    return {i: j for i, j in pairs.items() if _close(first, other, i, j, step_mm)}


def _close(first: Observation, other: Observation, i: int, j: int, step_mm: float) -> bool:
    one, two = first.sightings[i], other.sightings[j]
    reach_mm = step_mm + 3 * math.hypot(one.sigma_mm, two.sigma_mm)
    return math.dist(one.centre_mm, two.centre_mm) <= reach_mm


def _agree(window: tuple[Observation, ...], step_mm: float) -> Observation:
    """Join the frames of a still table: mean places, mean probabilities, sigma unchanged.

    Sigma stays that of one frame, because what is wrong with it (lens, pose) repeats in all.
    """
    last = window[-1]
    tracks = [_tracks(last, observation, step_mm) for observation in window]
    joined = tuple(
        _join(
            sighting,
            [o.sightings[t[i]] for o, t in zip(window, tracks, strict=True) if i in t],
        )
        for i, sighting in enumerate(last.sightings)
    )
    return replace(last, sightings=joined)


def _join(newest: Sighting, seen: list[Sighting]) -> Sighting:
    count = len(seen)
    centre_mm = (
        sum(sighting.centre_mm[0] for sighting in seen) / count,
        sum(sighting.centre_mm[1] for sighting in seen) / count,
    )
    chances: dict[str, float] = {}
    for sighting in seen:
        for kind, chance in sighting.kinds:
            chances[kind] = chances.get(kind, 0.0) + chance
    # Rounding must not lift a mean above one.
    means = {kind: min(1.0, total / count) for kind, total in chances.items()}
    kinds = tuple(sorted(means.items(), key=lambda item: -item[1]))
    told = Counter(sighting.kind for sighting in seen if sighting.kind is not None)
    agreed = [kind for kind, times in told.items() if 2 * times > count]
    return replace(newest, centre_mm=centre_mm, kinds=kinds, kind=agreed[0] if agreed else None)
