"""Every kind of piece and every place that has a name is called by it in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.naming import piece_name, place_name
from companion.live.art_words import art_in_words
from companion.live.expected import Spot
from companion.live.telling import content_words, place_words
from companion.printed.sheet_files import board_title

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH_WORD = re.compile(r"[a-z]{3,}")


def prints_of(name: str) -> tuple[Any, Any]:
    game: Any = find_game(name)
    return game, game.prints(load_edition(game, game.default_edition))


@pytest.mark.parametrize("name", game_names())
def test_every_kind_has_a_name_in_both_languages(name: str) -> None:
    game, prints = prints_of(name)
    for family in prints.families:
        english = [piece_name(game.say, family.name, kind, "en") for kind in family.kinds]
        chinese = [piece_name(game.say, family.name, kind, "zh-Hant") for kind in family.kinds]
        assert len(set(english)) == len(set(chinese)) == len(family.kinds), family.name
        assert [text for text in chinese if not CHINESE.search(text)] == []
        assert [text for text in chinese if ENGLISH_WORD.search(text)] == []
        assert [text for text in english if CHINESE.search(text) or "{" in text] == []


@pytest.mark.parametrize("name", game_names())
def test_every_place_with_a_word_in_its_name_has_one_in_both_languages(name: str) -> None:
    game, prints = prints_of(name)
    for board in prints.boards:
        for place in board.places:
            if ENGLISH_WORD.search(place.name):
                assert CHINESE.search(place_name(game.say, place.name, "zh-Hant")), place.name
                assert place_name(game.say, place.name, "en") != f"place.{place.name}"


def test_what_lies_there_is_said_in_the_language_of_the_page() -> None:
    game, prints = prints_of("girl")
    titles = {(board.name, 0): board_title(game, board, 0) for board in prints.boards}
    art = art_in_words(game, prints, titles, board_title, {"A": "Ann"})
    words = content_words(art, (("star", "T31", 4), ("crystal", "blue", 0)))
    assert (words.en, words.zh) == ("star tile T31 60° + blue Light", "星星板塊 T31 60° + 藍色的光")
    elder = content_words(art, (("elder", "elder A", 0),))
    assert (elder.en, elder.zh) == ("Elder of Ann", "Ann 的長老")
    where = place_words(art, Spot("main", 0, "F1 early bird"))
    assert (where.en, where.zh) == ("Main board, Early Bird of F1", "主板、F1 的早鳥格")


def test_what_a_game_has_no_words_for_keeps_its_own_name() -> None:
    def say(key: str, language: str, values: Any) -> str:
        return key

    assert piece_name(say, "rope", "long", "en") == "rope long"
    assert piece_name(say, "rope", "rope long", "en") == "rope long"
    assert place_name(say, "pier 7", "en") == "pier 7"
