"""Spellings in the setup and the position of a record: names of seats, kinds, places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.girl.edition import Edition
from companion.games.girl.pieces import BONUSES
from companion.games.girl.spelling.moves import vocabulary_seats
from companion.games.girl.spelling.placing import lying
from companion.games.girl.spelling.texts import cut, seat_of
from companion.games.girl.spelling.vocabulary import Names, Vocabulary, fold, vocabulary

Part = Callable[[Any], Any]
_SETUP_WORDS = {
    **{"elderorder": "elders", "turnorder": "elders", "order": "elders"},
    **{"bonustokens": "bonus", "bonuses": "bonus"},
    **{"connectionrewards": "rewards", "rewardpiles": "rewards", "piles": "rewards"},
    **{"stacks": "rewards", "rewardstacks": "rewards", "offering": "card", "topcard": "card"},
    **{"offeringcard": "card", "offeringcards": "cards", "offerings": "cards"},
}


class Spelling:
    """Turns the words of one edition and one table's players into the canonical ones."""

    def __init__(self, edition: Edition, aliases: Mapping[str, str]) -> None:
        self._edition = edition
        self._names: Vocabulary = vocabulary(edition)
        self._aliases = {fold(alias): seat for alias, seat in aliases.items()}

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A setup document; what is not understood stays as it is."""
        names = self._names
        said = dict(_keys(dict(given), lambda key: _SETUP_WORDS.get(fold(key), key)))
        if isinstance(said.get("card"), list) and "cards" not in said:
            said["cards"] = said.pop("card")
        parts: dict[str, Part] = {
            "elders": self._elders,
            "bonus": lambda v: _values(_keys(v, self.seat), self._bonus),
            "rewards": self._rewards,
            "card": _in(names.cards),
            "cards": lambda v: _each(v, _in(names.cards)),
        }
        return dict(_apply(said, parts))

    def position(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A position document; what is not understood stays as it is."""
        names = self._names
        colours = _in(names.colours)
        offering: dict[str, Part] = {
            "card": _in(names.cards),
            "gone": lambda v: _each(v, _in(names.cards)),
            "filled": lambda v: _each(v, _lower),
        }
        track: dict[str, Part] = {
            "elders": lambda v: _keys(v, self.seat),
            "villagers": lambda v: _values(v, self.seat),
        }
        site: dict[str, Part] = {
            "early": self.seat,
            "beside": lambda v: _each(v, self.seat),
        }
        parts: dict[str, Part] = {
            "phase": _in(names.phases),
            "players": lambda v: _values(_keys(v, self.seat), self._player),
            "track": lambda v: _apply(v, track),
            "order": lambda v: _each(v, self.seat),
            "dish": lambda v: _each(v, self._dish),
            "paths": lambda v: _values(_keys(v, _in(names.spaces)), colours),
            "sites": lambda v: _values(_keys(v, _in(names.sites)), lambda s: _apply(s, site)),
            "village": lambda v: _each(v, self.seat),
            "piles": lambda v: _keys(v, _in(names.piles)),
            "offering": lambda v: _apply(v, offering),
        }
        return dict(_apply(given, parts))

    def seat(self, name: Any) -> Any:
        """The seat that a text names."""
        if not isinstance(name, str):
            return name
        return self._aliases.get(fold(name)) or seat_of(name, vocabulary_seats()) or name

    def _elders(self, given: Any) -> Any:
        """Seats nearest behind the Girl first, also from `{"A": 5, "B": 4}`, seat to space."""
        if isinstance(given, dict) and all(type(space) is int for space in given.values()):
            given = sorted(given, key=lambda seat: -given[seat])
        return _each(given, self.seat)

    def _rewards(self, given: Any) -> Any:
        """Values per pile, also listed in the order of the edition's piles."""
        labels = [pile.label for pile in self._edition.piles]
        if isinstance(given, list) and len(given) == len(labels):
            given = dict(zip(labels, given, strict=True))
        return _values(_keys(given, _in(self._names.piles)), _highest_first)

    def _bonus(self, given: Any) -> Any:
        """A token per corner, also listed in the order of the edition's corners."""
        corners = [corner.name for corner in self._edition.field.corners]
        if isinstance(given, list) and len(given) == len(corners):
            given = dict(zip(corners, given, strict=True))
        spelt = _values(_keys(given, _in(self._names.corners)), _in(self._names.bonuses))
        if isinstance(spelt, dict) and set(spelt) < set(corners):
            missing = [corner for corner in corners if corner not in spelt]
            left = [kind for kind in BONUSES if kind not in spelt.values()]
            if len(missing) == len(left) == 1:
                spelt[missing[0]] = left[0]
        return spelt

    def _player(self, given: Any) -> Any:
        names = self._names
        parts: dict[str, Part] = {
            "tiles": lambda v: _each(v, self._tile),
            "stardust_placed": lambda v: _each(v, _stardust),
            "bonus": self._bonus,
            "bonus_used": lambda v: _each(v, _in(names.corners)),
            "light": lambda v: _keys(v, _in(names.colours)),
            "food": lambda v: _keys(v, _in(names.foods)),
            "kept": lambda v: _each(v, _in(names.kinds)),
            "hand": lambda v: _each(v, _in(names.tiles)),
            "gone": lambda v: _each(v, _in(names.tiles)),
        }
        return _apply(given, parts)

    def _tile(self, text: Any) -> Any:
        return " ".join(lying(self._edition, cut(text))) if isinstance(text, str) else text

    def _dish(self, text: Any) -> Any:
        if not isinstance(text, str):
            return text
        token, taken, rest = text.strip().partition(" ")
        kind, at, place = token.partition("@")
        colours = [self._names.colours.get(fold(part), part) for part in place.split("/")]
        kind = self._names.kinds.get(fold(kind), kind)
        return f"{kind}{at}{'/'.join(colours)}{taken}{rest}"


def _in(names: Names) -> Part:
    return lambda value: names.get(fold(value), value) if isinstance(value, str) else value


def _lower(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def _each(value: Any, part: Part) -> Any:
    return [part(item) for item in value] if isinstance(value, list) else value


def _values(value: Any, part: Part) -> Any:
    return {key: part(item) for key, item in value.items()} if isinstance(value, dict) else value


def _keys(value: Any, part: Part) -> Any:
    """The mapping with spelt keys; left alone when two of them would be the same."""
    if not isinstance(value, dict):
        return value
    spelt = {part(key): item for key, item in value.items()}
    return spelt if len(spelt) == len(value) else value


def _apply(value: Any, parts: Mapping[str, Part]) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: parts[key](item) if key in parts else item for key, item in value.items()}


def _highest_first(values: Any) -> Any:
    """A pile has its highest token on top however it is listed (GIRL-SET-14)."""
    if isinstance(values, list) and all(type(value) is int for value in values):
        return sorted(values, reverse=True)
    return values


def _stardust(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    words = cut(text)
    if len(words) == 2 and words[1].isdigit():
        words[1] = f"x{words[1]}"
    return " ".join(words)


def respell_documents(
    edition: Edition,
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
    aliases: Mapping[str, str],
) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
    """Setup and position of a record with canonical names, as far as they are understood."""
    spelling = Spelling(edition, aliases)
    return spelling.setup(setup), None if position is None else spelling.position(position)
