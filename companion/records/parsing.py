"""Reads JSON that may be damaged, as far as it goes, and says what was damaged where."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

from companion.games.contract import Note
from companion.games.refusals import refusal
from companion.records.mending import mend, without_loose_commas
from companion.records.players import RecordError

MOST_BYTES = 20_000_000
_MOST_REPAIRS = 20
# an escape: two halves that make a letter, a half alone, or anything else
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def parse(data: bytes, where: str) -> tuple[Any, list[Note]]:
    """The JSON value and what was damaged; raises RecordError when nothing can be read."""
    if len(data) > MOST_BYTES:
        why = refusal("too_large", most_mb=str(MOST_BYTES // 1_000_000))
        raise RecordError(refusal("in_file", where=where, why=why))
    text, damage = _decoded(data)
    text, halves = _whole_letters(text)
    damage += halves
    try:
        return json.loads(text), damage
    except (RecursionError, ValueError) as error:
        first = error
    if not isinstance(first, json.JSONDecodeError):
        why = refusal("too_deep")
        raise RecordError(refusal("in_file", where=where, why=why)) from first
    try:
        return json.loads(without_loose_commas(text)), damage
    except (RecursionError, ValueError):
        pass
    value, notes = _repaired(text)
    if value is None:
        value, notes = _broken_off(text, first, where)
    return value, damage + notes


def _decoded(data: bytes) -> tuple[str, list[Note]]:
    if data.startswith(_UTF16):
        return data.decode("utf-16", errors="replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        text = data.decode("utf-8-sig", errors="replace")
        return text, [Note("damage.utf8", {"byte": error.start})]


def _whole_letters(text: str) -> tuple[str, list[Note]]:
    """The text without escapes that are half a letter, which nothing could print again."""
    lines: list[int] = []

    def mended(found: re.Match[str]) -> str:
        if found.lastgroup != "half":
            return found[0]
        lines.append(text.count("\n", 0, found.start()) + 1 if not lines else 0)
        return "\\ufffd"

    text = _ESCAPE.sub(mended, text)
    return text, [Note("damage.half", {"line": lines[0], "count": len(lines)})] if lines else []


def _at(error: json.JSONDecodeError) -> dict[str, Any]:
    return {"line": error.lineno, "column": error.colno, "why": error.msg}


def _repaired(text: str) -> tuple[Any, list[Note]]:
    """The value with missing commas put in and damaged lines left out, or None.

    Only a line in the middle is left out, whole; so a text that breaks off is no case for it.
    """
    notes: list[Note] = []
    for _ in range(_MOST_REPAIRS):
        try:
            return json.loads(without_loose_commas(text)), notes
        except json.JSONDecodeError as error:
            # loose commas became blanks, so places are the same in both texts
            place, at = error.pos, _at(error)
        except (RecursionError, ValueError):
            return None, []
        if place >= len(text.rstrip()):
            return None, []
        if "',' delimiter" in at["why"] and text[place] in '"{[' and _fresh(text, place):
            text = f"{text[:place]},{text[place:]}"
            notes.append(Note("damage.comma", at))
            continue
        begin = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        if begin == 0 or end < 0:
            return None, []
        # blanks keep every other line and column where it was
        text = text[:begin] + " " * (end - begin) + text[end:]
        notes.append(Note("damage.line", at))
    return None, []


def _fresh(text: str, place: int) -> bool:
    """Whether a new element begins here: nothing but blanks stands before it on its line."""
    return re.search(r"(?:\A|\n)[ \t]*\Z", text[:place]) is not None


def _broken_off(text: str, error: json.JSONDecodeError, where: str) -> tuple[Any, list[Note]]:
    note = Note("damage.json", _at(error))
    try:
        return json.loads(mend(text[: error.pos])), [note]
    except (RecursionError, ValueError) as again:
        place = {"line": str(error.lineno), "column": str(error.colno)}
        why = refusal("not_json", **place)
        raise RecordError(refusal("in_file", where=where, why=why)) from again
