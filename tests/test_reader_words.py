"""What the reader says is said in both languages: each key has Chinese words, with its gaps."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.device_words import DEVICES
from companion.errors import InputError
from companion.flow import Sentence
from companion.session.reader_words import CHINESE, in_both

ROOT = Path(__file__).resolve().parent.parent
# Keys that are put together.
TONES = {"all_black", "all_white", "all_grey"}
COUNTED = {
    f"places_{what}{many}" for what in ("covered", "unknown") for many in ("", "_one", "_many")
}


def sentences() -> Iterator[tuple[str, set[str]]]:
    """Keys of all sentences in the reader's source, and the gaps that are filled."""
    for step in ("vision", "companion", "web"):
        for path in (ROOT / step).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if "Sentence(" in source:  # parsing takes long
                yield from sentences_of(source)


def sentences_of(source: str) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence":
            key, gaps = node.args[0], {keyword.arg or "" for keyword in node.keywords}
            if isinstance(key, ast.Constant) and key.value not in DEVICES:
                yield str(key.value), gaps


SAID = sorted((key, sorted(gaps)) for key, gaps in sentences())


def gaps_of(template: str) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(template) if gap}


@pytest.mark.parametrize(("key", "gaps"), SAID)
def test_chinese_words_have_the_gaps_that_are_filled(key: str, gaps: list[str]) -> None:
    assert gaps_of(CHINESE[key]) == set(gaps)


def test_no_chinese_words_are_left_over() -> None:
    assert set(CHINESE) == {key for key, _ in SAID} | TONES | COUNTED


def test_names_within_a_sentence_are_translated() -> None:
    english = "Something covers {parts}."
    text = in_both(Sentence("part_covered", english, parts=("blue", "hub")))
    assert text.en == "Something covers blue, hub."
    assert "blue" not in text.zh
    assert "、" in text.zh


def test_an_unknown_sentence_is_said_as_it_is() -> None:
    assert in_both("Plain.").zh == "Plain."
    assert in_both(Sentence("no_such_key", "Plain.")).zh == "Plain."


def test_an_error_keeps_its_sentence() -> None:
    sentence = Sentence("too_dark", "Too dark.")
    assert InputError(sentence).sentence is sentence
    assert str(InputError(sentence)) == "Too dark."
    assert InputError().sentence == ""
