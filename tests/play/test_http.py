"""Whole games over real HTTP: several phones, seats, hidden hands, undo, kill and resume."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from play_fakes import DotsGame, Lay
from play_served import WAIT_S, PhoneClient, ServedGame

from companion.games.playable import Tap
from companion.play.shelf import Shelf


@pytest.fixture
def served(tmp_path: Path, dots: DotsGame) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path / "data", "dots", ("Ann", "Ben"))
    yield table
    table.stop()


def seated(served: ServedGame, *seats: str) -> PhoneClient:
    phone = PhoneClient(served)
    for seat in seats:
        assert phone.post("seat", {"seat": seat})[0] == 200
    return phone


def hand_words(phone: PhoneClient, seat: str) -> list[str]:
    board = next(b for b in phone.table()["boards"] if b["id"] == f"hand-{seat}")
    status, headers, raw = phone.call("GET", board["scene"])
    assert status == 200
    assert "immutable" in headers["Cache-Control"]
    return [shape["text"] for shape in json.loads(raw)["shapes"]]


# -- a move from tap to verdict ------------------------------------------------------------


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


# -- who may see and do what -------------------------------------------------------------------


def test_each_phone_sees_its_own_hand(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    watching = PhoneClient(served, join=False)
    assert "?" not in hand_words(ann, "A")
    assert hand_words(ann, "B") == ["?", "?"]
    assert hand_words(ben, "A") == ["?", "?"]
    assert hand_words(watching, "A") == hand_words(watching, "B") == ["?", "?"]
    assert not watching.table()["buttons"]


def test_the_draw_of_one_is_a_secret_of_the_other(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    ann.play()
    assert "Drew" in ann.table()["verdict"]["text"]["en"]
    assert "only Ann may see" in ben.table()["verdict"]["text"]["en"]
    moves = ben.section("moves")["steps"]
    assert "only Ann may see" in moves[0]["title"]["en"]
    assert moves[0]["detail"]["en"] == "chance"


def test_the_record_keeps_secrets_until_all_is_open(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    record = json.loads(ben.call("GET", "/api/record.json")[2])
    assert "setup" not in record or not record["setup"]
    assert record["position"]["hands"] == [[0, 0], [0, 0]]
    assert ben.post("settings", {"show_all": True})[0] == 409
    assert ann.post("settings", {"show_all": True})[0] == 200
    record = json.loads(ben.call("GET", "/api/record.json")[2])
    assert 0 not in record["setup"]["hands"]["A"]
    assert "?" not in hand_words(ben, "A")


def test_seats_are_taken_freed_and_handed_over(served: ServedGame) -> None:
    host, other = PhoneClient(served), PhoneClient(served)
    assert other.post("seat", {"seat": "B"})[0] == 200
    third = PhoneClient(served)
    status, said = third.post("seat", {"seat": "B"})
    assert (status, "Ben" in said["error"]) == (409, True)
    assert third.post("seat", {"seat": "B", "do": "free"})[0] == 409
    assert host.post("seat", {"seat": "B", "do": "give", "phone": 3})[0] == 200
    assert "?" not in hand_words(third, "B")
    assert hand_words(other, "B") == ["?", "?"]
    assert host.post("seat", {"seat": "B", "do": "give", "phone": 9})[0] == 409
    assert host.post("seat", {"seat": "Z"})[0] == 409
    assert other.post("seat", {"seat": "host"})[0] == 409  # whoever sits may be the host
    assert third.post("seat", {"seat": "host"})[0] == 200
    assert "phone 3" in host.section("seats")["cards"][1]["title"]["en"]
    assert third.section("about")["groups"]
    assert not host.section("about")["groups"]


def test_moves_of_others_and_of_chance_are_refused(served: ServedGame) -> None:
    ann = seated(served, "A")
    status, said = ann.post("say", {"line": "draw A 7"})
    assert status == 409
    ben = seated(served, "B")
    held = hand_words(ann, "A")
    status, said = ben.post("say", {"line": f"lay A {held[0]} 0,0"})
    assert status == 409
    assert "Ann, whose seat is not on this phone" in said["error"]
    status, said = PhoneClient(served).post("say", {"line": "lay A 1 0,0"})
    assert (status, said["error"]) == (409, "Take a seat first.")


@pytest.mark.parametrize(
    "act", ["tap", "back", "confirm", "say", "turn", "seat", "look", "game", "begin", "settings"]
)
def test_nothing_changes_without_code_or_from_elsewhere(served: ServedGame, act: str) -> None:
    ann = seated(served, "A")
    before = ann.table()
    body = {"line": "x"} if act == "say" else {"seat": "B"} if act == "seat" else {}
    assert ann.post(act, body, **{"X-Join-Code": "WRONG"})[0] == 401
    assert ann.post(act, body, Origin="http://evil.example")[0] == 403
    assert ann.call("GET", f"/api/{act}")[0] == 405
    stranger = PhoneClient(served, join=False)
    status, said = stranger.post(act, body)
    assert (status, said["error"]) == (409, "Join the table first.")
    assert ann.table() == before


def test_a_stale_moment_is_refused(served: ServedGame) -> None:
    ann = seated(served, "A", "B")
    moment = ann.table()["moment"]
    ann.post("look", {"seat": "A"})
    ann.play()
    status, said = ann.post("turn", {"redo": False, "moment": moment})
    assert (status, "just before you" in said["error"]) == (409, True)


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


# -- setting up on the page --------------------------------------------------------------------


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
    assert [field["name"] for field in form["last"]] == ["setup"]
    assert [choice["name"] for choice in form["choices"]] == ["dealer", "edition"]
    (part,) = form["parts"]
    assert [choice["name"] for choice in part["choices"]] == ["rulings.many"]
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
        ({"names": {"A": "Ann", "B": "Ben"}, "setup": "[1]"}, "the setup is a JSON object"),
        ({"names": {"A": "Ann", "B": "Ben"}, "setup": "{"}, "the setup: is not JSON"),
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


def test_the_description_fits(served: ServedGame) -> None:
    ann = seated(served, "A")
    described = json.loads(ann.call("GET", "/api/openapi.json")[2])
    for act in ("tap", "back", "confirm", "say", "turn", "seat", "look", "game", "begin"):
        assert "post" in described["paths"][f"/api/{act}"]
    schemas = described["components"]["schemas"]
    assert set(schemas["Display"]["properties"]) == set(ann.table())


# -- after a power cut -------------------------------------------------------------------------


def test_the_game_goes_on_after_a_stop(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    ann.play()
    before = (hand_words(ann, "A"), ann.section("moves")["steps"], ann.table()["prompt"])
    served.stop()
    served.start()
    assert (hand_words(ann, "A"), ann.section("moves")["steps"], ann.table()["prompt"]) == before
    ben.play()
    assert ann.table()["prompt"]["en"] == "Ann: lay a number."


def test_the_game_goes_on_after_a_kill(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]
    options = ["--game", "solani", "--seats", "Ann,Ben", "--host", "127.0.0.1", "--port", "0"]
    options += ["--journal", str(tmp_path / "game.db"), "--data", str(tmp_path)]

    class Started:
        """The command in a process of its own."""

        def __init__(self) -> None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command + options, stdout=pipe, text=True)
            watchdog = threading.Timer(60.0, self.process.kill)
            watchdog.start()
            assert self.process.stdout is not None
            for line in self.process.stdout:
                if "open http" in line:
                    self.port = int(line.strip().rsplit(":", 1)[1])
                if line.startswith("Join code: "):
                    self.code = line.split()[-1]
                    break
            watchdog.cancel()

        def kill(self, number: int) -> None:
            os.kill(self.process.pid, number)
            self.process.wait(WAIT_S)
            assert self.process.stdout is not None
            self.process.stdout.close()

    first = Started()
    phone = seated(first, "A", "B")  # type: ignore[arg-type]
    for _ in range(3):
        phone.play()
    before = phone.table()
    first.kill(signal.SIGKILL)
    second = Started()
    try:
        phone.served = second  # type: ignore[assignment]
        assert second.code == first.code
        assert phone.table()["prompt"] == before["prompt"]
        assert phone.table()["moment"] == before["moment"]
        phone.play()
    finally:
        second.kill(signal.SIGINT)


def test_a_draw_that_a_power_cut_prevented_is_made_up_for(tmp_path: Path, dots: DotsGame) -> None:
    served = ServedGame(tmp_path / "data", "dots", ("Ann", "Ben"))
    try:
        ann = seated(served, "A")
        held = hand_words(ann, "A")
        served.stop()
        shelf = Shelf(tmp_path / "data" / "games")
        shelf.journal.append("play", f"lay A {held[0]} 0,0", "A", 0.0)
        shelf.close()
        served.start()
        assert ann.table()["prompt"]["en"] == "Ben: lay a number."
    finally:
        served.stop()


# -- the stream --------------------------------------------------------------------------------


def first_events(phone: PhoneClient, count: int) -> list[dict[str, Any]]:
    """The next Displays that a phone is sent; whatever is asked for comes while it listens."""
    connection = http.client.HTTPConnection("127.0.0.1", phone.served.port, timeout=WAIT_S)
    try:
        connection.request("GET", "/api/stream", headers={"Cookie": phone.cookie})
        response = connection.getresponse()
        found: list[dict[str, Any]] = []
        while len(found) < count:
            line = response.readline().decode()
            if line.startswith("data: {"):
                found.append(json.loads(line.removeprefix("data: ")))
        return found
    finally:
        connection.close()


def test_the_stream_gives_each_phone_its_own(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    watching = PhoneClient(served, join=False)
    for phone, own in ((ann, True), (ben, True), (watching, False)):
        (event,) = first_events(phone, 1)
        assert event["own"] is own
        assert event["display"] == phone.table()
    assert ann.table() != ben.table()
    assert first_events(ann, 1)[0]["version"] == first_events(watching, 1)[0]["version"]
