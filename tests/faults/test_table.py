"""Every fault of docs/faults.md is a test that exists."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
ROWS = {
    int(line.split("|")[1]): re.findall(r"`([\w/]+\.py)::(\w+)`", line.split("|")[4])
    for line in TEXT.splitlines()
    if re.match(r"\| \d+ \|", line)
}
FAULTS = 24


@lru_cache(maxsize=64)
def functions_in(name: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / name).read_text(encoding="utf-8"))
    return frozenset(each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))


def test_every_fault_has_a_row() -> None:
    assert list(ROWS) == list(range(1, FAULTS + 1))


@pytest.mark.parametrize("number", ROWS)
def test_the_tests_of_a_fault_exist(number: int) -> None:
    assert ROWS[number]
    for name, test in ROWS[number]:
        assert test in functions_in(name), f"{name} has no {test}"


def test_every_test_that_is_named_elsewhere_exists() -> None:
    for name, test in re.findall(r"`([\w/]+\.py)::(\w+)`", TEXT):
        assert test in functions_in(name), f"{name} has no {test}"
