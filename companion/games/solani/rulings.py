"""The settings: questions the rulebook leaves open, with the reading that is the default.

The words of each choice are under `ruling.<name>.<value>` in the game's words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from companion.games.contract import Ruling, RulingValue, SetupError
from companion.games.refusals import refusal
from companion.games.solani.edition import Edition


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value for every setting."""

    rounds: int
    market_extra: int
    spare_planets: str = "refill"
    dark_sky_ban: str = "anchor"
    unplaceable: str = "discard"

    def as_dict(self) -> dict[str, RulingValue]:
        """Name to value, in the order of the rulebook."""
        return asdict(self)


_CLAUSES = {
    "rounds": "SOL-Q1",
    "market_extra": "SOL-Q2",
    "spare_planets": "SOL-Q4",
    "dark_sky_ban": "SOL-Q5",
    "unplaceable": "SOL-Q10",
}
_WORDS = {
    "spare_planets": ("refill", "unused"),
    "dark_sky_ban": ("anchor", "touch"),
    "unplaceable": ("discard", "minus1"),
}


def rulings_of(edition: Edition) -> tuple[Ruling, ...]:
    """Every setting with its default and choices for this edition."""
    numbers = {
        "rounds": tuple(range(edition.rounds, 0, -1)),
        "market_extra": edition.market_extra,
    }
    found = []
    for name, clause in _CLAUSES.items():
        if name in numbers:
            first, *others = numbers[name]
            choices: tuple[tuple[RulingValue, str], ...] = (
                (first, f"ruling.{name}.first"),
                *((value, f"ruling.{name}.other") for value in others),
            )
        else:
            choices = tuple((value, f"ruling.{name}.{value}") for value in _WORDS[name])
        found.append(Ruling(name, clause, choices[0][0], choices))
    return tuple(found)


def read_rulings(edition: Edition, given: Mapping[str, RulingValue]) -> Rulings:
    """The settings in force; raises SetupError for an unknown name or value."""
    known = {ruling.name: ruling for ruling in rulings_of(edition)}
    values = {name: ruling.default for name, ruling in known.items()}
    for name, value in given.items():
        if name not in known:
            raise SetupError(refusal("no_ruling", name=name, game="solani"))
        allowed = [choice for choice, _ in known[name].choices]
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            texts = tuple(json.dumps(choice) for choice in allowed)
            shown = json.dumps(value, ensure_ascii=False)
            raise SetupError(refusal("ruling_value", name=name, allowed=texts, value=shown))
        values[name] = value
    return Rulings(**values)  # type: ignore[arg-type]
