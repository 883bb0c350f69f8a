"""Whole games over real HTTP: a move from tap to verdict, undo, and the end."""

from __future__ import annotations

import json

import pytest
from play_fakes import DotsGame, Lay
from play_served import ServedGame, hand_words, seated

from companion.games.playable import Tap

# -- a move from tap to verdict ----------------------------------------------------------------


def test_a_move_is_tapped_previewed_confirmed_and_told(served: ServedGame) -> None:
    ann = seated(served, "A")
    ben = seated(served, "B")
    first = ann.actions("enter", "/api/tap")[0]
    assert first["label"]["en"].startswith("number")
    assert ann.post("tap", first["body"])[0] == 200
    board = ann.table()["boards"][0]
    assert {spot["state"] for spot in board["spots"]} == {"open"}
    assert len(board["spots"]) == 25
    assert not ben.table()["boards"][0]["spots"]
    spot = next(spot for spot in board["spots"] if spot["id"] == "2,3")
    assert ann.post(board["post"].removeprefix("/api/"), spot["body"])[0] == 200
    preview = ann.section("enter")["notes"][-1]["text"]["en"]
    assert "This would be" in preview
    assert "on 2,3" in preview
    assert ann.post("confirm", {})[0] == 200
    for phone in (ann, ben):
        verdict = phone.table()["verdict"]
        assert verdict["text"]["en"].startswith("Ann: Laid")
        assert "DOTS-1" in verdict["clauses"]
        marked = [s for s in phone.table()["boards"][0]["spots"] if s["state"] == "marked"]
        assert [spot["id"] for spot in marked] == ["2,3"]
    assert ann.table()["prompt"]["en"] == "Ben: lay a number."
    assert ben.actions("enter", "/api/tap")


def test_choices_are_taken_back_one_by_one(served: ServedGame) -> None:
    ann = seated(served, "A")
    ann.post("tap", ann.actions("enter", "/api/tap")[1]["body"])
    ann.post("tap", {"spot": "1,1"})
    chips = ann.actions("enter", "/api/back")
    assert [chip["label"]["en"] for chip in chips][1] == "cell 1,1"
    assert ann.post("back", chips[1]["body"])[0] == 200
    assert len(ann.actions("enter", "/api/back")) == 1
    ann.post("back", {"keep": 0})
    assert not ann.actions("enter", "/api/back")
    assert ann.post("confirm", {})[0] == 409


def test_a_place_with_several_choices_asks_which(
    served: ServedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taps(self: DotsGame, state: object, move: Lay) -> tuple[Tap, ...]:
        return (Tap(f"{move.cell} {move.number}", "number", move.cell, {"number": move.number}),)

    monkeypatch.setattr(DotsGame, "taps", taps)
    ann = seated(served, "A")
    held = hand_words(ann, "A")
    spot = next(s for s in ann.table()["boards"][0]["spots"] if s["id"] == "2,3")
    assert spot["label"]["en"] == f"cell 2,3: number {held[0]}: number {held[1]}"
    assert ann.post("tap", spot["body"])[0] == 200
    asked = ann.section("enter")["groups"][0]
    assert asked["label"]["en"] == "There are several ways here:"
    labels = [action["label"]["en"] for action in asked["actions"]]
    assert labels == [*(f"number {number}" for number in held), "Another place"]
    assert ann.post("tap", asked["actions"][1]["body"])[0] == 200
    assert ann.post("confirm", {})[0] == 200
    assert f"Laid {held[1]} on 2,3" in ann.table()["verdict"]["text"]["en"]


def test_a_typed_move_is_judged_with_every_clause_and_its_place(served: ServedGame) -> None:
    ann = seated(served, "A")
    held = hand_words(ann, "A")
    assert ann.post("say", {"line": f"lay A {held[0]} 0,0"})[0] == 200
    ben = seated(served, "B")
    status, said = ben.post("say", {"line": "lay B 99 0,0"})
    assert status == 409
    assert said["note"]["clauses"] == ["DOTS-2", "DOTS-3"]
    assert said["note"]["where"] == "B, 0,0"
    marked = [s["id"] for s in ben.table()["boards"][0]["spots"] if s["state"] == "marked"]
    assert marked == ["0,0"]
    # Only who asked is told.
    assert ann.table()["verdict"]["tone"] == "ok"
    status, said = ben.post("say", {"line": "hello"})
    assert status == 409
    assert "a move is: lay A 3 1,1" in said["error"]


# -- undo, and the end -------------------------------------------------------------------------


def test_undo_takes_the_draw_back_too_and_redo_draws_the_same(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    ann.play()
    drawn = hand_words(ann, "A")
    assert ben.post("turn", {})[0] == 200
    assert ann.table()["prompt"]["en"] == "Ann: lay a number."
    assert "Taken back by phone 2" in ann.table()["verdict"]["text"]["en"]
    assert ann.post("turn", {"redo": True})[0] == 200
    assert hand_words(ann, "A") == drawn
    assert ann.post("turn", {"redo": True})[0] == 409
    for expected in (200, 409):
        assert ann.post("turn", {})[0] == expected
    ann.play()
    assert ann.table()["prompt"]["en"] == "Ben: lay a number."


def test_a_whole_game_to_its_report(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    for number in range(8):
        (ann, ben)[number % 2].play()
    display = ben.table()
    assert display["prompt"]["en"] == "The game is over."
    final = next(s for s in display["sections"] if s["id"] == "scores")
    assert not final["folded"]
    assert final["notes"][0]["clauses"] == ["DOTS-6"]
    for card in final["cards"]:
        total = int(card["title"]["en"].split(": ")[1].split()[0])
        assert sum(int(d["text"]["en"].split()[0]) for d in card["details"]) == total
    assert "?" not in hand_words(ben, "A")
    status, headers, raw = ann.call("GET", "/api/record.json")
    assert status == 200
    assert "attachment" in headers["Content-Disposition"]
    assert len(json.loads(raw)["moves"]) == 15
    (served.folder / "whole.json").write_bytes(raw)
    assert ann.post("game", {"game": ""})[0] == 200
    assert ann.table()["prompt"]["en"] == "Choose a game."
    status, said = ann.post("begin", {"record": raw.decode()})
    assert status == 200, said
    assert ann.table()["prompt"]["en"] == "The game is over."


# -- the description ---------------------------------------------------------------------------


def test_the_description_fits(served: ServedGame) -> None:
    ann = seated(served, "A")
    described = json.loads(ann.call("GET", "/api/openapi.json")[2])
    for act in ("tap", "back", "confirm", "say", "turn", "seat", "look", "game", "begin"):
        assert "post" in described["paths"][f"/api/{act}"]
    schemas = described["components"]["schemas"]
    assert set(schemas["Display"]["properties"]) == set(ann.table())
