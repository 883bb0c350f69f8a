"""The players of a record: names in the order of the seats, however they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from companion.games.refusals import Value, refusal

_KINDS = {str: "a text", bool: "true or false", list: "a list", dict: "an object in braces"}
SEAT_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class RecordError(InputError):
    """A text that is no game record; says what is missing and where."""


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player's name and colour; the colour may be "" ."""

    name: str
    colour: str = ""


def read_players(given: Any) -> tuple[PlayerName, ...]:
    """Players in the order of seats A, B, C; raises RecordError (without the file's name).

    Understands a list of names, a list of objects with name, colour and seat, an object from
    seat to name, and a number of players.  Names that are letters of seats mean those seats.
    """
    if type(given) is int and 0 < given <= len(SEAT_NAMES):
        return tuple(PlayerName(seat) for seat in SEAT_NAMES[:given])
    if isinstance(given, dict):
        given = [_with_seat(seat, player) for seat, player in given.items()]
    if not isinstance(given, list):
        raise RecordError(refusal("players_form", given=_shown(given)))
    if len(given) > len(SEAT_NAMES):
        raise RecordError(refusal("too_many_players", count=str(len(given))))
    entries = [_entry(number, player) for number, player in enumerate(given, 1)]
    return _by_seat(entries)


def _with_seat(seat: str, player: Any) -> dict[str, Any]:
    return {"seat": seat, **(player if isinstance(player, dict) else {"name": player})}


def _entry(number: int, player: Any) -> tuple[str, PlayerName]:
    """The seat, "" when none is said, and the name of one entry."""
    if isinstance(player, str):
        return "", PlayerName(player.strip())
    if not isinstance(player, dict):
        raise RecordError(refusal("player_form", number=str(number), given=_shown(player)))
    said = {str(key).casefold(): value for key, value in player.items()}
    name = said.get("name", "")
    colour = said.get("colour", said.get("color", ""))
    seat = said.get("seat", said.get("id", ""))
    for key, value in (("name", name), ("colour", colour), ("seat", seat)):
        if not isinstance(value, str):
            values = {"part": key, "number": str(number), "given": repr(value)}
            raise RecordError(refusal("player_part", **values))
    return seat.strip().upper(), PlayerName(name.strip(), colour.strip())


def _by_seat(entries: Sequence[tuple[str, PlayerName]]) -> tuple[PlayerName, ...]:
    for number, (_, player) in enumerate(entries, 1):
        if any("\ud800" <= letter <= "\udfff" for letter in player.name + player.colour):
            raise RecordError(refusal("player_letters", number=str(number)))
    seats = list(SEAT_NAMES[: len(entries)])
    said = [seat for seat, _ in entries]
    letters = [player.name.upper() for _, player in entries]
    if any(said):
        if sorted(said) != seats:
            values: dict[str, Value] = {"count": str(len(seats)), "seats": tuple(seats)}
            raise RecordError(refusal("player_seats", **values))
        order = said
    elif sorted(letters) == seats:
        order = letters  # whoever writes "C", "A", "B" means these seats
    else:
        order = seats
        for seat, letter in zip(seats, letters, strict=True):
            if letter in seats and letter != seat:
                raise RecordError(refusal("seat_as_name", letter=letter, seat=seat))
    placed = {seat: player for seat, (_, player) in zip(order, entries, strict=True)}
    return tuple(PlayerName(placed[seat].name or seat, placed[seat].colour) for seat in seats)


def aliases_of(players: Sequence[PlayerName]) -> Mapping[str, str]:
    """Names and colours that mean exactly one seat, other than the letters of seats."""
    found: dict[str, str] = {}
    twice = set()
    for seat, player in zip(SEAT_NAMES, players, strict=False):
        for alias in {player.name.casefold(), player.colour.casefold()} - {""}:
            twice |= {alias} & set(found)
            found[alias] = seat
    seats = {seat.casefold() for seat in SEAT_NAMES[: len(players)]}
    return {alias: seat for alias, seat in found.items() if alias not in twice | seats}


def _shown(value: Any) -> str:
    return "missing" if value is None else _KINDS.get(type(value), "a number")
