"""Every clause of the rules is proved by a named test or case, or says why it can't be."""

from __future__ import annotations

import tomllib
from pathlib import Path

from games.clauses import case_clauses, marked_clauses
from games.golden import all_cases

from companion.games.girl.reasons import Broken
from companion.games.girl.rulings import Rulings

HERE = Path(__file__).parent
CLAUSES = tomllib.loads((HERE / "girl_clauses.toml").read_text("utf-8"))
MARKED = {c for c in marked_clauses(HERE) if c.startswith("GIRL")}
PROVED = MARKED | case_clauses("girl")


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
        for case in all_cases()
        if case.game == "girl"
        for step in case.data["steps"]
        for reason in step.get("reasons", ())
    }
    assert provoked == {broken.value[0] for broken in Broken}


def test_every_reason_names_clauses_of_the_rules() -> None:
    for broken in Broken:
        _, clause, also = broken.value
        assert {clause, also} - {""} <= set(CLAUSES["ids"]), broken


def test_every_setting_is_tried_both_ways() -> None:
    """A case or test with the default proves the clause of the setting, and one without it."""
    girl_cases = [case for case in all_cases() if case.game == "girl"]
    tried = {name for case in girl_cases for name in case.data.get("rulings", {})}
    tried |= {"tiles_per_player", "floor_zero", "allow_solo"}  # in test_girl_setup.py
    assert tried == set(Rulings.__slots__)
