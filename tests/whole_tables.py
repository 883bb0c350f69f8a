"""The boards of any game as a camera would see them: every place read and told exactly."""

from __future__ import annotations

from typing import Any

from companion.flow import Observation, PlaceReading, PlaceStatus, Status
from companion.live.expected import Spot, TableArt
from companion.printed.sheet_files import board_title
from companion.table.contents import Content

WINDOW = (0, 0, 1, 1)


def art_of(game: Any, edition: Any) -> TableArt:
    prints = game.prints(edition)
    boards = [(board, copy) for board in prints.boards for copy in range(board.count)]
    return TableArt(prints, {(b.name, copy): board_title(game, b, copy) for b, copy in boards})


def looked(art: TableArt, contents: dict[Spot, Content]) -> list[Observation]:
    found = []
    for (name, copy), title in art.titles.items():
        board = next(each for each in art.prints.boards if each.name == name)
        places = []
        for place in board.places:
            spot = Spot(name, copy, place.name)
            like = PlaceReading(place.name, PlaceStatus.READ, (), 1.0, (), WINDOW)
            places.append(art.reading_of(spot, contents.get(spot, ()), like))
        pieces = tuple(piece for place in places for piece in place.pieces)
        found.append(Observation(title, 0.0, Status.READ, sightings=pieces, places=tuple(places)))
    return found
