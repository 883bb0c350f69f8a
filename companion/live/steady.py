"""Places that can't be told, but look as they did when the table last showed the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.flow import Observation, PlaceReading, PlaceStatus
from companion.live.expected import Spot, TableArt
from companion.table.contents import Content, content_of


class Steady:
    """How every place in sight looked when the table showed the game, and what it held then.

    A picture that leaves a place in doubt once leaves it in doubt at every look.  As long as its
    likeliest reading is the one of that time, nothing says that anything happened there.
    """

    def __init__(self) -> None:
        self._known: dict[Spot, tuple[Content, Content]] = {}

    def showed(
        self, art: TableArt, readings: Sequence[Observation], expected: Mapping[Spot, Content]
    ) -> None:
        """The table shows the game, which has `expected` lying there."""
        for spot, reading in _in_sight(art, readings):
            self._known[spot] = content_of(reading), expected.get(spot, ())

    def held(self, art: TableArt, readings: Sequence[Observation]) -> dict[Spot, Content]:
        """What places that are in doubt and look as they did hold."""
        return {
            spot: self._known[spot][1]
            for spot, reading in _in_sight(art, readings)
            if reading.status is PlaceStatus.UNKNOWN
            and spot in self._known
            and content_of(reading) == self._known[spot][0]
        }


def _in_sight(art: TableArt, readings: Sequence[Observation]) -> list[tuple[Spot, PlaceReading]]:
    return [
        (spot, reading)
        for observation in readings
        for reading in observation.places
        if reading.status is not PlaceStatus.COVERED
        and (spot := art.spot(observation.board, reading.place)) is not None
    ]
