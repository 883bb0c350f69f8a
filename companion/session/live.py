"""The tokens that lie in the dish now: the settled reading with people's corrections on top."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.flow import Observation, Sighting
from companion.games.girl.casting import KINDS, CastToken, Light, possible_lights
from companion.games.girl.wood_ash import Landing
from companion.session.booked import Correction, PointMm, corrected
from companion.table.matching import pair_up

# A kind less likely than this is no reading that people are asked about.
WORTH_ASKING = 0.02


@dataclass(frozen=True, slots=True)
class LiveToken:
    """A token as it lies: the number that people see, what it may be, what it may give.

    `sighting` and `landing` are None for a token that a person added.
    """

    token: CastToken
    sighting: Sighting | None = None
    landing: Landing | None = None
    by_hand: bool = False

    @property
    def number(self) -> int:
        """The number that is drawn on the picture."""
        return self.token.number

    @property
    def at_mm(self) -> PointMm | None:
        """Where it lies on the board, if the camera sees it."""
        return self.sighting.centre_mm if self.sighting else None

    @property
    def may_hide(self) -> bool:
        """Whether another token may lie below it, unread."""
        return self.sighting is not None and self.sighting.may_hide_mm is not None


def kinds_of(sighting: Sighting) -> tuple[str, ...]:
    """List what a sighting may be, likeliest first.

    A kind that the reader is sure of stands alone; when the picture tells nothing, all kinds
    are possible.
    """
    if sighting.kind is not None:
        return (sighting.kind,)
    likely = tuple(kind for kind, chance in sighting.kinds if chance >= WORTH_ASKING)
    return likely if len(likely) > 1 else (*likely, *(k for k in KINDS if k not in likely))


def lights_of(landing: Landing) -> tuple[Light, ...]:
    """List the sets of Light a landing may give, likeliest first."""
    touching = [touch.area for touch in landing.touches]
    doubtful = [call.area for call in landing.close_calls]
    rest = tuple(s for s in possible_lights(touching, doubtful) if s != landing.light)
    return (landing.light, *rest)


def live_tokens(
    reading: Observation,
    land: Callable[[Sighting], Landing],
    corrections: Sequence[Correction],
    known_mm: Mapping[int, PointMm],
    reach_mm: float,
) -> tuple[LiveToken, ...]:
    """Number the tokens of a reading and apply corrections.

    `known_mm` are the numbers given before: what lies within `reach_mm` of one keeps it.
    """
    places = [sighting.centre_mm for sighting in reading.sightings]
    numbers = _numbers(places, known_mm, reach_mm)
    tokens = []
    for sighting, number in zip(reading.sightings, numbers, strict=True):
        landing = land(sighting)
        token = CastToken(number, kinds_of(sighting), lights_of(landing))
        tokens.append(LiveToken(token, sighting, landing))
    said = _said_here(places, corrections, reach_mm)
    standing = [
        _with(live, said.get(index, ()))
        for index, live in enumerate(tokens)
        if not any(correction.gone for correction in said.get(index, ()))
    ]
    return tuple(sorted((*standing, *_added(corrections, numbers)), key=lambda t: t.number))


def departed(
    reading: Observation, corrections: Sequence[Correction], reach_mm: float
) -> tuple[Correction, ...]:
    """List the corrections whose token the camera has seen to leave."""
    if reading.covered:
        return ()
    places = [sighting.centre_mm for sighting in reading.sightings]
    return tuple(
        correction
        for correction in corrections
        if correction.at_mm is not None and not pair_up([correction.at_mm], places, reach_mm)
    )


def _numbers(
    places: Sequence[PointMm], known_mm: Mapping[int, PointMm], reach_mm: float
) -> list[int]:
    before = tuple(known_mm)
    pairs = pair_up([known_mm[number] for number in before], places, reach_mm)
    kept = {index: before[i] for i, index in pairs}
    # Numbers start afresh with a new toss, which shares no place with the one before.
    taken = set(known_mm) if kept else set()
    numbers, following = [], 0
    for index in range(len(places)):
        if index in kept:
            numbers.append(kept[index])
            continue
        following = next(
            n for n in range(following + 1, len(places) + len(taken) + 2) if n not in taken
        )
        numbers.append(following)
    return numbers


def _said_here(
    places: Sequence[PointMm], corrections: Sequence[Correction], reach_mm: float
) -> dict[int, list[Correction]]:
    said: dict[int, list[Correction]] = {}
    for correction in corrections:
        if correction.at_mm is not None:
            for _, index in pair_up([correction.at_mm], places, reach_mm):
                said.setdefault(index, []).append(correction)
    return said


def _with(live: LiveToken, said: Sequence[Correction]) -> LiveToken:
    token = live.token
    for correction in said:
        token = corrected(token, correction)
    return replace(live, token=token, by_hand=bool(said))


def _added(corrections: Sequence[Correction], numbers: Sequence[int]) -> list[LiveToken]:
    added = [c for c in corrections if c.at_mm is None and c.token is None]
    first = max(numbers, default=0) + 1
    return [
        LiveToken(CastToken(first + i, (c.kind or KINDS[0],), (c.light or (),)), by_hand=True)
        for i, c in enumerate(added)
    ]
