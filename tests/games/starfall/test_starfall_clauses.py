"""Every clause of the rules is proved by a named test or case, or says why it can't be."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from games.golden import all_cases

from companion.games.starfall.reasons import Broken
from companion.games.starfall.rulings import CLAUSES as RULING_CLAUSES
from companion.games.starfall.rulings import rulings_of

HERE = Path(__file__).parent
CLAUSES = tomllib.loads((HERE / "clauses.toml").read_text("utf-8"))
CASES = [case for case in all_cases() if case.game == "starfall"]


def marked_clauses() -> set[str]:
    """The ids named by `@pytest.mark.clause(...)` in the tests beside this one."""
    found = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                inside = (part for argument in node.args for part in ast.walk(argument))
                found |= {str(p.value) for p in inside if isinstance(p, ast.Constant)}
    return found


def case_clauses() -> set[str]:
    """The ids that golden cases prove, or that their steps assert."""
    found: set[str] = set()
    for case in CASES:
        found |= set(case.data.get("proves", ()))
        for step in case.data["steps"]:
            found |= set(step.get("clauses", ()))
    return found


def test_every_clause_is_proved_or_excused() -> None:
    proved = marked_clauses() | case_clauses()
    assert not [c for c in CLAUSES["ids"] if c not in proved and c not in CLAUSES["untested"]]


def test_no_clause_is_both_proved_and_excused_and_none_is_invented() -> None:
    proved = marked_clauses() | case_clauses()
    assert not proved & set(CLAUSES["untested"])
    assert proved | set(CLAUSES["untested"]) == set(CLAUSES["ids"])


def test_every_reason_is_provoked_by_a_case() -> None:
    steps = (step for case in CASES for step in case.data["steps"])
    provoked = {reason for step in steps for reason in step.get("reasons", ())}
    assert provoked == {broken.value[0] for broken in Broken}


def test_every_reason_names_clauses_of_the_rules() -> None:
    for broken in Broken:
        _, clause, also = broken.value
        assert {clause, also} - {""} <= set(CLAUSES["ids"]), broken


def test_every_value_of_every_setting_is_tried() -> None:
    """Some case that proves the clause of the setting has each value of it."""
    for ruling in rulings_of():
        clause = RULING_CLAUSES[ruling.name]
        tried = {
            case.data.get("rulings", {}).get(ruling.name, ruling.default)
            for case in CASES
            if clause in case.data["proves"]
        }
        assert tried == {value for value, _ in ruling.choices}, ruling.name
