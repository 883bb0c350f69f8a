"""What a reader would say of the boards of a state: exact readings, place by place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.prints import Lie

WINDOW = (0, 0, 9, 9)


def sighting(place: str, family: str, *kinds: tuple[str, float]) -> Sighting:
    kind = kinds[0][0] if kinds else None
    return Sighting(kind, kinds, (9.0, 9.0), 0.5, 0, WINDOW, place, "", family)


def reading(place: str, lies: Iterable[Lie]) -> PlaceReading:
    pieces = tuple(sighting(place, lie.family, (lie.kind, 1.0)) for lie in lies)
    return PlaceReading(place, PlaceStatus.READ, pieces, 1.0, (), WINDOW)


def looks(game: Any, state: Any, *boards: str) -> tuple[Observation, ...]:
    """Exact readings of all printed boards, or of those named."""
    lies = game.lies(state)
    return tuple(
        Observation(
            board.name,
            0.0,
            Status.READ,
            places=tuple(
                reading(
                    place.name,
                    (lie for lie in lies if (lie.board, lie.place) == (board.name, place.name)),
                )
                for place in board.places
            ),
        )
        for board in game.prints(state.table.edition).boards
        if not boards or board.name in boards
    )
