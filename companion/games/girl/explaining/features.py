"""What a state looks like: what lies where, in the words that sightings use.

- `player A`: place `3,3`; kinds `T01 r2 front`, `back r1`, `stardust` (one each, or
  `stardust x2`).  `vacant`, `bonus ...` and `crystal ...` are seen but tell nothing new.
- `main`: places are path spaces (kind a colour), sites (`villager A`, `food`, `food x3`) and
  `village` (`villager A`).
- `sky`: places `sky4`; kinds `girl`, `elder A`, `villager A`.
- `score`: places are numbers of the score track; kind `marker A`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from companion.games.girl.edition import Edition
from companion.games.girl.hexes import cell_text, turned
from companion.games.girl.pieces import COLOURS, SEATS, SIDES, UNKNOWN_TILE
from companion.games.girl.state import STARDUST, TILE, GirlState, seat_name

Feature = tuple[str, str]  # place, kind
_TILE_KIND = re.compile(
    r"(?:(?P<name>[A-Za-z][A-Za-z0-9]{0,11}) r(?P<front>[0-5]) front|back r(?P<back>[0-5]))\Z"
)
SCORE_SPACES = 100  # marker laps are counted by the software


@dataclass(frozen=True, slots=True)
class BoardName:
    """Which board is looked at; `seat` is its owner for a player board, else -1."""

    name: str
    seat: int = -1


def board_of(state: GirlState, name: str) -> BoardName | None:
    """The board of an observation, or None when there is no such board in this game."""
    if name in ("main", "sky", "score"):
        return BoardName(name)
    kind, _, seat = name.partition(" ")
    if kind == "player" and seat in SEATS[: state.table.seats]:
        return BoardName("player", SEATS.index(seat))
    return None


def tells_nothing(kind: str) -> bool:
    """Whether a kind of sighting says nothing about moves."""
    return kind == "vacant" or kind.split(" ")[0] in ("bonus", "crystal")


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A star tile as a kind of sighting says it; `name` is empty for a back."""

    name: str
    turns: int


def seen_tile(kind: str) -> SeenTile | None:
    """Read `T01 r2 front` or `back r1`; None for anything else."""
    found = _TILE_KIND.match(kind)
    if found is None:
        return None
    return SeenTile(found["name"] or "", int(found["front"] or found["back"]))


def normal(edition: Edition, kind: str) -> str:
    """The kind with the least of its equal turns, so that symmetric tiles compare equal."""
    tile = seen_tile(kind)
    if tile is None:
        return kind
    if not tile.name:
        return f"back r{_least_turn(edition.back, tile.turns)}"
    if tile.name not in edition.tile_index:
        return kind
    lines = edition.tiles[edition.tile_index[tile.name]].lines
    return f"{tile.name} r{_least_turn(lines, tile.turns)} front"


def _least_turn(lines: int, turns: int) -> int:
    mask = turned(lines, turns)
    return next(n for n in range(SIDES) if turned(lines, n) == mask)


def features_of(state: GirlState, board: BoardName) -> Counter[Feature]:
    """Everything that lies on a board."""
    if board.name == "player":
        return _player(state, board.seat)
    if board.name == "main":
        return _main(state)
    if board.name == "sky":
        return _sky(state)
    scores = (player.score % SCORE_SPACES for player in state.players)
    return Counter((str(score), f"marker {seat_name(seat)}") for seat, score in enumerate(scores))


def tile_feature(edition: Edition, tile: int, side: int) -> str:
    """The kind a lying tile is seen as."""
    if side >= SIDES:
        return normal(edition, f"back r{side - SIDES}")
    name = edition.tiles[tile].name if tile >= 0 else UNKNOWN_TILE
    return normal(edition, f"{name} r{side} front")


def _player(state: GirlState, seat: int) -> Counter[Feature]:
    board, cells = state.players[seat].board, state.table.edition.field.cells
    found: Counter[Feature] = Counter()
    for cell, kind in enumerate(board.kind):
        if kind == TILE:
            what = tile_feature(state.table.edition, board.tile[cell] - 2, board.side[cell])
            found[cell_text(cells[cell]), what] = 1
        elif kind == STARDUST:
            found[cell_text(cells[cell]), "stardust"] = board.lines[cell]
    return found


def _main(state: GirlState) -> Counter[Feature]:
    edition = state.table.edition
    found: Counter[Feature] = Counter()
    for name, lit in zip(edition.paths.names, state.paths, strict=True):
        if lit:
            found[name, COLOURS[lit - 1]] = 1
    for site, lying in zip(edition.sites, state.sites, strict=True):
        if lying.left:
            found[site.name, "food"] = lying.left
        if lying.cover >= 0:
            found[site.name, f"villager {seat_name(lying.cover)}"] += 1
        for seat, count in enumerate(lying.beside):
            if count:
                found[site.name, f"villager {seat_name(seat)}"] += count
    for seat, count in enumerate(state.village):
        if count:
            found["village", f"villager {seat_name(seat)}"] = count
    return found


def _sky(state: GirlState) -> Counter[Feature]:
    track = state.track
    found: Counter[Feature] = Counter({(f"sky{track.girl}", "girl"): 1})
    for seat, space in enumerate(track.elders):
        found[f"sky{space}", f"elder {seat_name(seat)}"] = 1
    for space, seat in track.villagers:
        found[f"sky{space}", f"villager {seat_name(seat)}"] = 1
    return found
