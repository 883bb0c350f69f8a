"""The record document: its shape, reading it from text, and its JSON Schema.

A record is forgiven what can be forgiven: other spellings of players and moves are understood,
a text that breaks off is read up to there, a move entry that is no text is reported and
skipped.  What the replay can't start without is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec

from companion.flow import Sentence
from companion.games.contract import AnyGame, Note, ShowsMoves
from companion.games.refusals import refusal
from companion.games.shapes import complaint
from companion.records.parsing import parse
from companion.records.players import PlayerName, RecordError, aliases_of, read_players
from companion.records.teaching import damaged_move, example_move, right_form
from companion.records.words import said

__all__ = ["FORMAT", "Record", "RecordError", "read_record", "record_schema", "write_record"]

FORMAT: Literal["companion-record-1"] = "companion-record-1"
FREE_PARTS = frozenset({"$schema", "title", "date", "place", "note", "notes", "comment"})


class PlayerEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player; without `seat` the first sits at A, the second at B."""

    name: str = ""
    colour: str = ""
    seat: str = ""


class MoveEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move with a note of the table's own; `player` may stand here instead of in the text."""

    move: str
    note: str = ""
    player: str = ""


class RecordDoc(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A record as it is written; `setup` and `position` have the game's own shape."""

    game: str
    players: list[str | PlayerEntry]
    moves: list[str | MoveEntry]
    format: Literal["companion-record-1"] = FORMAT
    edition: str | None = None
    rulings: dict[str, bool | int | str] = {}
    setup: dict[str, Any] | None = None
    position: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read, and notes about damage and unknown parts that were passed over.

    `moves` keeps an entry for every place of the list; None where it was a remark or no text.
    `aliases` are names and colours of players with their seats.
    """

    game: str
    edition: str | None
    players: tuple[str, ...]
    rulings: Mapping[str, bool | int | str]
    setup: Mapping[str, Any]
    position: Mapping[str, Any] | None
    moves: tuple[str | None, ...]
    damage: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    colours: tuple[str, ...] = ()

    @property
    def aliases(self) -> Mapping[str, str]:
        """What else the seats may be called in moves."""
        colours = self.colours or ("",) * len(self.players)
        pairs = zip(self.players, colours, strict=True)
        return aliases_of([PlayerName(name, colour) for name, colour in pairs])


def read_record(data: bytes, where: str) -> Record:
    """Read a record; raises RecordError with one sentence when there is nothing to replay."""
    document, damage = parse(data, where)
    try:
        return _read(document, damage)
    except RecordError as error:
        why = error.sentence
        if damage:
            why = refusal("and_also", why=why, also=said(damage[0]))
        raise RecordError(refusal("in_file", where=where, why=why)) from error


def _read(document: Any, damage: list[Note]) -> Record:
    if not isinstance(document, dict):
        raise RecordError(refusal("no_record"))
    moves, more = _moves(document)
    unknown, notes = _unknown(document)
    kept = {key: value for key, value in document.items() if key in RecordDoc.__struct_fields__}
    players = read_players(kept.get("players"))
    kept = {**kept, "players": [], "moves": []}
    try:
        doc = msgspec.convert(kept, RecordDoc)
    except msgspec.ValidationError as error:
        raise RecordError(_taught(error, kept)) from error
    colours = tuple(player.colour for player in players)
    return Record(
        doc.game,
        doc.edition,
        tuple(player.name for player in players),
        doc.rulings,
        doc.setup or {},
        doc.position,
        moves,
        tuple(damage + more + unknown),
        tuple(notes),
        colours if any(colours) else (),
    )


_TAUGHT = ("game", "edition", "rulings", "setup", "position")


def _taught(error: msgspec.ValidationError, document: Mapping[str, Any]) -> Sentence:
    """The complaint, with the right form of the part that it is about."""
    why = complaint(error, document, RecordDoc)
    for name in _TAUGHT:
        if f"`{name}`" in str(error) or f"`$.{name}" in str(error):
            return refusal("write_like", why=why, form=right_form(name, document))
    return why


def write_record(record: Record) -> bytes:
    """The canonical JSON text of a record; reads back equal (but for damage and notes)."""
    players: list[str | PlayerEntry] = list(record.players)
    if record.colours:
        pairs = zip(record.players, record.colours, strict=True)
        players = [PlayerEntry(name, colour) for name, colour in pairs]
    doc = RecordDoc(
        game=record.game,
        edition=record.edition,
        players=players,
        rulings=dict(record.rulings),
        setup=dict(record.setup) or None,
        position=None if record.position is None else dict(record.position),
        moves=[move for move in record.moves if move is not None],
    )
    plain = {"format": FORMAT, **msgspec.to_builtins(doc)}
    return json.dumps(plain, ensure_ascii=False, indent=1).encode() + b"\n"


def _unknown(document: Mapping[str, Any]) -> tuple[list[Note], list[Note]]:
    """Notes about parts that are misspelt (damage), and about parts that tell us nothing."""
    known = RecordDoc.__struct_fields__
    damage, notes = [], []
    for name in sorted(set(document) - set(known) - FREE_PARTS):
        near = get_close_matches(name.casefold(), known, 1)
        if near:
            damage.append(Note("damage.misspelt", {"name": name, "near": near[0]}))
        else:
            notes.append(Note("note.unknown", {"name": name}))
    return damage, notes


def _moves(document: Mapping[str, Any]) -> tuple[tuple[str | None, ...], list[Note]]:
    entries = document.get("moves")
    if isinstance(entries, str):
        entries = [line for line in entries.splitlines() if line.strip()]
    if not isinstance(entries, list):
        example = example_move(document)
        if not example:
            raise RecordError(refusal("no_moves"))
        raise RecordError(refusal("no_moves_like", example=json.dumps([example])))
    moves = [_move(entry) for entry in entries]
    damage = [
        damaged_move(number, document) for number, move in enumerate(moves, 1) if move is None
    ]
    return tuple(None if move is None or _is_remark(move) else move for move in moves), damage


def _is_remark(text: str) -> bool:
    """Whether a line of `moves` is empty or a remark of the table's own."""
    return not text.strip() or text.lstrip().startswith(("#", "//"))


def _move(entry: Any) -> str | None:
    """The text of an entry, with the player in front when only the entry says who it was."""
    if isinstance(entry, str):
        return entry
    if not isinstance(entry, dict) or not isinstance(entry.get("move"), str):
        return None
    player = entry.get("player", entry.get("seat", ""))
    text: str = entry["move"]
    words = text.split()
    if not isinstance(player, str) or not player or player.casefold() in map(str.casefold, words):
        return text
    return f"{player}: {text}"


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
    examples = list(game.move_examples.values()) if isinstance(game, ShowsMoves) else []
    said = msgspec.Meta(
        description="the moves in order; each line in words, or an object with it under `move`",
        examples=[examples] if examples else None,
    )
    seats = msgspec.Meta(
        description="names in seat order: the first sits at seat A, the second at B",
        examples=[["Ann", "Ben"]],
    )
    fields: list[Any] = [
        ("game", name),
        ("players", Annotated[list[str | PlayerEntry], seats]),
        ("moves", Annotated[list[str | MoveEntry], said]),
        ("format", Literal["companion-record-1"], FORMAT),
        ("edition", str | None, None),
        ("rulings", dict[str, bool | int | str], msgspec.field(default_factory=dict)),
        ("setup", game.setup_type | None, None),
        ("position", game.position_type | None, None),
    ]
    return msgspec.defstruct(f"{game.name.capitalize()}Record", fields)
