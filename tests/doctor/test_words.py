"""Every finding is said in both languages, with the same values, and says what to do."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from companion.display.findings import State
from companion.doctor.words import OUTCOMES, TITLES, finding

TESTS = Path(__file__).parent
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", OUTCOMES)
def test_both_languages_say_the_same_values(key: str) -> None:
    state, what, todo = OUTCOMES[key]
    assert key.partition("_")[0] in TITLES
    for english, chinese in filter(None, (what, todo)):
        assert not CHINESE.search(english)
        assert CHINESE.search(chinese) or fields(chinese) == {"versions"}
        assert english.endswith((".", "}")), "a sentence, or one that was handed in"
    assert todo is None or not fields("".join(todo))
    assert fields(what[1]) == fields(what[0])
    if State(state) in (State.LOOK, State.BAD):
        assert todo is not None, "whoever is worried is told what to do"


@pytest.mark.parametrize("key", OUTCOMES)
def test_every_finding_is_provoked_by_a_test(key: str) -> None:
    tests = [path.read_text() for path in TESTS.glob("test_*.py") if path.name != "test_words.py"]
    assert any(f'"{key}"' in text for text in tests)


def test_a_finding_names_its_check() -> None:
    found = finding("disk_full", free="3 MB")
    assert (found.check, found.state, found.title.en) == ("disk", State.BAD, "Disk")
    assert found.what.en == "Only 3 MB are free, so that moves may soon not be kept."
    assert found.what.zh.startswith("只剩 3 MB")
