"""What pieces and places are called in a game's words, by the names that readers give them.

A game says it under `kind.<family>` and `place.<name>`.  Of a kind or place of several words the
narrower key is taken first: `kind.card.back` before `kind.card`, `place.pile` for `pile 3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Say = Callable[[str, str, Mapping[str, Any]], str]
_NUMBERED = re.compile(r"([a-z]+)(\d+)")
_NOBODY: Mapping[str, str] = {}


def piece_name(
    say: Say, family: str, kind: str, language: str, players: Mapping[str, str] = _NOBODY
) -> str:
    """A kind of piece, such as `star tile T31`; `players` are the players' names by seat."""
    rest = kind.removeprefix(family).strip()
    words = rest.split() or [""]
    values = {
        "kind": rest,
        "first": words[0],
        "last": words[-1],
        "seat": players.get(rest, rest),
    }
    keys = [f"kind.{family}.{words[-1]}", f"kind.{family}"]
    if numbered := _NUMBERED.fullmatch(rest):
        keys.insert(0, f"kind.{family}.{numbered[1]}")
        values["of"] = numbered[2]
    plain = kind if kind.startswith(family) else f"{family} {kind}"
    return _said(say, language, ((key, values) for key in keys), plain)


def place_name(say: Say, place: str, language: str) -> str:
    """A place of a board, such as `pile 3`; one that only has a number is called by it."""
    return _said(say, language, _place_keys(place), place)


def _place_keys(place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield f"place.{place}", {}
    first, _, rest = place.partition(" ")
    if rest:
        yield f"place.{rest}", {"of": first}
    head, _, last = place.rpartition(" ")
    if head:
        yield f"place.{head}", {"of": last}
    if numbered := _NUMBERED.fullmatch(place):
        yield f"place.{numbered[1]}", {"of": numbered[2]}


def _said(
    say: Say, language: str, keys: Iterator[tuple[str, Mapping[str, Any]]], otherwise: str
) -> str:
    found = ((key, say(key, language, values)) for key, values in keys)
    return next((text for key, text in found if text != key), otherwise)
