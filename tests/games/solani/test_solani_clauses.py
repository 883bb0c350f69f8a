"""Every clause of the rules is proved by a named test or case, or says why it can't be."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from games.clauses import case_clauses, marked_clauses
from games.golden import all_cases

from companion.games.contract import AnyGame
from companion.games.solani.reasons import Broken
from companion.games.solani.rulings import Rulings

HERE = Path(__file__).parent
CLAUSES = tomllib.loads((HERE.parent / "solani_clauses.toml").read_text("utf-8"))
CASES = [case for case in all_cases() if case.game == "solani"]
PROVED = marked_clauses(HERE) | case_clauses("solani")


def test_every_clause_is_proved_or_excused() -> None:
    missing = [c for c in CLAUSES["ids"] if c not in PROVED and c not in CLAUSES["untested"]]
    assert not missing


def test_no_clause_is_both_proved_and_excused_and_none_is_invented() -> None:
    assert not PROVED & set(CLAUSES["untested"])
    assert PROVED | set(CLAUSES["untested"]) == set(CLAUSES["ids"])
    assert all(len(reason) > 20 for reason in CLAUSES["untested"].values())


def test_every_reason_is_provoked_by_a_case() -> None:
    provoked = {
        reason
        for case in CASES
        for step in case.data["steps"]
        for reason in step.get("reasons", ())
    }
    assert provoked == {broken.value[0] for broken in Broken}


def test_every_reason_names_clauses_of_the_rules() -> None:
    for broken in Broken:
        _, clause, also = broken.value
        assert {clause, also} - {""} <= set(CLAUSES["ids"]), broken


def test_every_setting_is_tried_with_another_value(solani: AnyGame, edition: Any) -> None:
    defaults = {ruling.name: ruling.default for ruling in solani.rulings(edition)}
    tried = {
        name
        for case in CASES
        for name, value in case.data.get("rulings", {}).items()
        if value != defaults[name]
    }
    assert tried == set(Rulings.__slots__)


def test_every_setting_names_an_open_question(solani: AnyGame, edition: Any) -> None:
    for ruling in solani.rulings(edition):
        assert ruling.clause in CLAUSES["ids"]
        assert ruling.clause.startswith("SOL-Q")
