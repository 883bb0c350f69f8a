"""The test run includes what `make check` checks."""

from __future__ import annotations

import pytest
from check import CHECKS, LONGEST_BODY, LONGEST_MODULE, too_long


@pytest.mark.parametrize("name", CHECKS)
def test_check(name: str) -> None:
    complaints = CHECKS[name](name)
    assert not complaints, complaints


def _function(lines: int) -> str:
    return "def f():\n    '''Words.'''\n" + "    x = 1\n" * lines


@pytest.mark.parametrize(
    ("source", "complaints"),
    [
        ("x = 1\n" * LONGEST_MODULE, 0),
        ("x = 1\n" * (LONGEST_MODULE + 1), 1),
        (_function(LONGEST_BODY), 0),
        (_function(LONGEST_BODY + 1), 1),
        ("class A:\n    async def f(self):\n" + "        x = 1\n" * 51, 1),
        ("def f():\n    '''Only words.'''\n", 0),
    ],
)
def test_lengths_are_counted(source: str, complaints: int) -> None:
    assert len(list(too_long("some.py", source))) == complaints
