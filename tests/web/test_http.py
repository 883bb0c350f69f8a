"""The JSON interface over real HTTP: reading, acting, refusing."""

from __future__ import annotations

import pytest
from http_calls import call, post
from session_fakes import Lying
from web_fakes import ServedTable

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


def show_toss(served: ServedTable) -> None:
    served.scripted.lying = TOSS
    served.wait_until(lambda display: display.buttons[2].label.en == "Accept")


def accept(served: ServedTable) -> None:
    show_toss(served)
    assert post(served, "/api/press", {"button": "next"}).status == 200
    served.wait_until(lambda display: display.prompt.en.startswith("A selects"))


# -- reading -----------------------------------------------------------------------------


def test_the_whole_display_with_a_version(served: ServedTable) -> None:
    show_toss(served)
    answer = call(served, "GET", "/api/table")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    first = answer.json
    assert first["display"]["status"]["text"]["en"] == "read"
    cards = first["display"]["sections"][0]["cards"]
    assert [card["title"]["en"] for card in cards] == ["×2", "Scouting", "Recall"]
    assert cards[0]["chips"][0] == {
        "colour": "blue",
        "shape": "square",
        "letter": {"en": "B", "zh": "藍"},
        "label": {"en": "blue", "zh": "藍"},
    }
    accept(served)
    assert call(served, "GET", "/api/table").json["version"] > first["version"]


def test_the_picture_is_served_under_its_version(served: ServedTable) -> None:
    show_toss(served)
    path = call(served, "GET", "/api/table").json["display"]["picture"]["path"]
    answer = call(served, "GET", path)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert "immutable" in answer.headers["Cache-Control"]
    assert call(served, "GET", "/api/picture/none.jpg").status == 404


def test_evidence_of_a_booked_toss_is_kept(served: ServedTable) -> None:
    accept(served)
    name = served.journal.entries[-1].picture
    assert len(name) == 64
    assert call(served, "GET", f"/api/picture/{name}.jpg").status == 200


def test_the_description_fits_what_is_sent(served: ServedTable) -> None:
    described = call(served, "GET", "/api/openapi.json").json
    assert described["openapi"] == "3.1.0"
    routes = {
        "/api/table", "/api/stream", "/api/picture/{name}.jpg", "/api/openapi.json",
        "/api/scene/{name}.json", "/api/record.json", "/api/report.html", "/api/report.zip",
        "/api/join.svg", "/api/join", "/api/press", "/api/pick", "/api/correct", "/api/track",
    }  # fmt: skip
    assert set(described["paths"]) == routes
    schemas = described["components"]["schemas"]
    sent = call(served, "GET", "/api/table").json
    assert set(schemas["Published"]["properties"]) == set(sent)
    assert set(schemas["Display"]["properties"]) == set(sent["display"])
    for path, methods in described["paths"].items():
        if "post" in methods:
            assert methods["post"]["security"] == [{"joinCode": []}]
            assert call(served, "GET", path).status == 405


def test_the_page_and_its_files_come_from_here(served: ServedTable) -> None:
    page = call(served, "GET", "/")
    assert page.status == 200
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for text in (
        page.body,
        *(call(served, "GET", f"/static/table.{e}").body for e in ("js", "css")),
    ):
        assert text
        assert b"https://" not in text
        assert b"//cdn" not in text
    assert b"<style" not in page.body
    assert b"style=" not in page.body


def test_the_qr_code_is_for_those_who_have_joined(served: ServedTable) -> None:
    assert call(served, "GET", "/api/join.svg").status == 401
    answer = call(served, "GET", "/api/join.svg", headers={"X-Join-Code": served.code})
    assert answer.status == 200
    assert answer.body.lstrip().startswith(b"<?xml")
    assert served.code.encode() not in call(served, "GET", "/").body
    assert served.code.encode() not in call(served, "GET", "/api/table").body


# -- acting ------------------------------------------------------------------------------


def test_from_toss_to_last_selection(served: ServedTable) -> None:
    accept(served)
    assert post(served, "/api/pick", {"token": 1, "light": ["red", "blue"]}).status == 200
    refused = post(served, "/api/pick", {"token": 1, "keep": True})
    assert refused.status == 409
    assert refused.json["note"]["clauses"] == ["GIRL-ASH-4"]
    assert refused.json["error"] == "Token 1 was already taken by A."
    done = post(served, "/api/pick", {"token": 2, "keep": True, "player": "B"})
    assert done.json["note"]["tone"] == "ok"
    assert call(served, "GET", "/api/table").json["version"] >= done.json["version"]
    undone = post(served, "/api/press", {"button": "undo"})
    assert undone.json["note"]["text"]["en"] == "Taken back: B, token 2."


def test_a_form_works_as_well(served: ServedTable) -> None:
    accept(served)
    form = f"join_code={served.code}&token=1&light=red&light=red"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert call(served, "POST", "/api/pick", form, headers).status == 200
    assert [pick.light for pick in served.session.casting.picks] == [("red", "red")]


def test_a_question_carries_its_readings(served: ServedTable) -> None:
    served.scripted.lying = [*TOSS[:2], ("recall?offering", 200.0, 80.0)]
    served.wait_until(lambda display: display.buttons[2].label.en == "Accept")
    post(served, "/api/press", {"button": "next"})
    served.wait_until(lambda display: display.prompt.en.startswith("A selects"))
    asked = post(served, "/api/pick", {"token": 3, "keep": True})
    assert asked.status == 409
    actions = asked.json["note"]["actions"]
    assert [action["label"]["en"] for action in actions] == ["Recall", "Offering"]
    assert post(served, actions[0]["post"], actions[0]["body"]).status == 200
    assert post(served, "/api/pick", {"token": 3, "keep": True}).status == 200


def test_the_track_is_set_over_http(served: ServedTable) -> None:
    answer = post(served, "/api/track", {"spaces": {"6": "girl", "5": "elder A", "3": "elder B"}})
    assert answer.status == 409
    assert answer.json["note"]["clauses"] == ["GIRL-SET-12"]
    assert post(served, "/api/track", {"players": 4}).status == 200


# -- refusing ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["press", "pick", "correct", "track", "join"])
def test_nothing_changes_without_the_join_code(served: ServedTable, path: str) -> None:
    show_toss(served)
    before = served.table.hub.newest
    sent = {"Content-Type": "application/json"}
    answer = call(served, "POST", f"/api/{path}", '{"button": "next", "token": 1}', sent)
    assert answer.status == 401
    assert "join code" in answer.json["error"]
    assert "加入代碼" in answer.json["text"]["zh"]
    assert served.journal.last_seq == 1
    assert served.table.hub.newest.display.moment == before.display.moment


@pytest.mark.parametrize("path", ["press", "pick", "correct", "track", "join"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
def test_state_changes_only_by_post(served: ServedTable, path: str, method: str) -> None:
    answer = call(served, method, f"/api/{path}", headers={"X-Join-Code": served.code})
    assert answer.status == 405
    assert "POST" in answer.headers["Allow"]


def test_another_sites_page_is_refused(served: ServedTable) -> None:
    answer = post(served, "/api/press", {"button": "look"}, Origin="http://evil.example")
    assert answer.status == 403
    assert "another site" in answer.json["error"]
    own = post(served, "/api/press", {"button": "look"}, Origin=served.address)
    assert own.status == 200
    assert post(served, "/api/press", {"button": "look"}, Origin="null").status == 403


def test_guessing_the_code_is_slowed_down(served: ServedTable) -> None:
    statuses = [post(served, "/api/join", {}, X_Join_Code=f"WRONG{n}").status for n in range(7)]
    assert statuses == [401] * 5 + [429] * 2
    late = post(served, "/api/join", {})
    assert late.status == 429
    assert 0 < int(late.headers["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("path", "body", "kind", "status", "words"),
    [
        ("pick", "{", "application/json", 400, "not JSON"),
        ("pick", b"\xff\xfe", "application/json", 400, "not JSON"),
        ("pick", "[" * 5000, "application/json", 400, "not JSON"),
        ("pick", "[]", "application/json", 400, "does not fit"),
        ("pick", "null", "application/json", 400, "does not fit"),
        ("pick", "{}", "application/json", 400, "`token`"),
        ("pick", '{"token": "one"}', "application/json", 400, "$.token"),
        ("pick", '{"token": 1, "lihgt": []}', "application/json", 400, "'lihgt'"),
        ("pick", '{"token": 1, "light": "red"}', "application/json", 400, "$.light"),
        ("pick", "token=x", "application/x-www-form-urlencoded", 400, "$.token"),
        ("pick", "hello", "text/plain", 415, "application/json"),
        ("press", '{"button": "' + "x" * 20_000 + '"}', "application/json", 413, "too large"),
        ("press", '{"button": "dance"}', "application/json", 409, "no meaning now"),
        ("track", '{"players": 7}', "application/json", 409, "on the track: 7;"),
        ("track", '{"spaces": {"6": "girl"}}', "application/json", 409, "on the track: 0;"),
        ("correct", '{"kind": "moon"}', "application/json", 409, "moon"),
        ("nothing", "{}", "application/json", 404, "nothing at this address"),
    ],
)
def test_bad_requests_get_one_sentence(
    served: ServedTable, path: str, body: bytes | str, kind: str, status: int, words: str
) -> None:
    headers = {"Content-Type": kind, "X-Join-Code": served.code}
    answer = call(served, "POST", f"/api/{path}", body, headers)
    assert answer.status == status
    assert words in answer.json["error"]
    assert "Traceback" not in answer.json["error"]
    assert served.journal.last_seq == 1


def test_a_stale_moment_is_refused(served: ServedTable) -> None:
    accept(served)
    moment = served.table.hub.newest.display.moment
    assert post(served, "/api/pick", {"token": 2, "keep": True, "moment": moment}).status == 200
    late = post(served, "/api/press", {"button": "undo", "moment": moment})
    assert late.status == 409
    assert "just before you" in late.json["error"]


def test_a_lost_camera_is_said_and_over_when_it_is_back(served: ServedTable) -> None:
    show_toss(served)
    served.scripted.gone = "the camera was unplugged; plug it in again"
    lost = served.wait_until(lambda display: display.status.key == "camera_lost")
    assert lost.display.status.details[0].en == "the camera was unplugged; plug it in again"
    served.scripted.gone = ""
    served.wait_until(lambda display: display.status.key == "read")
