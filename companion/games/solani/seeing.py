"""What readers say of a printed board, in the words of this game.

A reader knows pieces by what is printed on them and how far they are turned; the rules know a
branch by where its lines point.  Boards are known by their printed names or by their players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.flow import Observation, PlaceStatus, Sighting
from companion.games.solani.edition import Edition
from companion.games.solani.pieces import SEATS, SIDES, Kind, line_names, turned
from companion.games.solani.state import NOTHING, SolaniState

_QUARTER_DEG = 360.0 / SIDES
_BRANCH = f"{Kind.BRANCH.value} "


def seat_of_board(state: SolaniState, board: str) -> int:
    """Whose board it is: `player A`, or the printed name `board Coyote`; NOTHING for no board."""
    name = board.removeprefix("player ")
    if name in SEATS[: state.table.seats]:
        return SEATS.index(name)
    kinds = state.table.edition.boards
    for seat, player in enumerate(state.players):
        if board.casefold() == f"board {kinds[player.board].name}".casefold():
            return seat
    return NOTHING


def sighted(edition: Edition, observation: Observation) -> tuple[Sighting, ...]:
    """What lies at the places that can be seen, branches named by their lines."""
    seen = observation.sightings
    if observation.places:
        seen = tuple(_tops(observation))
    return tuple(_in_words(edition, sighting) for sighting in seen)


def _tops(observation: Observation) -> Iterator[Sighting]:
    """The piece at each place that is not covered."""
    for reading in observation.places:
        if reading.pieces and reading.status is not PlaceStatus.COVERED:
            yield replace(reading.pieces[-1], place=reading.place)


def _in_words(edition: Edition, sighting: Sighting) -> Sighting:
    if sighting.turn_deg is None and not sighting.family:
        return sighting
    turns = round((sighting.turn_deg or 0.0) / _QUARTER_DEG)
    kind = None if sighting.kind is None else _lines(edition, sighting.kind, turns)
    kinds = tuple((_lines(edition, name, turns), share) for name, share in sighting.kinds)
    return replace(sighting, kind=kind, kinds=kinds)


def _lines(edition: Edition, kind: str, turns: int) -> str:
    """`branch NE SE` for a kind of branch so far turned; anything else stays as it is."""
    number = edition.branch_index.get(kind.removeprefix(_BRANCH), NOTHING)
    if not kind.startswith(_BRANCH) or number == NOTHING:
        return kind
    return _BRANCH + " ".join(line_names(turned(edition.branches[number].lines, turns)))
