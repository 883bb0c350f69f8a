"""What cameras and pins say is said in both languages: each key has Chinese words with its gaps."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.device_words import DEVICES, NAMES, in_both
from companion.doctor.words import finding
from companion.flow import Sentence, together
from companion.session import reader_words
from hardware.claims import camera_hangs
from hardware.pi_settling import _NAMES
from hardware.sentences import not_kept
from hardware.usb_settling import _EXPOSURE, _OTHERS

ROOT = Path(__file__).resolve().parent.parent
PLACES = [
    *(ROOT / "hardware").glob("*.py"),
    ROOT / "companion/devices/device_words.py",
    ROOT / "companion/keeping/journal_errors.py",
    ROOT / "companion/devices/pin_settings.py",
    ROOT / "companion/describing/table_file.py",
]
# What makes a Sentence of a key and a template, and the gap that it fills by itself.
MAKERS = {"Sentence": set(), "_said": {"camera"}, "_unfit": set()}


def gaps_of(template: str) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(template) if gap}


def said() -> Iterator[tuple[str, set[str]]]:
    """Keys of all sentences that devices make, with the gaps of their English words."""
    yield "both", {"first", "second"}  # made by companion.flow
    for path in PLACES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node, "func", None)
            maker = getattr(called, "id", getattr(called, "attr", ""))
            if isinstance(node, ast.Call) and maker in MAKERS and len(node.args) > 1:
                key, template = node.args[:2]
                if isinstance(key, ast.Constant):  # not in what passes both on
                    gaps = gaps_of(ast.literal_eval(template))
                    yield str(key.value), gaps | MAKERS[maker]


SAID = sorted((key, sorted(gaps)) for key, gaps in said())


@pytest.mark.parametrize(("key", "gaps"), SAID)
def test_chinese_words_have_the_gaps_of_the_english_ones(key: str, gaps: list[str]) -> None:
    assert gaps_of(DEVICES[key]) == set(gaps)
    assert any(letter >= "\u4e00" for letter in DEVICES[key]) or key == "both"


def test_no_chinese_words_are_left_over() -> None:
    assert set(DEVICES) == {key for key, _ in SAID}


def test_everything_that_is_fixed_has_a_chinese_name() -> None:
    assert {*_NAMES.values(), _EXPOSURE.words, *(each.words for each in _OTHERS)} == set(NAMES)
    text = in_both(not_kept(("exposure", "focus")))
    assert "exposure, focus" in text.en
    assert "曝光、對焦" in text.zh


def test_two_sentences_are_said_in_both_languages() -> None:
    text = in_both(together(camera_hangs("pi 0").sentence, "", not_kept(("focus",))))
    assert text.en.count(".") >= 3
    assert "卡住" in text.zh
    assert "對焦" in text.zh
    assert "hangs" not in text.zh
    assert together() == together("", "") == ""
    assert in_both("Plain.").zh == "Plain."


def test_the_doctor_and_the_page_say_it_too() -> None:
    said = camera_hangs("pi 0").sentence
    assert "卡住" in finding("camera_lost", problem=said).what.zh
    assert reader_words.in_both(said) == in_both(said)
    other = Sentence("no_such_key", "Plain.")
    assert finding("camera_lost", problem=other).what.zh.endswith("Plain.")
