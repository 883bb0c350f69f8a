"""Several phones over real HTTP: what each may see and do, and what each is sent."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest
from play_served import WAIT_S, PhoneClient, ServedGame, hand_words, seated

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
    assert "Ann: Drew" in ann.table()["verdict"]["text"]["en"], "a draw says whose it is"
    assert "Ann: Drew" in ann.section("moves")["steps"][0]["title"]["en"]
    assert "only Ann may see" in ben.table()["verdict"]["text"]["en"]
    moves = ben.section("moves")["steps"]
    assert "only Ann may see" in moves[0]["title"]["en"]
    assert "Ann: " not in moves[0]["title"]["en"], "a secret says whose it is by itself"
    assert moves[0]["detail"]["en"] == "Chance"


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
