"""The settings: every question the rulebooks leave open, with the reading that is the default.

The words of each choice are under `ruling.<name>.<value>` in the game's words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches

from companion.games.contract import Ruling, RulingValue, SetupError
from companion.games.girl.edition import Edition
from companion.games.refusals import Value, refusal

TRACK_LENGTH = "track_length"


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value for every setting."""

    tiles_per_player: int
    girl_start: int
    strict_matching: bool = True
    split_area: str = "net"
    bonus_stays: bool = True
    plus2_running_turn: bool = True
    empty_pile: str = "zero"
    ash_inside: str = "wholly"
    printed_colour: str = "always"
    new_site_only: bool = False
    offering_count: str = "spaces"
    offering_reshuffle: bool = False
    supply_limit: bool = False
    floor_zero: bool = False
    allow_solo: bool = False

    def as_dict(self) -> dict[str, RulingValue]:
        """Name to value, in the order of the rulebook."""
        return asdict(self)


_CLAUSES = {
    "tiles_per_player": "GIRL-Q1",
    "girl_start": "GIRL-Q3",
    "strict_matching": "GIRL-Q6",
    "split_area": "GIRL-Q10",
    "bonus_stays": "GIRL-Q15",
    "plus2_running_turn": "GIRL-Q18",
    "empty_pile": "GIRL-Q19",
    "ash_inside": "GIRL-Q24",
    "printed_colour": "GIRL-Q27",
    "new_site_only": "GIRL-Q31",
    "offering_count": "GIRL-Q35",
    "offering_reshuffle": "GIRL-Q36",
    "supply_limit": "GIRL-Q37",
    "floor_zero": "GIRL-Q40",
    "allow_solo": "GIRL-Q44",
}
_OTHER_WORDS = {
    "split_area": "each_new",
    "empty_pile": "last_value",
    "ash_inside": "centre",
    "printed_colour": "end_only",
    "offering_count": "villagers",
}


def rulings_of(edition: Edition) -> tuple[Ruling, ...]:
    """Every setting with its default and choices for this edition."""
    numbers = {"tiles_per_player": edition.tile_sets, "girl_start": edition.girl_starts}
    found = []
    for field in fields(Rulings):
        name = field.name
        values: tuple[RulingValue, ...]
        if name in numbers:
            values = numbers[name]
        elif name in _OTHER_WORDS:
            values = (field.default, _OTHER_WORDS[name])  # type: ignore[assignment]
        else:
            values = (field.default, not field.default)  # type: ignore[assignment]
        choices = tuple((value, _words_key(name, value, values)) for value in values)
        found.append(Ruling(name, _CLAUSES[name], values[0], choices))
    return tuple(found)


def _words_key(name: str, value: RulingValue, values: tuple[RulingValue, ...]) -> str:
    if isinstance(value, bool):
        return f"ruling.{name}.{'yes' if value else 'no'}"
    if isinstance(value, str):
        return f"ruling.{name}.{value}"
    return f"ruling.{name}.{'first' if value == values[0] else 'other'}"


def read_rulings(edition: Edition, given: Mapping[str, RulingValue]) -> Rulings:
    """The settings in force; raises SetupError for an unknown name or value."""
    known = {ruling.name: ruling for ruling in rulings_of(edition)}
    values = {name: ruling.default for name, ruling in known.items()}
    for name, value in given.items():
        folded = name.casefold().replace("-", "_").replace(" ", "_")
        if folded in known:
            values[folded] = _chosen(folded, known[folded], value)
        elif folded != TRACK_LENGTH:
            near = get_close_matches(folded, known, 1)
            if near:
                raise SetupError(refusal("no_ruling_but", name=name, near=near[0], game="girl"))
            raise SetupError(refusal("no_ruling", name=name, game="girl"))
    rulings = Rulings(**values)  # type: ignore[arg-type]
    _check_track_length(edition, rulings, given)
    return rulings


def _chosen(name: str, ruling: Ruling, value: RulingValue) -> RulingValue:
    """One of the choices, also when it is written as a text; raises SetupError."""
    for choice, _ in ruling.choices:
        if type(value) is type(choice) and value == choice:
            return choice
        if isinstance(value, str) and value.casefold() == str(choice).casefold():
            return choice
    allowed = tuple(_json_text(choice) for choice, _ in ruling.choices)
    values: dict[str, Value] = {"allowed": allowed, "value": _json_text(value)}
    raise SetupError(refusal("ruling_value", name=name, **values))


def _check_track_length(
    edition: Edition, rulings: Rulings, given: Mapping[str, RulingValue]
) -> None:
    """The length of the track follows from the Girl's start; saying it is allowed (GIRL-Q3)."""
    length = track_length(edition, rulings)
    if given.get(TRACK_LENGTH, length) not in (length, str(length)):
        raise SetupError(
            f"rulings.{TRACK_LENGTH}: it follows from girl_start {rulings.girl_start} and the "
            f"rounds, so it is {length}; leave it out"
        )


def track_length(edition: Edition, rulings: Rulings) -> int:
    """The Girl's start and one space for each later round (GIRL-Q3)."""
    return rulings.girl_start + edition.rounds - 1


def _json_text(value: RulingValue) -> str:
    return json.dumps(value, ensure_ascii=False)
