"""The record document: its shape, reading it from text, and its JSON Schema.

A record is forgiven what can be forgiven: a text that breaks off is read up to there, a move
entry that is no text is reported and skipped.  What the replay can't start without is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from companion.errors import InputError
from companion.games.contract import AnyGame
from companion.records.mending import mend

FORMAT: Literal["companion-record-1"] = "companion-record-1"
MOST_BYTES = 20_000_000


class RecordError(InputError):
    """A text that is no game record; says what is missing and where."""


class PlayerEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player, in seat order: the first sits at A."""

    name: str = ""
    colour: str = ""


class MoveEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move with a note of the table's own."""

    move: str
    note: str = ""


class RecordDoc(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A record as it is written; `setup` and `position` have the game's own shape."""

    game: str
    players: list[str | PlayerEntry]
    moves: list[str | MoveEntry]
    format: Literal["companion-record-1"] = FORMAT
    edition: str | None = None
    rulings: dict[str, bool | int | str] = {}
    setup: dict[str, Any] = {}
    position: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: the document, and sentences about damage that was passed over.

    `moves` keeps an entry for every place of the list; None where it was no text.
    """

    game: str
    edition: str | None
    players: tuple[str, ...]
    rulings: Mapping[str, bool | int | str]
    setup: Mapping[str, Any]
    position: Mapping[str, Any] | None
    moves: tuple[str | None, ...]
    damage: tuple[str, ...] = ()


def read_record(data: bytes, where: str) -> Record:
    """Read a record; raises RecordError with one sentence when there is nothing to replay."""
    document, damage = _parse(data, where)
    if not isinstance(document, dict):
        raise RecordError(f"{where}: a record is a JSON object with game, players and moves")
    moves, more = _moves(document.get("moves"), where)
    fields = {key: value for key, value in document.items() if key != "moves"}
    unknown = sorted(set(fields) - set(RecordDoc.__struct_fields__))
    damage += [f"{name!r} is not part of a record and was passed over." for name in unknown]
    try:
        doc = msgspec.convert({**fields, "moves": []}, RecordDoc)
    except msgspec.ValidationError as error:
        raise RecordError(f"{where}: {error}") from error
    names = tuple(p if isinstance(p, str) else p.name for p in doc.players)
    return Record(
        doc.game,
        doc.edition,
        names,
        doc.rulings,
        doc.setup,
        doc.position,
        moves,
        tuple(damage + more),
    )


def write_record(record: Record) -> bytes:
    """The canonical JSON text of a record; reads back equal (but for the list of damage)."""
    doc = RecordDoc(
        game=record.game,
        edition=record.edition,
        players=list(record.players),
        rulings=dict(record.rulings),
        setup=dict(record.setup),
        position=None if record.position is None else dict(record.position),
        moves=[move for move in record.moves if move is not None],
    )
    plain = {"format": FORMAT, **msgspec.to_builtins(doc)}
    return json.dumps(plain, ensure_ascii=False, indent=1).encode() + b"\n"


def _parse(data: bytes, where: str) -> tuple[Any, list[str]]:
    if len(data) > MOST_BYTES:
        raise RecordError(f"{where}: larger than {MOST_BYTES // 1_000_000} MB, so no game record")
    damage: list[str] = []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data[: error.start].decode("utf-8-sig")
        damage.append(f"The file is not UTF-8 text from byte {error.start} on.")
    try:
        return json.loads(text), damage
    except json.JSONDecodeError as error:
        mended = mend(text[: error.pos])
        at = f"line {error.lineno}, column {error.colno}"
        damage.append(f"The JSON is damaged at {at} ({error.msg}); what follows was not read.")
    except (RecursionError, ValueError) as error:
        raise RecordError(f"{where}: is not a record: {error}") from error
    try:
        return json.loads(mended), damage
    except (RecursionError, ValueError) as error:
        raise RecordError(f"{where}: is not JSON: {damage[-1]}") from error


def _moves(entries: Any, where: str) -> tuple[tuple[str | None, ...], list[str]]:
    if not isinstance(entries, list):
        raise RecordError(f"{where}: moves is missing; it is a list of texts")
    moves: list[str | None] = []
    damage = []
    for number, entry in enumerate(entries, 1):
        text = entry.get("move") if isinstance(entry, dict) else entry
        if isinstance(text, str):
            moves.append(text)
        else:
            moves.append(None)
            damage.append(f"Move {number} is not a text and was passed over.")
    return tuple(moves), damage


def record_schema(games: Iterable[AnyGame]) -> dict[str, Any]:
    """The JSON Schema of a record, with the setup and position of every game."""
    types = [_record_type(game) for game in games]
    refs, defs = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game record of the tabletop companion",
        "anyOf": list(refs),
        "$defs": defs,
    }


def _record_type(game: AnyGame) -> type:
    name = Annotated[str, msgspec.Meta(pattern=f"^{game.name}$")]
    fields: list[Any] = [
        ("game", name),
        ("players", list[str | PlayerEntry]),
        ("moves", list[str | MoveEntry]),
        ("format", Literal["companion-record-1"], FORMAT),
        ("edition", str | None, None),
        ("rulings", dict[str, bool | int | str], msgspec.field(default_factory=dict)),
        ("setup", game.setup_type | None, None),
        ("position", game.position_type | None, None),
    ]
    return msgspec.defstruct(f"{game.name.capitalize()}Record", fields)
