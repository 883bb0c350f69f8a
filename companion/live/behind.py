"""Where the table has yet to follow what was entered by hand, drawn or taken back.

A place follows when it shows what the game has there.  Until then, as long as it shows what lay
there before, it is expected to change and tells nothing about moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from companion.flow import Observation, PlaceStatus
from companion.live.expected import Spot, TableArt, dish_of
from companion.table.contents import Content


@dataclass
class Behind:
    """What may still lie at each place from before, most of the time nothing at all."""

    places: dict[Spot, tuple[Content, ...]] = field(default_factory=dict)

    def changed(
        self,
        before: Mapping[Spot, Content],
        after: Mapping[Spot, Content],
        seen: Mapping[Spot, Content],
    ) -> None:
        """The game went on without the camera, which had seen what lay there."""
        for spot in before.keys() | after.keys():
            old, new = before.get(spot, ()), after.get(spot, ())
            if old == new:
                continue
            may_lie = dict.fromkeys((*self.places.get(spot, ()), old, seen.get(spot, old)))
            may_lie.pop(new, None)
            self.places[spot] = tuple(may_lie)

    def expected(
        self,
        art: TableArt,
        readings: Sequence[Observation],
        expected: Mapping[Spot, Content],
    ) -> dict[Spot, Content]:
        """The places that still show what lay there before, with what the game has there."""
        still: dict[Spot, Content] = {}
        for observation in readings:
            dish = art.spot(observation.board, "")
            if dish is not None and dish_of(observation) in self.places.get(dish, ()):
                still[dish] = expected.get(dish, ())
            for reading in observation.places:
                spot = art.spot(observation.board, reading.place)
                if spot is None or spot not in self.places:
                    continue
                if any(art.same(content, reading) for content in self.places[spot]):
                    still[spot] = expected.get(spot, ())
        return still

    def follow(
        self,
        art: TableArt,
        readings: Sequence[Observation],
        expected: Mapping[Spot, Content],
    ) -> bool:
        """Strike out the places that have changed; says whether there were any.

        A place in doubt has, when it likeliest holds what the game has and not what lay there
        before: left on the list it would hide a move that brings back what lay there.
        """
        done = set()
        for observation in readings:
            dish = art.spot(observation.board, "")
            if dish in self.places and dish_of(observation) not in self.places[dish]:
                done.add(dish)
            for reading in observation.places:
                spot = art.spot(observation.board, reading.place)
                if spot not in self.places or reading.status is PlaceStatus.COVERED:
                    continue
                arrived = art.same(expected.get(spot, ()), reading)
                left = not any(art.same(old, reading) for old in self.places[spot])
                sure = reading.status is PlaceStatus.READ
                if (arrived or left) if sure else (arrived and left):
                    done.add(spot)
        for spot in done:
            del self.places[spot]
        return bool(done)


def write_behind(behind: Behind) -> str:
    """The text that a journal keeps beside its entries."""
    return msgspec.json.encode(list(behind.places.items())).decode()


def read_behind(text: str | None) -> Behind:
    """What a journal kept; nothing when it can't be read."""
    if text is None:
        return Behind()
    try:
        pairs = msgspec.json.decode(text, type=list[tuple[Spot, tuple[Content, ...]]])
    except msgspec.DecodeError:
        return Behind()
    return Behind(dict(pairs))
