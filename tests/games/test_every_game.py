"""What holds for every discovered game: the contract, the words, the folder."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from games.same_words import assert_same_keys_and_places

import companion.games
from companion.flow import Refused
from companion.games.catalogue import edition_names, find_game, game_names, load_edition
from companion.games.contract import LANGUAGES, MoveTextError
from companion.games.girl.reasons import Broken
from companion.games.girl.rulings import rulings_of
from companion.games.girl.words import DICTIONARIES, say
from companion.games.wording import Wording
from companion.records.judging import judge_text

(ROOT,) = map(Path, companion.games.__path__)
GIRL = ROOT / "girl"


@pytest.mark.parametrize("name", game_names())
def test_the_folder_has_what_every_game_has(name: str) -> None:
    game = find_game(name)
    assert game.name == name
    module = ast.parse((ROOT / name / "__init__.py").read_text("utf-8"))
    assert [ast.unparse(n.targets[0]) for n in module.body if isinstance(n, ast.Assign)] == [
        "__all__"
    ]
    for part in ("pieces", "state", "moves", "rules", "scoring", "words", "editions", "cases"):
        assert (ROOT / name / part).exists() or (ROOT / name / f"{part}.py").exists(), part
    assert game.default_edition in edition_names(game)
    edition = load_edition(game, game.default_edition)
    for ruling in game.rulings(edition):
        assert ruling.default == ruling.choices[0][0]
    for text in ("", " ", "xyzzy", "x" * 3000, *(f"{verb} ." for verb in game.move_examples)):
        with pytest.raises(MoveTextError) as error:
            game.read_move(text)
        assert game.read_move(error.value.example)
        assert text.partition(" ")[0] in ("", "xyzzy", "x" * 3000, error.value.example.split()[0])


@pytest.mark.parametrize("name", game_names())
def test_what_is_no_move_is_said_in_chinese_with_an_example_of_the_game(name: str) -> None:
    game = find_game(name)
    for text in ("xyzzy", next(verb for verb, e in game.move_examples.items() if verb != e)):
        verdict = judge_text(game, None, text)
        assert isinstance(verdict, Refused)
        (reason,) = verdict.reasons
        said = game.say(reason.key, "zh-Hant", reason.values)
        frame, _, example = said.partition("例如 ")
        assert frame.isalpha() or "；" in frame
        assert not any(letter.isascii() for letter in frame)
        assert game.write_move(game.read_move(example)) == example


def test_both_languages_have_the_same_keys_and_places_for_values() -> None:
    assert_same_keys_and_places(*(DICTIONARIES[language] for language in LANGUAGES))


def said_keys() -> set[str]:
    """Every key of the words that the game's code names."""
    found = set()
    for path in GIRL.rglob("*.py"):
        if "words" in path.parts or path.name.startswith("casting"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".say"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    found.add(f"event.{first.value}")
                for keyword in node.keywords:
                    if keyword.arg == "key" and isinstance(keyword.value, ast.Constant):
                        found.add(f"event.{keyword.value.value}")
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                prefix = node.value.split(".")[0]
                if prefix in ("prompt", "ask", "tie", "event") and "." in node.value:
                    found.add(node.value)
    return {key for key in found if not key.endswith(".")}


def test_every_key_the_code_names_has_words() -> None:
    keys = said_keys()
    assert len(keys) > 50
    assert keys <= set(DICTIONARIES["en"]), keys - set(DICTIONARIES["en"])


def test_every_reason_and_ruling_has_words() -> None:
    english = DICTIONARIES["en"]
    assert {broken.key for broken in Broken} <= set(english)
    game = find_game("girl")
    rulings = rulings_of(load_edition(game, game.default_edition))
    assert {key for r in rulings for _, key in r.choices} == {
        key for key in english if key.startswith("ruling.")
    }


def test_no_words_are_left_over() -> None:
    english = set(DICTIONARIES["en"])
    used = said_keys() | {broken.key for broken in Broken}
    left = {key for key in english - used if key.split(".")[0] in ("event", "prompt", "ask", "tie")}
    named_by_variable = {
        *("event.reward_constellations", "event.reward_doubled", "event.reward_scouting"),
        *("event.stardust", "event.light", "event.area_closed", "event.early_stardust"),
        "event.traded",
    }
    assert left <= named_by_variable, left - named_by_variable


@pytest.mark.parametrize("language", [*LANGUAGES, "fr"])
def test_saying_what_is_not_there(language: str) -> None:
    assert say("event.nothing", language, {}) == "event.nothing"
    assert "{" in say("event.collected", language, {})


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 star falls"), ("1", "1 star falls"), (0, "0 stars fall"), (21, "21 stars fall")],
)
def test_words_agree_with_their_number(count: int | str, said: str) -> None:
    wording = Wording({"en": {"fall": "{count} {count:star falls/stars fall}"}})
    assert wording.say("fall", "en", {"count": count}) == said
