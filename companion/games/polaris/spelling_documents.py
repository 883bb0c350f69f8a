"""Setups and positions as people write them, with canonical names.

What is not understood stays as it is, and reading it then says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.polaris.edition import Edition
from companion.games.polaris.pieces import SEATS
from companion.games.polaris.spelling import Words, card_words, fold, folded, joined

Part = Callable[[Any], Any]

_SETUP_WORDS = {
    **{"firstplayer": "first", "startplayer": "first", "startingplayer": "first"},
    **{"newmoon": "new_moon", "newmoonsector": "new_moon", "frame": "new_moon"},
    **{"commongoals": "goals", "personalgoals": "personal"},
    **{"basicslots": "basic", "advancedslots": "advanced", "hand": "hands"},
}
_POSITION_WORDS = {
    **{"newmoon": "new_moon", "commongoals": "goals", "lastturns": "last_turns"},
    **{"current": "turn", "active": "turn", "dawntrack": "dawn", "neutralstars": "neutral"},
}
_PLAYER_WORDS = {
    **{"personal": "goal", "personalgoal": "goal", "cards": "hand", "points": "score"},
    **{"vp": "score", "tokens": "shooting_stars", "shootingstars": "shooting_stars"},
    "shooting": "shooting_stars",
}


def respell_documents(
    edition: Edition,
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
    aliases: Mapping[str, str],
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """Setup and position with canonical names, as far as they are understood."""
    spelling = _Spelling(edition, aliases)
    return spelling.setup(setup), None if position is None else spelling.position(position)


class _Spelling:
    """The words of one edition and one table's players."""

    def __init__(self, edition: Edition, aliases: Mapping[str, str]) -> None:
        self._seats = {
            **folded(SEATS),
            **{f"player{seat.casefold()}": seat for seat in SEATS},
            **{fold(alias): seat for alias, seat in aliases.items()},
        }
        self._card = _in(card_words(edition))
        self._goals = _each(_in(folded(edition.goal_index)))
        self._personal = _in(folded(edition.personal_index))
        self._space = _place(folded(edition.sky.names))

    def setup(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A setup document."""
        cards = _each(self._card)
        parts = {
            "first": _in(self._seats),
            "new_moon": _sector,
            "goals": self._goals,
            "personal": _keyed(self._seats, self._personal),
            "hands": _keyed(self._seats, cards),
            "basic": cards,
            "advanced": cards,
        }
        said: Mapping[str, Any] = _parts(parts, _SETUP_WORDS)(given)
        return said

    def position(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A position document."""
        seat, cards, spaces = _in(self._seats), _each(self._card), _each(self._space)
        player = {"hand": cards, "goal": self._personal, "stars": spaces}
        deck = _parts({"slots": cards, "discards": cards}, {"discard": "discards"})
        parts = {
            "turn": seat,
            "telescope": seat,
            "last_turns": _each(seat),
            "new_moon": _sector,
            "goals": self._goals,
            "players": _keyed(self._seats, _parts(player, _PLAYER_WORDS)),
            "neutral": spaces,
            "lines": _each(self._space),
            "dawn": cards,
            "basic": deck,
            "advanced": deck,
        }
        said: Mapping[str, Any] = _parts(parts, _POSITION_WORDS)(given)
        return said


def _in(names: Words) -> Part:
    return lambda value: names.get(fold(value), value) if isinstance(value, str) else value


def _sector(value: Any) -> Any:
    """`sector 2` and `"2"` are 2."""
    found = re.fullmatch(r"(?:sector)?(\d{1,2})", fold(value)) if isinstance(value, str) else None
    return int(found[1]) if found else value


def _place(names: Words) -> Part:
    """A space or a line: `(2, 1)`, `[2, 1]`, `2,1 - 2,2`, `["2,1", "2,2"]`."""

    def apply(value: Any) -> Any:
        if isinstance(value, list) and len(value) == 2:
            numbers = all(type(one) is int for one in value)
            value = (",", "-")[not numbers].join(map(str, map(apply, value)))
        if not isinstance(value, str):
            return value
        ends = joined(value).strip().split("-")
        return "-".join(names.get(fold(end), end) for end in ends)

    return apply


def _each(part: Part) -> Part:
    return lambda value: [part(one) for one in value] if isinstance(value, list) else value


def _keyed(names: Words, part: Part) -> Part:
    def apply(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {names.get(fold(str(key)), key): part(one) for key, one in value.items()}

    return apply


def _parts(parts: Mapping[str, Part], words: Words) -> Part:
    """A table of parts; its keys may be written in other ways, too."""

    def apply(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        said = {}
        for key, one in value.items():
            name = words.get(fold(str(key)), str(key))
            name = name if name not in value or name == key else str(key)
            said[name] = parts[name](one) if name in parts else one
        return said

    return apply
