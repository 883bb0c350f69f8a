"""When a place counts as having followed what was taken back or entered by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.catalogue import find_game, load_edition
from companion.live.behind import Behind
from companion.live.expected import Spot, TableArt

OLD, NEW, OTHER = ("white",), ("white", "white"), ("orange",)


def content(kinds: tuple[str, ...]) -> tuple[tuple[str, str, int], ...]:
    return tuple(("stardust 2" if kind == "orange" else "stardust 1", kind, 0) for kind in kinds)


def seen(kinds: tuple[str, ...], status: PlaceStatus) -> Observation:
    pieces = tuple(
        Sighting(kind, ((kind, 1.0),), (9.0, 9.0), 0.3, 0, (0, 0, 8, 8), "stardust", family=family)
        for family, kind, _ in content(kinds)
    )
    place = PlaceReading("stardust", status, pieces, 1.0, (), (0, 0, 8, 8))
    return Observation("area-a", 0.0, Status.READ, places=(place,))


@pytest.mark.parametrize(
    ("kinds", "status", "followed"),
    [
        (NEW, PlaceStatus.READ, True),
        (OTHER, PlaceStatus.READ, True),  # no longer as it was, though not as the game has it
        (OLD, PlaceStatus.READ, False),
        (NEW, PlaceStatus.UNKNOWN, True),
        (OTHER, PlaceStatus.UNKNOWN, False),
        (OLD, PlaceStatus.UNKNOWN, False),
        (NEW, PlaceStatus.COVERED, False),
    ],
)
def test_a_place_has_followed_once_it_likely_holds_what_the_game_has(
    kinds: tuple[str, ...], status: PlaceStatus, followed: bool
) -> None:
    game: Any = find_game("starfall")
    prints = game.prints(load_edition(game, game.default_edition))
    art = TableArt(prints, {(board.name, 0): board.name for board in prints.boards})
    spot = Spot("area-a", 0, "stardust")
    behind = Behind({spot: (content(OLD),)})
    assert behind.follow(art, [seen(kinds, status)], {spot: content(NEW)}) is followed
    assert (spot not in behind.places) is followed
