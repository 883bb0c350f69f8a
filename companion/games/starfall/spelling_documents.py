"""Setups and positions as people write them, with canonical names.

What is not understood stays as it is, and reading it then says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.starfall.edition import Edition
from companion.games.starfall.pieces import SEATS
from companion.games.starfall.spelling import Words, fold, folded, piece_words, tile_words

Part = Callable[[Any], Any]

_SETUP_WORDS = {
    **{"firstplayer": "first", "startplayer": "first", "startingplayer": "first"},
    "starter": "first",
}
_POSITION_WORDS = {
    **{"current": "turn", "active": "turn", "toact": "turn", "track": "board"},
    **{"stargazer": "board", "stargazerboard": "board", "drawpile": "deck"},
    **{"discarded": "gone", "discards": "gone", "discard": "gone", "removed": "gone"},
}
_PLAYER_WORDS = {
    **{"pile": "tiles", "skytiles": "tiles", "discovered": "tiles"},
    **{"pieces": "stardust", "dust": "stardust", "stardustpieces": "stardust"},
}


def respell_documents(
    edition: Edition,
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
    aliases: Mapping[str, str],
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """Setup and position with canonical names, as far as they are understood."""
    seats = {
        **folded(SEATS),
        **{f"player{seat.casefold()}": seat for seat in SEATS},
        **{fold(alias): seat for alias, seat in aliases.items()},
    }
    said = _parts({"first": _in(seats)}, _SETUP_WORDS)(setup)
    return said, None if position is None else _position(edition, seats)(position)


def _position(edition: Edition, seats: Words) -> Part:
    tile, tiles = _in(tile_words(edition)), _each(_in(tile_words(edition)))
    pieces = _keyed(piece_words(edition), lambda count: count)
    player = _parts({"tiles": tiles, "stardust": pieces}, _PLAYER_WORDS)
    parts = {
        "turn": _in(seats),
        "board": _board(tile, frozenset(tile_words(edition))),
        "gone": tiles,
        "players": _keyed(seats, player),
    }
    return _parts(parts, _POSITION_WORDS)


def _board(tile: Part, known: frozenset[str]) -> Part:
    """Number to tile; also written from tile to number, and with numbers instead of texts."""

    def apply(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        turned = value and all(fold(str(key)) in known for key in value)
        pairs = [(one, key) if turned else (key, one) for key, one in value.items()]
        said = {str(number).strip(): tile(name) for number, name in pairs}
        return said if len(said) == len(value) else value

    return apply


def _in(names: Words) -> Part:
    return lambda value: names.get(fold(value), value) if isinstance(value, str) else value


def _each(part: Part) -> Part:
    return lambda value: [part(one) for one in value] if isinstance(value, list) else value


def _keyed(names: Words, part: Part) -> Part:
    """A table whose keys are names; left alone when two of them would be the same."""

    def apply(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        said = {names.get(fold(str(key)), key): part(one) for key, one in value.items()}
        return said if len(said) == len(value) else value

    return apply


def _parts(parts: Mapping[str, Part], words: Words) -> Part:
    """A table of parts; its keys may be written in other ways, too."""

    def apply(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        said = {}
        for key, one in value.items():
            name = words.get(fold(str(key)), str(key))
            name = name if name not in value or name == key else str(key)
            said[name] = parts[name](one) if name in parts else one
        return said

    return apply
