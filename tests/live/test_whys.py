"""Why a place can't be told, in the words of people instead of the reader's."""

from __future__ import annotations

import pytest

from companion.display.text import Text
from companion.flow import Sentence
from companion.live.expected import TableArt
from companion.live.whys import why_words
from companion.prints import Prints

ART = TableArt(
    Prints("DICT_4X4_50", (), (), ()),
    {},
    said_kinds={
        ("elder", "elder B"): Text("Elder of B", "B 的長老"),
        ("sky tile", "S16"): Text("Sky Tile S16", "天空板塊 S16"),
    },
)


@pytest.mark.parametrize(
    ("other", "english", "chinese"),
    [
        ("elder B", "it may also be Elder of B", "也可能是 B 的長老"),
        (
            "elder B x2 + sky tile S16 turned 90°",
            "it may also be Elder of B x2 + Sky Tile S16 90°",
            "也可能是 B 的長老 x2 + 天空板塊 S16 90°",
        ),
        ("empty", "it may also be nothing", "也可能是 沒有東西"),
        ("some cube", "it may also be some cube", "也可能是 some cube"),
    ],
)
def test_the_other_reading_is_called_as_people_call_it(
    other: str, english: str, chinese: str
) -> None:
    why = Sentence("place_other", "it may also be {other}", other=other)
    assert why_words(ART, why) == Text(english, chinese)


def test_all_else_is_said_as_readers_say_it() -> None:
    hand = Sentence("place_hand", "a hand covers it")
    assert why_words(ART, hand).zh == "被手遮住，或放著這個版本沒有的東西"
    assert why_words(ART, "plain") == Text("plain", "plain")
