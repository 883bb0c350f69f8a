"""The drawn boards of a game for one phone: their drawings, what may be tapped, what is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.model import Board, BoardSpot, Note, Text
from companion.display.text import begun
from companion.games.playable import Spot
from companion.play.choosing import Offered
from companion.play.running_game import RunningGame
from companion.play.sight import Sight
from companion.play.words import joined

if TYPE_CHECKING:
    from companion.play.table import PlayTable


def boards_of(
    table: PlayTable,
    running: RunningGame,
    phone: str,
    sight: Sight,
    offered: Offered | None,
    verdict: Note | None,
) -> tuple[Board, ...]:
    """The boards that this sight shows; empty for a game that draws none."""
    drawn = running.drawn(sight, table.gallery)
    open_taps: dict[str, list[Text]] = {}
    for tap in offered.taps if offered is not None else ():
        if tap.spot:
            open_taps.setdefault(tap.spot, []).append(running.speaker.say(tap.key, tap.values))
    chosen = {tap.spot for tap in offered.done} if offered is not None else set()
    marked = _named_places(verdict.where if verdict is not None else "")
    boards = []
    for scene, path in drawn:
        spots = [
            _spot(running, spot, open_taps.get(spot.id), chosen, marked) for spot in scene.spots
        ]
        title = begun(running.speaker.say(scene.key, scene.values))
        kept = tuple(spot for spot in spots if spot is not None)
        boards.append(Board(scene.id, title, path, "/api/tap", kept))
    return tuple(boards)


def _named_places(where: str) -> set[str]:
    """What a verdict's places may be called on a board: as they are, and without the seat."""
    places = where.split(", ")
    return {*places, *(word for place in places for word in place.split())} - {""}


def _spot(
    running: RunningGame,
    spot: Spot,
    taps: list[Text] | None,
    chosen: set[str],
    marked: set[str],
) -> BoardSpot | None:
    if not taps and spot.id not in chosen and spot.id not in marked:
        return None  # most places of most phones: nothing to say
    place = running.speaker.say(spot.key, spot.values)
    if taps:
        # A place that is called like the choice is said once.
        label = joined(dict.fromkeys((place, *taps[:3])), (": ", "："))
        return BoardSpot(spot.id, label, "open", {"spot": spot.id})
    if spot.id in chosen:
        return BoardSpot(spot.id, place, "chosen")
    return BoardSpot(spot.id, place, "marked")
