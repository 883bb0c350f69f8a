"""Setting up: who begins, and the first state (STAR-SET-1 to 4).

Which tiles were removed unseen nobody knows, and the order of the deck shows itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.contract import Note, RulingValue, SetupError
from companion.games.refusals import Value, refusal
from companion.games.shapes import setup_as
from companion.games.starfall.edition import Edition
from companion.games.starfall.pieces import EMPTY, SEATS, UNKNOWN, UNKNOWN_TEXT, Phase
from companion.games.starfall.rulings import read_rulings
from companion.games.starfall.state import Player, StarfallState, Table


class SetupDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table decided before the first turn; a missing part is assumed and said so."""

    first: str | None = None  # the seat that begins


def set_up(
    edition: Edition,
    seats: Sequence[str],
    rulings: Mapping[str, RulingValue],
    setup: Mapping[str, Any],
) -> tuple[StarfallState, tuple[Note, ...]]:
    """The first state and notes about what was assumed.  Raises SetupError."""
    settings = read_rulings(rulings)
    count = _check_seats(edition, seats)
    doc = setup_as(SetupDoc, setup, "setup")
    notes: list[Note] = []
    start = tuple(piece.start for piece in edition.pieces)
    state = StarfallState(
        table=Table(edition, settings, count),
        phase=Phase.TURNS,
        turn=_first(doc, seats, notes),
        track=(EMPTY,) * len(edition.numbers),
        deck=edition.in_play(count),
        gone=(),
        players=tuple(Player((), start) for _ in seats),
    )
    return state, tuple(notes)


def _check_seats(edition: Edition, seats: Sequence[str]) -> int:
    if len(seats) not in edition.players:
        values: dict[str, Value] = {
            "allowed": tuple(map(str, edition.players)),
            "count": str(len(seats)),
        }
        raise SetupError(refusal("players", edition=edition.name, **values))
    if list(seats) != list(SEATS[: len(seats)]):
        raise SetupError(f"players: seats are named {', '.join(SEATS)} in this order, not {seats}")
    return len(seats)


def _first(doc: SetupDoc, seats: Sequence[str], notes: list[Note]) -> int:
    if doc.first is None:
        notes.append(Note("note.first", {"seat": seats[0]}))
        return 0
    return seat_number(doc.first, seats, "setup.first")


def seat_number(name: str, seats: Sequence[str], key: str) -> int:
    """The number of a seat; raises SetupError when nobody sits there."""
    if name not in seats:
        raise SetupError(f"{key}: nobody sits at {name!r}; seats are {', '.join(seats)}")
    return list(seats).index(name)


def check_seat_keys(given: Iterable[str], seats: Sequence[str], key: str) -> None:
    """Raises SetupError for a seat at which nobody sits."""
    for seat in given:
        if seat not in seats:
            raise SetupError(f"{key}.{seat}: nobody sits there; seats are {', '.join(seats)}")


def tile_number(edition: Edition, name: str, key: str) -> int:
    """A tile's number, also for `?`.  Raises SetupError."""
    if name == UNKNOWN_TEXT:
        return UNKNOWN
    if name not in edition.tile_index:
        first, last = edition.tiles[0].name, edition.tiles[-1].name
        raise SetupError(
            f"{key}: there is no tile {name!r}; there are {first} to {last}, or {UNKNOWN_TEXT} "
            "for one that nobody noted"
        )
    return edition.tile_index[name]
