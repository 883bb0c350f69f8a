"""Both languages say everything, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from games.boards import start
from games.same_words import assert_same_keys_and_places

import companion.games.polaris
from companion.games.contract import LANGUAGES
from companion.games.polaris.pieces import Source
from companion.games.polaris.reasons import Broken
from companion.games.polaris.rulings import rulings_of
from companion.games.polaris.words import DICTIONARIES, said_goal, say
from companion.records.self_play import play

(FOLDER,) = map(Path, companion.games.polaris.__path__)
FAMILIES = ("event", "prompt", "tie", "note", "item", "score", "reason", "ruling")


def test_both_languages_have_the_same_keys_and_places_for_values() -> None:
    assert_same_keys_and_places(*(DICTIONARIES[language] for language in LANGUAGES))


def said_keys() -> set[str]:
    """Every key of the words that the game's code names."""
    found = {broken.key for broken in Broken} | {"reason.not_a_move", "note.position"}
    found |= {key for ruling in rulings_of() for _, key in ruling.choices}
    found |= {f"score.{source.value}" for source in Source}
    ledger = (Source.START, Source.EARLIER, Source.TELESCOPE, Source.GOAL, Source.MOST)
    found |= {f"item.{source.value}" for source in ledger}
    for path in FOLDER.rglob("*.py"):
        if "words" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            says = isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".say")
            if says and node.args and isinstance(node.args[0], ast.Constant):
                found.add(f"event.{node.args[0].value}")
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                family, dot, rest = node.value.partition(".")
                if dot and rest and family in FAMILIES and " " not in node.value:
                    found.add(node.value)
    return found


def test_every_key_the_code_names_has_words_and_none_is_left_over() -> None:
    english = set(DICTIONARIES["en"])
    said = {key for key in said_keys() if key.split(".")[0] in FAMILIES}
    assert said - english == set()
    left = {key for key in english if key.split(".")[0] in FAMILIES} - said
    assert left == set()


@pytest.mark.parametrize("language", [*LANGUAGES, "fr"])
def test_saying_what_is_not_there(language: str) -> None:
    assert say("event.nothing", language, {}) == "event.nothing"
    assert "{" in say("event.goal", language, {})


def test_the_breakdown_names_everything_and_adds_up(polaris: Any, reference: Any) -> None:
    run = play(polaris, reference, 4, 7, {})
    assert run.result is not None
    for seat in run.result.seats:
        assert seat.total == sum(vp for _, vp in seat.lines) == sum(i.vp for i in seat.items)
        keys = [item.key for item in seat.items]
        assert keys.count("item.goal") == 5
        for item in seat.items:
            said = {say(item.key, language, item.values) for language in LANGUAGES}
            assert len(said) == 2
            assert not any("{" in text for text in said)
            assert item.clause.startswith("POL-")
            assert item.where.startswith(seat.seat)
    position = {"players": {"A": {"stars": ["2,1", "2,2"]}}, "lines": ["2,1-2,2"]}
    score = polaris.final_score(start(polaris, reference, position=position))
    first = next(seat for seat in score.seats if seat.seat == "A")
    (named,) = (item for item in first.items if item.key == "item.constellation")
    assert say(named.key, "en", named.values) == "constellation of 2: 2,1 2,2"


@pytest.mark.parametrize(
    ("key", "values", "english", "chinese"),
    [
        ("tap.card", {"card": "full-SH"}, "Play full moon SH", "打出 滿月 SH"),
        ("event.discarded", {"cards": ["new-D", "half-X1"]}, "new moon D, half moon X1", "新月 D"),
        ("event.line", {"line": "2,1-2,2"}, "A line on 2,1-2,2.", "2,1-2,2"),
        ("reason.no_such_card", {"card": "dusk-SH"}, "dusk-SH", "dusk-SH"),
    ],
)
def test_cards_are_said_by_their_phase(
    key: str, values: dict[str, Any], english: str, chinese: str
) -> None:
    assert english in say(key, "en", values)
    assert chinese in say(key, "zh-Hant", values)


def test_goals_are_said_as_on_their_cards(reference: Any) -> None:
    for goal in reference.goals:
        said = said_goal(goal)
        assert said["en"] != said["zh-Hant"]
        assert goal.name not in said.values()
        assert said["zh-Hant"] in say("event.goal", "zh-Hant", {"goal": said, "count": 1, "vp": 2})
