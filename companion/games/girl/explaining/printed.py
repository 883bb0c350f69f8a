"""What readers say of the printed boards, in the words of `features`.

A reader knows pieces by what is printed on them and how far they are turned, and lists every
piece of a place; boards are known by their printed names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.flow import Observation, PlaceReading, PlaceStatus, Sighting
from companion.games.girl.art.families import BACK
from companion.games.girl.art.names import VILLAGE, beside, early_bird
from companion.games.girl.explaining.features import normal
from companion.games.girl.pieces import SEATS, SIDES
from companion.games.girl.state import GirlState

_SIXTH_DEG = 360.0 / SIDES
_PLAYER_BOARD = re.compile(r"player board ([1-9])\Z", re.ASCII)
_BOARDS = {"main board": "main", "night sky board": "sky", "score board": "score"}
_COUNTED = ("food", "stardust")
_FAMILIES = {
    "player": ("star", "stardust"),
    "main": ("crystal", "food", "villager"),
    "sky": ("girl", "elder", "villager"),
    "score": ("marker",),
}


def in_words(state: GirlState, observation: Observation) -> Observation:
    """The observation with this game's names of the board, its places and pieces."""
    board = board_name(observation.board)
    if not observation.places:
        return replace(observation, board=board)
    kind = board.split(" ")[0]
    moved = _sites(state) if kind == "main" else {}
    known = set(state.table.edition.paths.names) | {VILLAGE, *state.table.edition.site_index}
    sightings: list[Sighting] = []
    covered = list(observation.covered)
    for reading in observation.places:
        place = moved.get(reading.place, reading.place)
        if kind == "main" and place not in known:
            continue
        if reading.status is PlaceStatus.COVERED:
            covered.append((place, reading.why))
        else:
            sightings += _seen(state, kind, place, reading)
    return replace(
        observation, board=board, sightings=tuple(sightings), covered=tuple(covered), places=()
    )


def board_name(name: str) -> str:
    """`player A` for `Player board 1`, `main` for `Main board`; other names as they are."""
    found = _PLAYER_BOARD.match(name.casefold())
    if found and int(found[1]) <= len(SEATS):
        return f"player {SEATS[int(found[1]) - 1]}"
    return _BOARDS.get(name.casefold(), name)


def _sites(state: GirlState) -> dict[str, str]:
    """The places of Villagers, each with its foraging space."""
    names = state.table.edition.site_index
    return {place(name): name for name in names for place in (early_bird, beside)}


def _seen(state: GirlState, board: str, place: str, reading: PlaceReading) -> Iterator[Sighting]:
    """The pieces that tell something; alike ones that are counted are one sighting."""
    telling = [piece for piece in reading.pieces if piece.family in _FAMILIES.get(board, ())]
    for family in _COUNTED:
        alike = [piece for piece in telling if piece.family == family]
        if alike:
            yield _counted(alike, place, family)
    for piece in telling:
        if piece.family not in _COUNTED:
            kind = None if piece.kind is None else _kind(state, piece, piece.kind)
            kinds = tuple((_kind(state, piece, name), share) for name, share in piece.kinds)
            yield replace(piece, place=place, kind=kind, kinds=kinds)


def _counted(alike: list[Sighting], place: str, family: str) -> Sighting:
    """So many of one family, as sure as the least sure of them."""
    kind = family if len(alike) == 1 else f"{family} x{len(alike)}"
    share = min(sum(share for _, share in piece.kinds) for piece in alike)
    sure = all(piece.kind is not None for piece in alike)
    return replace(alike[0], place=place, kind=kind if sure else None, kinds=((kind, share),))


def _kind(state: GirlState, piece: Sighting, kind: str) -> str:
    """`T01 r2 front` or `back r1` for a star tile; anything else as it is."""
    if piece.family != "star":
        return kind
    turns = round((piece.turn_deg or 0.0) / _SIXTH_DEG) % SIDES
    return normal(
        state.table.edition, f"back r{turns}" if kind == BACK else f"{kind} r{turns} front"
    )
