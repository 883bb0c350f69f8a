"""The settings: every question the rulebook leaves open, with the reading that is the default.

The words of each choice are under `ruling.<name>.yes` and `.no` in the game's words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from companion.games.contract import Ruling, RulingValue, SetupError
from companion.games.refusals import refusal


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value for every setting."""

    must_place_all: bool = False
    zero_bonus: bool = False
    final_floor: bool = True
    token_limit: bool = False
    goal_induced: bool = True
    play_empty: bool = True

    def as_dict(self) -> dict[str, RulingValue]:
        """Name to value, in the order of the rulebook."""
        return asdict(self)


CLAUSES = {
    "must_place_all": "POL-Q2",
    "zero_bonus": "POL-Q12",
    "final_floor": "POL-Q14",
    "token_limit": "POL-Q16",
    "goal_induced": "POL-Q17",
    "play_empty": "POL-Q21",
}


def rulings_of() -> tuple[Ruling, ...]:
    """Every setting with its default and choices."""
    found = []
    for field in fields(Rulings):
        default = bool(field.default)
        choices = tuple(
            (value, f"ruling.{field.name}.{'yes' if value else 'no'}")
            for value in (default, not default)
        )
        found.append(Ruling(field.name, CLAUSES[field.name], default, choices))
    return tuple(found)


def read_rulings(given: Mapping[str, RulingValue]) -> Rulings:
    """The settings in force; raises SetupError for an unknown name or value."""
    for name, value in given.items():
        if name not in CLAUSES:
            raise SetupError(refusal("no_ruling", name=name, game="polaris"))
        if not isinstance(value, bool):
            shown = json.dumps(value, ensure_ascii=False)
            allowed = ("true", "false")
            raise SetupError(refusal("ruling_value", name=name, allowed=allowed, value=shown))
    return Rulings(**given)  # type: ignore[arg-type]
