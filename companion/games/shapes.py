"""What is wrong with the shape of a document, in our words instead of the decoder's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from companion.flow import Sentence
from companion.games.contract import EditionError, SetupError
from companion.games.refusals import refusal

_KINDS: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object in braces",
    "null": "null",
}
_BOUNDS = {
    r"Expected `(?:int|float)` >=? (\S+)": "least",
    r"Expected `(?:int|float)` <=? (\S+)": "most",
    r"Expected `(?:array|object)` of (?:length >=|at least length) (\d+).*": "too_short",
    r"Expected `(?:array|object)` of (?:length <=|at most length) (\d+).*": "too_long",
}
Kind = TypeVar("Kind", bound=msgspec.Struct)
_ANY = "[...]"  # how the decoder writes the name of an entry that may have any name
_LONGEST = 60


def setup_as(
    kind: type[Kind],
    document: Mapping[str, Any],
    root: str,
    choices: Mapping[str, Iterable[str]] | None = None,
) -> Kind:
    """What a record says of a setup or position, in its shape; `choices` as in `complaint`.

    Raises SetupError saying what is wrong and where, with `root` before the key.
    """
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise SetupError(complaint(error, document, kind, root, choices)) from error


def edition_as(kind: type[Kind], document: Mapping[str, Any], where: str) -> Kind:
    """A parsed edition file in its shape; `where` names it.  Raises EditionError."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        wrong = refusal("in_file", where=where, why=complaint(error, document, kind))
        raise EditionError(wrong) from error


def complaint(
    error: msgspec.ValidationError,
    document: Any,
    kind: Any,
    root: str = "",
    choices: Mapping[str, Iterable[str]] | None = None,
) -> Sentence:
    """What is wrong with a document that is no `kind`, and where, with `root` before the key.

    `choices` are the texts that may stand under a key (without `root`).
    """
    what, path = _split(error)
    inner = _named(str(error), path, document, kind)
    key = ".".join(part for part in (root, inner) if part) or "the document"
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return refusal("missing", key=_under(key, found[1]))
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what, re.DOTALL):
        wrong = _under(key, _short(found[1]))
        if not inner and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return refusal("unknown_part", key=wrong, parts=kind.__struct_encode_fields__)
        return refusal("unknown", key=wrong)
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", what, re.DOTALL):
        allowed = tuple((choices or {}).get(inner, ()))
        if allowed:
            return refusal("choice", key=key, value=_short(found[1]), allowed=allowed)
        return refusal("value", key=key, value=_short(found[1]))
    return _wrong_value(what, key)


def _wrong_value(what: str, key: str) -> Sentence:
    if found := re.fullmatch(r"Expected `array` of length (\d+)(?: to \d+)?, got (\d+)", what):
        return refusal("length", key=key, bound=found[1], count=found[2])
    for pattern, name in _BOUNDS.items():
        if found := re.fullmatch(pattern, what):
            return refusal(name, key=key, bound=found[1])
    if what.startswith("Expected `str` "):
        return refusal("text", key=key)
    if found := re.fullmatch(r"Expected `(.+)`, got `(\w+)`", what):
        wanted = tuple(_KINDS.get(each, each) for each in found[1].split(" | "))
        got = _KINDS.get(found[2], found[2])
        if len(wanted) == 1:
            return refusal("kind", key=key, wanted=wanted[0], got=got)
        return refusal("kinds", key=key, wanted=wanted, got=got)
    return refusal("wrong", key=key)


def _split(error: msgspec.ValidationError) -> tuple[str, str]:
    """What the decoder says, and the path it says it of, "" for the whole document."""
    what, _, where = str(error).partition(" - at `")
    path = where.rpartition("`$")[2] if where.startswith("key` in `$") else where
    return what, path.rstrip("`").removeprefix("$").removeprefix(".")


def _named(text: str, path: str, document: Any, kind: Any) -> str:
    """The path with the names of the entries that the decoder leaves out."""
    while _ANY in path:
        before = path.partition(_ANY)[0]
        steps = re.findall(r"[^.\[\]]+", before)
        name = _guilty(text, document, steps, kind)
        if name is None:
            return path
        path = path.replace(_ANY, f".{_short(name)}", 1).removeprefix(".")
    return path


def _guilty(text: str, document: Any, steps: list[str], kind: Any) -> str | None:
    """The one entry of the table at `steps` by which alone the document is wrong like this."""
    table = document
    for step in steps:
        table = table[int(step)] if isinstance(table, list | tuple) else table[step]
    for name, value in table.items():
        try:
            msgspec.convert(_with(document, steps, {name: value}), kind)
        except msgspec.ValidationError as error:
            if str(error) == text:
                return str(name)
    return None


def _with(document: Any, steps: list[str], part: Any) -> Any:
    """The document with another part at `steps`."""
    if not steps:
        return part
    step, *rest = steps
    if isinstance(document, list | tuple):
        number = int(step)
        inner = _with(document[number], rest, part)
        return [*document[:number], inner, *document[number + 1 :]]
    return {**document, step: _with(document[step], rest, part)}


def _under(key: str, name: str) -> str:
    return name if key == "the document" else f"{key}.{name}"


def _short(text: str) -> str:
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
