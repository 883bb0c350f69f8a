"""The settings: every question the rulebook leaves open, with the reading that is the default.

The words of each choice are under `ruling.<name>.<value>` in the game's words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from companion.games.contract import Ruling, RulingValue, SetupError
from companion.games.refusals import refusal

NEEDED_ONLY, ANY, EXACT = "needed_only", "any", "exact"
ALL, NONE = "all", "none"


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value for every setting."""

    overpay: str = NEEDED_ONLY
    star_tie: str = ALL
    open_piles: bool = True

    def as_dict(self) -> dict[str, RulingValue]:
        """Name to value, in the order of the rulebook."""
        return asdict(self)


CLAUSES = {"overpay": "STAR-Q3", "star_tie": "STAR-Q11", "open_piles": "STAR-Q17"}
_CHOICES: Mapping[str, tuple[RulingValue, ...]] = {
    "overpay": (NEEDED_ONLY, ANY, EXACT),
    "star_tie": (ALL, NONE),
    "open_piles": (True, False),
}


def rulings_of() -> tuple[Ruling, ...]:
    """Every setting with its default and choices."""
    return tuple(
        Ruling(
            name,
            CLAUSES[name],
            values[0],
            tuple((value, f"ruling.{name}.{_word(value)}") for value in values),
        )
        for name, values in _CHOICES.items()
    )


def _word(value: RulingValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_rulings(given: Mapping[str, RulingValue]) -> Rulings:
    """The settings in force; raises SetupError for an unknown name or value."""
    for name, value in given.items():
        if name not in _CHOICES:
            raise SetupError(refusal("no_ruling", name=name, game="starfall"))
        allowed = _CHOICES[name]
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            texts = tuple(json.dumps(choice) for choice in allowed)
            shown = json.dumps(value, ensure_ascii=False)
            raise SetupError(refusal("ruling_value", name=name, allowed=texts, value=shown))
    return Rulings(**given)  # type: ignore[arg-type]
