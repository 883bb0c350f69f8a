"""Every sentence exists in both languages; every display says that the components stand in."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games.same_words import places_of

import companion.games.solani
from companion.flow import Accepted, Refused
from companion.games.contract import LANGUAGES, AnyGame
from companion.games.solani.reasons import Broken
from companion.games.solani.words import DICTIONARIES, say
from companion.records.report import prompted

(FOLDER,) = map(Path, companion.games.solani.__path__)
SPOKEN = ("prompt", "event", "item", "note", "score", "tie", "reason", "ruling")
SPOKEN += ("scene", "spot", "tap", "art", "sheet")


def said_keys() -> set[str]:
    """Every key of the words that the game's code names."""
    found = {broken.key for broken in Broken}
    for path in FOLDER.rglob("*.py"):
        if "words" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("change.say"):
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
                found.add(f"event.{node.args[0].value}")
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                prefix, _, name = node.value.partition(".")
                if prefix in SPOKEN and name.replace("_", "").isalpha():
                    found.add(node.value)
    return found


def test_every_key_the_code_names_has_words_and_none_is_left_over(
    solani: AnyGame, edition: Any
) -> None:
    english = set(DICTIONARIES["en"])
    rulings = {key for ruling in solani.rulings(edition) for _, key in ruling.choices}
    used = said_keys() | rulings
    assert len(used) > 90
    assert used <= english, used - english
    left = {key for key in english - used if key.split(".")[0] in SPOKEN}
    prompts = {f"prompt.{phase}" for phase in ("tidy", "over", "prepare", "take", "take_first")}
    prompts |= {"prompt.take_and_place", "prompt.place", "prompt.special", "prompt.draw"}
    prompts |= {"prompt.keep", "prompt.refill"}
    assert left == prompts | {"reason.not_a_move", "note.position"}  # said for every game


def test_both_languages_have_the_same_keys_and_places_for_values() -> None:
    english, chinese = (DICTIONARIES[language] for language in LANGUAGES)
    assert set(english) == set(chinese)
    for key, template in english.items():
        places = places_of(template)
        if key == "reason.not_a_move":  # the readers' details are English; Chinese has an example
            places.remove("why")
        assert places == places_of(chinese[key]), key


def test_every_term_of_the_edition_is_translated(edition: Any) -> None:
    terms = [*edition.colours, *edition.branch_index, *edition.conditions]
    for term in terms:
        assert DICTIONARIES["en"][f"term.{term}"] != DICTIONARIES["zh-Hant"][f"term.{term}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_setup_and_every_prompt_say_that_the_components_stand_in(
    solani: AnyGame, edition: Any, language: str
) -> None:
    notice = edition.notice[language]
    chance = random.Random(3)
    setup = msgspec.to_builtins(solani.deal(edition, "ABC", chance))
    start = solani.start(edition, "ABC", {}, setup)
    assert [solani.say(note.key, language, note.values) for note in start.notes] == [notice]
    state, keys = start.state, set()
    for _ in range(4000):
        prompt = solani.prompt(state)
        sentence = prompted(solani, prompt, language)
        assert notice in sentence
        assert notice not in solani.say(prompt.key, language, prompt.values)
        assert "{" not in sentence
        keys.add(prompt.key)
        if state.phase.value == "over":
            break
        verdict = solani.judge(state, solani.self_play(state, chance))
        state = verdict.state  # type: ignore[union-attr]
    assert len(keys) >= 8


@pytest.mark.parametrize("language", [*LANGUAGES, "fr"])
def test_saying_what_is_not_there(language: str) -> None:
    assert say("event.nothing", language, {}) == "event.nothing"
    assert "{" in say("event.took", language, {})


def test_every_score_item_is_said_in_both_languages(solani: AnyGame, edition: Any) -> None:
    keys = set()
    for seed in range(12):
        chance = random.Random(seed)
        state = solani.start(edition, "ABCD", {"unplaceable": "minus1"}, {}).state
        while True:
            verdict = solani.judge(state, solani.self_play(state, chance))
            state = verdict.state  # type: ignore[union-attr]
            if not isinstance(verdict, Accepted):
                break
        for seat in solani.final_score(state).seats:
            for item in seat.items:
                keys.add(item.key)
                said = {solani.say(item.key, language, item.values) for language in LANGUAGES}
                assert len(said) == len(LANGUAGES)
                assert not any("{" in sentence for sentence in said)
    assert len(keys) >= 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("refill 2 2-1 2-1 2-2", "3 different cards fill the row, not 2."),
        ("refill 2 2-1 2-1 2-1", "3 different cards fill the row, not 1."),
        ("refill 2 2-1 2-2", "3 different cards fill the row, not 2."),
        ("refill 2 2-1 2-1 2-2 2-3", "3 different cards fill the row, not 4."),
    ],
)
def test_a_card_named_twice_is_counted_once(
    solani: AnyGame, edition: Any, text: str, said: str
) -> None:
    position = {"phase": "refill", "display": {"2": []}}
    state = solani.start(edition, ["A", "B"], {}, {}, position).state
    verdict = solani.judge(state, solani.read_move(text))
    assert isinstance(verdict, Refused)
    assert [solani.say(r.key, "en", r.values) for r in verdict.reasons] == [said]
