"""What people said about single places, kept in the journal; it outranks the camera there.

A correction says what lies at a place, an exception that what lies there stands against the
rules.  Either holds until what lay there when it was said is seen to have left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from companion.flow import Observation, PlaceReading, PlaceStatus
from companion.keeping.journal import Entry, effective
from companion.live.expected import Spot, TableArt
from companion.table.contents import Content, content_of

PLACE, LEFT = "place", "left"
_LATE = "the dish has yet to follow the game"
CORRECTION, EXCEPTION = "correction", "exception"


@dataclass(frozen=True, slots=True)
class Said:
    """One person's word: `content` lies at `spot`, where the camera read `seen`.

    `by` is who said it; `seq` the number of its entry, 0 before it is booked.
    """

    spot: Spot
    content: Content
    seen: Content
    kind: str = CORRECTION
    by: str = ""
    seq: int = 0


def written(said: Said) -> str:
    """The text that the journal keeps; who and which number stand beside it."""
    return msgspec.json.encode(replace(said, by="", seq=0)).decode()


def standing(entries: Iterable[Entry]) -> tuple[Said, ...]:
    """What still holds: the newest word for each place that was not taken back or left."""
    found: dict[Spot, Said] = {}
    for entry in effective(entries):
        if entry.kind == PLACE:
            try:
                said = msgspec.json.decode(entry.text, type=Said)
            except msgspec.DecodeError:
                continue  # a later companion's word; the camera's stands
            found[said.spot] = replace(said, by=entry.by, seq=entry.seq)
        elif entry.kind == LEFT and entry.text.isdigit():
            found = {spot: said for spot, said in found.items() if said.seq != int(entry.text)}
    return tuple(found.values())


def gone(said: Said, reading: PlaceReading, touched: bool) -> bool:
    """Whether the camera has seen what lay there leave.

    `touched` says that somebody's hand was there, or the board moved, since it was said; only
    then another reading means another piece.
    """
    if reading.status is not PlaceStatus.READ:
        return False
    now = content_of(reading)
    if now in (said.seen, said.content):
        return False
    return not now or touched


def overlaid(
    art: TableArt,
    readings: Sequence[Observation],
    contents: dict[Spot, Content],
) -> tuple[Observation, ...]:
    """The readings, with these contents in the place of what the camera says."""
    if not contents:
        return tuple(readings)
    return tuple(_overlaid(art, observation, contents) for observation in readings)


def _overlaid(
    art: TableArt, observation: Observation, contents: dict[Spot, Content]
) -> Observation:
    dish = art.spot(observation.board, "")
    late = dish is not None and dish in contents
    places, changed = [], late
    for reading in observation.places:
        spot = art.spot(observation.board, reading.place)
        content = contents.get(spot) if spot is not None else None
        if content is None or spot is None:
            places.append(reading)
            continue
        changed = True
        places.append(art.reading_of(spot, content, reading))
    if not changed:
        return observation
    told = [p for p in places if p.status is not PlaceStatus.COVERED]
    tokens = tuple(s for s in observation.sightings if not s.place and not late)
    covered = [(p.place, p.why) for p in places if p.status is PlaceStatus.COVERED]
    if late:
        covered.append(("", _LATE))
    return replace(
        observation,
        places=tuple(places),
        sightings=(*tokens, *(piece for place in told for piece in place.pieces)),
        covered=tuple(covered),
    )
