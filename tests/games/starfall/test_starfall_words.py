"""Both languages say everything, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from games.same_words import assert_same_keys_and_places

import companion.games.starfall
from companion.games.contract import LANGUAGES
from companion.games.starfall.pieces import Line
from companion.games.starfall.reasons import Broken
from companion.games.starfall.rulings import rulings_of
from companion.games.starfall.words import DICTIONARIES, say
from companion.records.self_play import play

(FOLDER,) = map(Path, companion.games.starfall.__path__)
FAMILIES = ("event", "prompt", "tie", "note", "item", "score", "reason", "ruling", "tap", "spot")
FAMILIES += ("scene", "board", "print", "aid", "area")


def test_both_languages_have_the_same_keys_and_places_for_values() -> None:
    assert_same_keys_and_places(*(DICTIONARIES[language] for language in LANGUAGES))


def said_keys() -> set[str]:
    """Every key of the words that the game's code names."""
    found = {broken.key for broken in Broken} | {"reason.not_a_move", "note.position"}
    found |= {key for ruling in rulings_of() for _, key in ruling.choices}
    found |= {f"{family}.{line.value}" for line in Line for family in ("score", "item")}
    for path in FOLDER.rglob("*.py"):
        if "words" in path.parts or path.name == "edition_file.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "event":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(f"event.{first.value}")
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                family, dot, rest = node.value.partition(".")
                if dot and rest and family in FAMILIES and " " not in node.value:
                    found.add(node.value)
    return found | {"event.end_stardust", "event.end_tiles"}  # named by which of them it is


def test_every_key_the_code_names_has_words_and_none_is_left_over() -> None:
    english = {key for key in DICTIONARIES["en"] if key.split(".")[0] in FAMILIES}
    assert said_keys() - english == set()
    assert english - said_keys() == set()


@pytest.mark.parametrize("language", [*LANGUAGES, "fr"])
def test_saying_what_is_not_there(language: str) -> None:
    assert say("event.nothing", language, {}) == "event.nothing"
    assert "{" in say("event.moved", language, {})


def test_the_breakdown_names_everything_and_adds_up(starfall: Any, reference: Any) -> None:
    keys = set()
    for seed in range(6):
        run = play(starfall, reference, 2 + seed % 3, seed, {})
        assert run.result is not None
        for seat in run.result.seats:
            assert seat.total == sum(vp for _, vp in seat.lines) == sum(i.vp for i in seat.items)
            for item in seat.items:
                keys.add(item.key)
                said = {say(item.key, language, item.values) for language in LANGUAGES}
                assert len(said) == 2
                assert not any("{" in text for text in said)
                assert item.clause.startswith("STAR-SCORE-")
                assert item.where == seat.seat
    assert keys == {f"item.{line.value}" for line in Line}


@pytest.mark.parametrize(
    ("key", "values", "english", "chinese"),
    [
        (
            "event.paid",
            {"pieces": ["2 white", "1 orange"], "value": 7},
            "2 white, 1 orange",
            "2 白色",
        ),
        ("event.paid_tiles", {"tiles": ["S01", "S03"]}, "S01, S03", "S01、S03"),
        ("item.comets", {"count": 1, "each": 3}, "1 Comet,", "1 顆彗星"),
        ("reason.superfluous", {"price": 6, "worth": 7, "items": ["white"]}, "white", "白色"),
    ],
)
def test_pieces_are_said_by_their_colour(
    key: str, values: dict[str, Any], english: str, chinese: str
) -> None:
    assert english in say(key, "en", values)
    assert chinese in say(key, "zh-Hant", values)
