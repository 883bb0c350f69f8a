"""Teaching an own copy over HTTP: who may, what is refused, what survives a restart."""

from __future__ import annotations

import http.client
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image
from play_served import PhoneClient, ServedGame

WAIT_S = 60.0


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    made = ServedGame(tmp_path_factory.mktemp("setup"))
    yield made
    made.stop()


def jpeg(size: tuple[int, int] = (640, 480)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, (90, 120, 150)).save(made, "JPEG")
    return made.getvalue()


def call(
    served: ServedGame, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    try:
        sent = {"X-Join-Code": served.code, "Content-Type": "application/json", **headers}
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def act(served: ServedGame, name_: str, /, **body: object) -> tuple[int, Any]:
    status, raw = call(served, "POST", f"/api/setup/{name_}", json.dumps(body).encode())
    return status, json.loads(raw)


def send(served: ServedGame, draft: str, data: bytes) -> tuple[int, Any]:
    query = urlencode({"draft": draft})
    kind = {"Content-Type": "image/jpeg"}
    status, raw = call(served, "POST", f"/api/setup/photo?{query}", data, **kind)
    return status, json.loads(raw)


@pytest.fixture(scope="module")
def draft(served: ServedGame) -> str:
    status, state = act(served, "begin", game="girl", name="Ours", marker_mm=18.0)
    assert status == 200, state
    return str(state["draft"]["id"])


def test_the_page_comes_without_a_code_and_holds_none(served: ServedGame) -> None:
    status, page = call(served, "GET", "/setup", **{"X-Join-Code": ""})
    assert status == 200
    assert served.code.encode() not in page


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/setup.json"),
        ("GET", "/api/setup/file?draft=1&name=a.jpg"),
        ("GET", "/api/setup/edition.zip?name=Ours"),
        ("POST", "/api/setup/begin"),
        ("POST", "/api/setup/photo"),
        ("POST", "/api/setup/import"),
    ],
)
def test_nothing_is_shown_or_taken_without_the_code(
    served: ServedGame, method: str, path: str
) -> None:
    body = b"{}" if method == "POST" else None
    assert call(served, method, path, body, **{"X-Join-Code": ""})[0] == 401


def test_another_sites_page_may_not_change_anything(served: ServedGame) -> None:
    other = {"Origin": "http://elsewhere.example"}
    assert call(served, "POST", "/api/setup/begin", b"{}", **other)[0] == 403


def test_a_draft_says_what_the_game_has(served: ServedGame, draft: str) -> None:
    _, state = act(served, "open", draft=draft)
    opened = state["draft"]
    boards = {board["name"]: board["copies"] for board in opened["boards_known"]}
    assert boards["player"] == 4
    families = {family["name"]: family for family in opened["families"]}
    assert families["star"]["boxes"] == 15
    assert families["star"]["title"]["zh"]
    assert state["takes"] is False


@pytest.mark.parametrize(
    ("name", "body", "status", "words"),
    [
        ("begin", {"game": "chess", "name": "x", "marker_mm": 20}, 400, "chess"),
        ("begin", {"game": "girl", "name": "", "marker_mm": 20}, 400, "name"),
        ("begin", {"game": "girl", "name": "x", "marker_mm": 0}, 400, "marker_mm"),
        ("begin", {"game": "girl"}, 400, "name"),
        ("open", {"draft": "../../etc"}, 400, "begin anew"),
        ("open", {"draft": 7}, 400, "draft"),
        ("hold", {"draft": "DRAFT", "plan": {"board": "score", "photos": []}}, 400, "photos"),
        (
            "hold",
            {"draft": "DRAFT", "plan": {"board": "score", "photos": ["../../etc/passwd"]}},
            400,
            "same folder",
        ),
        (
            "board",
            {"draft": "DRAFT", "plan": {"board": "score", "photos": ["no.jpg"]}},
            400,
            "can't be read",
        ),
        ("take", {"draft": "DRAFT"}, 400, "no camera"),
    ],
)
def test_what_can_not_be_meant_is_told(
    served: ServedGame, draft: str, name: str, body: dict[str, object], status: int, words: str
) -> None:
    said = {key: draft if value == "DRAFT" else value for key, value in body.items()}
    given, answer = act(served, name, **said)
    told = answer["note"]["text"]["en"] if "note" in answer else answer["error"]
    assert words in told
    assert given == status or (given == 200 and answer["note"]["tone"] == "refused")
    if name == "board":  # that one is kept, so that it can be mended
        act(served, "remove", draft=draft, what="score-1")


def test_an_act_that_there_is_not_is_not_found(served: ServedGame) -> None:
    assert act(served, "explode", draft="x")[0] == 404
    assert (
        call(served, "POST", "/api/setup/open", b"draft", **{"Content-Type": "text/plain"})[0]
        == 415
    )
    assert call(served, "POST", "/api/setup/open", b"{")[0] == 400


def test_a_photograph_is_kept_without_its_remarks(served: ServedGame, draft: str) -> None:
    made, exif = io.BytesIO(), Image.Exif()
    exif[0x010F] = "A maker that nobody needs to know"
    exif[0x0112] = 6  # to be turned by a quarter
    Image.new("RGB", (640, 480), (90, 120, 150)).save(made, "JPEG", exif=exif)
    status, state = send(served, draft, made.getvalue())
    assert status == 200, state
    assert state["draft"]["photos"][state["photo"]] == [480, 640]
    query = urlencode({"draft": draft, "name": state["photo"]})
    status, kept = call(served, "GET", f"/api/setup/file?{query}")
    assert status == 200
    assert b"A maker" not in kept


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", 415, "HEIC"),
        (b"no picture", 415, "not a picture"),
        (jpeg()[:900], 400, "damaged"),
        (b"", 400, "empty"),
    ],
)
def test_what_is_no_photograph_is_refused(
    served: ServedGame, draft: str, data: bytes, status: int, words: str
) -> None:
    given, state = send(served, draft, data)
    assert (given, words in state["note"]["text"]["en"]) == (status, True)
    assert state["note"]["text"]["zh"] != state["note"]["text"]["en"]


def test_too_many_bytes_are_refused(served: ServedGame, draft: str) -> None:
    head = {"Content-Type": "image/jpeg", "Content-Length": "90000000"}
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    connection.putrequest("POST", f"/api/setup/photo?draft={draft}")
    for name, value in {**head, "X-Join-Code": served.code}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_names_of_files_are_looked_up(served: ServedGame, draft: str) -> None:
    for name in ("teach.json", "../teach.json", "/etc/passwd", ""):
        query = urlencode({"draft": draft, "name": name})
        assert call(served, "GET", f"/api/setup/file?{query}")[0] == 404
    assert call(served, "GET", "/api/setup/edition.zip?name=..")[0] == 404


def test_a_strangers_zip_is_refused(served: ServedGame) -> None:
    status, raw = call(
        served, "POST", "/api/setup/import", b"PK nonsense", **{"Content-Type": "application/zip"}
    )
    state = json.loads(raw)
    assert status == 400
    assert "zip" in state["note"]["text"]["en"]
    assert state["editions"] == []


def test_the_sheets_with_boxes_are_there(served: ServedGame) -> None:
    status, pdf = call(served, "GET", "/api/teaching-sheet-a4.pdf")
    assert (status, pdf[:4]) == (200, b"%PDF")
    assert call(served, "GET", "/api/teaching-sheet-a0.pdf")[0] == 404


def test_what_was_said_survives_a_restart(tmp_path: Path) -> None:
    served = ServedGame(tmp_path)
    try:
        _, state = act(served, "begin", game="girl", name="Ours", marker_mm=18.0)
        draft = state["draft"]["id"]
        _, state = send(served, draft, jpeg())
        plan = {"board": "score", "photos": [state["photo"]], "mirror": True}
        act(served, "hold", draft=draft, plan=plan)
        served.stop()
        served.start()
        PhoneClient(served)
        _, state = act(served, "open", draft=draft)
        (board,) = state["draft"]["boards"]
        assert (board["plan"]["mirror"], board["size_mm"]) == (True, None)
        _, state = act(served, "drop", draft=draft)
        assert state["drafts"] == []
    finally:
        served.stop()
