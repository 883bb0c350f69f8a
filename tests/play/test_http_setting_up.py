"""Setting up a game on the page, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from play_fakes import DotsGame
from play_served import PhoneClient, ServedGame, hand_words, seated


@pytest.fixture
def empty(tmp_path: Path, dots: DotsGame) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path / "data")
    yield table
    table.stop()


def test_a_game_is_set_up_on_the_page(empty: ServedGame) -> None:
    host, other = PhoneClient(empty), PhoneClient(empty)
    assert other.table()["prompt"]["en"] == "The host sets up the game."
    assert other.post("game", {"game": "dots"})[0] == 409
    labels = [a["label"]["en"] for a in host.actions("games", "/api/game")]
    assert {"Polaris", "Solani"} <= set(labels)
    assert host.post("game", {"game": "dots"})[0] == 200
    form = host.section("setup")["forms"][0]
    assert [field["name"] for field in form["fields"]] == [f"names.{seat}" for seat in "ABCD"]
    assert [choice["name"] for choice in form["choices"]] == ["dealer", "edition"]
    rulings, own_deal = form["parts"]
    assert [choice["name"] for choice in rulings["choices"]] == ["rulings.many"]
    assert [field["name"] for field in own_deal["fields"]] == ["setup"]
    assert set(json.loads(own_deal["example"])) == {"hands"}
    body = {"names": {"A": "Ann", "B": "Ben", "C": "", "D": ""}, "rulings": {"many": "false"}}
    assert host.post("begin", body)[0] == 200
    assert other.table()["prompt"]["en"] == "Ann: lay a number."
    assert host.post("begin", body)[0] == 409


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"names": {"A": " ", "B": ""}}, "Enter at least one name"),
        ({"names": {"A": "Ann"}}, "two to four players"),
        ({"names": {"A": "Ann", "B": "ann"}}, "same name"),
        ({"names": {"A": "Ann", "B": "Ben"}, "rulings": {"maybe": "1"}}, "rulings.maybe: there"),
        ({"names": {"A": "Ann", "B": "Ben"}, "rulings": {"many": "7"}}, "true, false"),
        ({"names": {"A": "Ann", "B": "Ben"}, "edition": "OTHER"}, "no edition called"),
        ({"names": {"A": "Ann", "B": "Ben"}, "dealer": "nobody"}, "nobody"),
        (
            {"names": {"A": "Ann", "B": "Ben"}, "setup": "[1]"},
            "stands in braces, as in the example",
        ),
        (
            {"names": {"A": "Ann", "B": "Ben"}, "setup": "{"},
            "copy the example above the field again",
        ),
        ({"record": "{"}, "record"),
        ({"record": '{"game": "chess", "players": 2, "moves": []}'}, "no game called"),
    ],
)
def test_what_can_not_be_set_up_is_one_sentence(
    empty: ServedGame, body: dict[str, object], words: str
) -> None:
    host = PhoneClient(empty)
    host.post("game", {"game": "dots"})
    status, said = host.post("begin", body)
    assert status == 409
    assert words in said["error"]
    assert "Traceback" not in said["error"]
    # What the small fake game itself refuses, it says in English only.
    assert said["note"]["text"]["zh"] != said["error"] or words == "two to four players"
    assert host.table()["moment"] == 0


def test_the_table_may_draw_and_enter_what_was_drawn(empty: ServedGame) -> None:
    host = PhoneClient(empty)
    host.post("game", {"game": "dots"})
    setup = json.dumps({"hands": {"A": [12, 13], "B": [20, 21]}})
    names = {"A": "Ann", "B": "Ben"}
    assert host.post("begin", {"names": names, "dealer": "table", "setup": setup})[0] == 200
    host.post("seat", {"seat": "A"})
    assert hand_words(host, "A") == ["12", "13"]
    other = seated(empty, "B")
    assert host.post("say", {"line": "lay A 12 1,1"})[0] == 200
    assert host.section("enter")["title"]["en"] == "What was drawn"
    assert not [s for s in other.table()["sections"] if s["id"] == "enter"]
    assert len(host.actions("enter", "/api/tap")) == 38  # all but what was laid and what Ann holds
    assert host.post("tap", {"tap": "n7"})[0] == 200
    assert host.post("confirm", {})[0] == 200
    assert host.table()["prompt"]["en"] == "Ben: lay a number."
    assert "7" in hand_words(host, "A")
    assert "7" not in hand_words(other, "A")
    assert host.post("settings", {"dealer": "companion"})[0] == 200
