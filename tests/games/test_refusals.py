"""Documents that can't be used: what is said of them, where, in both languages."""

from __future__ import annotations

import string
from typing import Annotated, Any

import msgspec
import pytest

from companion.errors import InputError
from companion.flow import Sentence
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.refusals import NAMES, WORDS, changed, in_chinese, refusal
from companion.games.shapes import complaint


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    stars: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    pair: tuple[int, int] = (0, 0)


class Document(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(pattern="[a-z]+$")]
    seats: dict[str, Seat] = {}
    rows: list[dict[str, int]] = []
    few: Annotated[list[int], msgspec.Meta(min_length=1, max_length=2)] = msgspec.field(
        default_factory=lambda: [1]
    )
    either: int | str | None = None


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "top.name: is missing"),
        ([], "top: must be an object in braces, not a list"),
        ({"name": "x", "nmae": 1}, "top.nmae: is not known; the parts are name, seats, rows, "),
        ({"name": "X7"}, "top.name: is not written as it has to be"),
        ({"name": 7}, "top.name: must be a text, not a whole number"),
        (
            {"name": "x", "either": []},
            "top.either: must be one of a whole number, a text, null; not a l",
        ),
        ({"name": "x", "few": []}, "top.few: must have 1 or more entries"),
        ({"name": "x", "few": [1, 2, 3]}, "top.few: must not have more entries than 2"),
        ({"name": "x", "seats": {"A": {}, "B": {"stars": -1}}}, "top.seats.B.stars: must be at l"),
        ({"name": "x", "seats": {"A": {"stars": 10}}}, "top.seats.A.stars: must be at most 9"),
        ({"name": "x", "seats": {"A": {"x": 1}}}, "top.seats.A.x: is not known; correct its"),
        ({"name": "x", "seats": {"A": {"pair": [1]}}}, "top.seats.A.pair: must have 2 entries"),
        ({"name": "x", "rows": [{}, {"a": 1, "b": "c"}]}, "top.rows[1].b: must be a whole number"),
        ({"name": "x", "seats": {7: {}}}, "top.seats: must be a text, not a whole number"),
    ],
)
def test_what_is_wrong_with_a_shape_is_said_in_our_words(document: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(document, Document)
    sentence = complaint(error.value, document, Document, "top")
    assert sentence.startswith(said)
    assert "`" not in sentence
    assert "$" not in sentence
    chinese = in_chinese(sentence)
    assert chinese.partition("：")[0] == sentence.partition(": ")[0]
    assert chinese != sentence


def test_texts_that_may_stand_there_are_listed() -> None:
    kind = msgspec.defstruct("Kind", [("phase", str)])
    error = msgspec.ValidationError("Invalid enum value 'x' - at `$.phase`")
    said = complaint(error, {"phase": "x"}, kind, "position", {"phase": ("draft", "tidy")})
    assert said == "position.phase: can't be 'x'; it is one of draft, tidy"
    assert in_chinese(said) == "position.phase：不能是 'x'；可用的有 draft、tidy"


def test_both_languages_have_the_same_gaps() -> None:
    for key, pair in WORDS.items():
        gaps = [{gap for _, gap, _, _ in string.Formatter().parse(text) if gap} for text in pair]
        assert gaps[0] == gaps[1], key
    assert all(NAMES.values())


def test_values_are_changed_and_the_rest_is_not() -> None:
    said = refusal(
        "in_file", where="a\n", why=refusal("no_edition", game="g", name="b\n", known=())
    )
    cleaned = changed(said, str.strip)
    assert isinstance(cleaned, Sentence)
    assert cleaned == "a: g has no edition called b; shipped are: "
    assert in_chinese(cleaned) == "a：g 沒有名為 b 的版本；附有："
    assert changed(" plain ", str.strip) == in_chinese("plain") == "plain"


@pytest.mark.parametrize("name", game_names())
def test_what_can_not_be_set_up_is_said_in_chinese(name: str) -> None:
    game = find_game(name)
    edition = load_edition(game, game.default_edition)
    ruling = game.rulings(edition)[0].name
    attempts: list[tuple[str, Any]] = [
        ("retail", lambda: load_edition(game, "retail")),
        ("5", lambda: game.start(edition, "ABCDE", {}, {})),
        ("fastest", lambda: game.start(edition, "AB", {"fastest": True}, {})),
        (ruling, lambda: game.start(edition, "AB", {ruling: "perhaps"}, {})),
        ("setup.nobody", lambda: game.start(edition, "AB", {}, {"nobody": 1})),
        ("position.phase", lambda: game.start(edition, "AB", {}, {}, {"phase": "lunch"})),
        ("mine.toml", lambda: game.read_edition({"name": 7}, "mine.toml")),
    ]
    for named, attempt in attempts:
        with pytest.raises(InputError) as error:
            attempt()
        chinese = in_chinese(error.value.sentence)
        assert named in error.value.sentence
        assert named in chinese
        assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese), chinese
    with pytest.raises(InputError) as error:
        find_game("chess")
    assert in_chinese(error.value.sentence).startswith("沒有名為 'chess' 的遊戲")
