"""Every clause of the rules is proved by a named test or case, or says why it can't be."""

from __future__ import annotations

import tomllib
from pathlib import Path

from games.clauses import case_clauses, marked_clauses
from games.golden import all_cases

from companion.games.polaris.reasons import Broken
from companion.games.polaris.rulings import CLAUSES as RULING_CLAUSES

HERE = Path(__file__).parent
CLAUSES = tomllib.loads((HERE / "clauses.toml").read_text("utf-8"))
MARKED = marked_clauses(HERE)
PROVED = MARKED | case_clauses("polaris")
CASES = [case for case in all_cases() if case.game == "polaris"]


def test_every_clause_is_proved_or_excused() -> None:
    assert not [c for c in CLAUSES["ids"] if c not in PROVED and c not in CLAUSES["untested"]]


def test_no_clause_is_both_proved_and_excused_and_none_is_invented() -> None:
    assert not PROVED & set(CLAUSES["untested"])
    assert PROVED | set(CLAUSES["untested"]) == set(CLAUSES["ids"])


def test_every_reason_is_provoked_by_a_case() -> None:
    steps = (step for case in CASES for step in case.data["steps"])
    provoked = {reason for step in steps for reason in step.get("reasons", ())}
    assert provoked == {broken.value[0] for broken in Broken}


def test_every_reason_names_clauses_of_the_rules() -> None:
    for broken in Broken:
        _, clause, also = broken.value
        assert {clause, also} - {""} <= set(CLAUSES["ids"]), broken


def test_every_setting_is_tried_both_ways() -> None:
    """Some case has the default and proves the clause of the setting, another turns it round."""
    for name, clause in RULING_CLAUSES.items():
        ways = {name in c.data.get("rulings", {}) for c in CASES if clause in c.data["proves"]}
        if name == "goal_induced":  # needs a sky that the reference edition is not
            assert clause in MARKED
        else:
            assert ways == {True, False}, name
