"""Every clause of the rules is proved by a named test or case, or says why it can't be."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from games.golden import all_cases

from companion.games.contract import AnyGame
from companion.games.solani.reasons import Broken
from companion.games.solani.rulings import Rulings

HERE = Path(__file__).parent
CLAUSES = tomllib.loads((HERE.parent / "solani_clauses.toml").read_text("utf-8"))
CASES = [case for case in all_cases() if case.game == "solani"]


def marked_clauses() -> set[str]:
    """The ids named by `@pytest.mark.clause(...)` in the tests beside this one."""
    found = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                inside = (part for argument in node.args for part in ast.walk(argument))
                found |= {str(p.value) for p in inside if isinstance(p, ast.Constant)}
    return found


@cache
def proved() -> frozenset[str]:
    """The ids that tests name, that golden cases prove, or that their steps assert."""
    found = marked_clauses()
    for case in CASES:
        found |= set(case.data.get("proves", ()))
        for step in case.data["steps"]:
            found |= set(step.get("clauses", ()))
    return frozenset(found)


def test_every_clause_is_proved_or_excused() -> None:
    missing = [c for c in CLAUSES["ids"] if c not in proved() and c not in CLAUSES["untested"]]
    assert not missing


def test_no_clause_is_both_proved_and_excused_and_none_is_invented() -> None:
    assert not proved() & set(CLAUSES["untested"])
    assert proved() | set(CLAUSES["untested"]) == set(CLAUSES["ids"])
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
