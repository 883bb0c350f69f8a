"""docs/security.md, sentence by sentence, over real sockets."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from http_calls import call, post
from web_fakes import WAIT_S, ServedTable

from companion.serving.invitation import own_names
from web.files import page_files
from web.server import HEADER_BYTES

ROOT = Path(__file__).resolve().parents[2]


def raw(served: ServedTable, request: bytes) -> bytes:
    """Send bytes as they are; everything that comes back until the line is closed."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=WAIT_S) as line:
        line.sendall(request)
        back = io.BytesIO()
        try:
            while part := line.recv(65_536):
                back.write(part)
        except ConnectionResetError:
            pass
        return back.getvalue()


def named(served: ServedTable, host: str, path: str = "/api/table") -> int:
    """The status of a request that calls the server by this name."""
    sent = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
    return int(raw(served, sent).split(b" ", 2)[1])


# -- the name ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1:8080", "192.168.4.1", "[::1]:80", "[fe80::1]", "localhost:8080",
        "table", "TABLE:8080", "table.local", "table.local.", "table.lan", "table.home.arpa",
    ],
)  # fmt: skip
def test_the_tables_own_names_are_answered(calm: ServedTable, host: str) -> None:
    assert named(calm, host) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "table.evil.example", "table.local.evil.example", "local",
        "127.0.0.1.nip.example", "other.local", "tablet", "[", "[::1", "a@table.example", "table,x",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/table", "/api/join.svg", "/static/table.js"])
def test_a_name_that_leads_here_from_elsewhere_is_not(
    calm: ServedTable, host: str, path: str
) -> None:
    assert named(calm, host, path) == 421


def test_a_rebound_page_can_not_act_even_with_the_code(served: ServedTable) -> None:
    before = served.journal.last_seq
    host = "evil.example"
    answer = post(served, "/api/track", {"players": 3}, Host=host, Origin=f"http://{host}")
    assert answer.status == 421
    assert "not the name of the table" in answer.json["error"]
    assert served.journal.last_seq == before


def test_the_names_are_the_machines_and_those_that_are_set() -> None:
    machine = socket.gethostname()
    names = own_names("0.0.0.0", ("games.example",))
    assert {machine, machine.split(".")[0], "games.example"} <= set(names)


# -- the page ----------------------------------------------------------------------------


class Scripts(HTMLParser):
    """Collects what a page would run beside its script files."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.sources: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._inside = tag == "script"
        if tag == "script":
            self.sources.append(given.get("src") or "")
        for name, value in attrs:
            if name.startswith("on") or name == "style" or "javascript:" in (value or ""):
                self.inline.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self._inside and data.strip():
            self.inline.append(data)


def test_no_script_stands_in_the_page(calm: ServedTable) -> None:
    found = Scripts()
    found.feed(call(calm, "GET", "/").body.decode())
    assert found.inline == []
    assert found.sources
    assert all(source.startswith("/static/") for source in found.sources)


def test_scripts_build_no_page_from_text() -> None:
    for name, file in page_files().items():
        if name.endswith(".js"):
            source = file.body.decode()
            for way in (r"\binnerHTML\b", r"\bouterHTML\b", r"insertAdjacentHTML", r"\beval\(",
                        r"new Function", r"document\.write"):  # fmt: skip
                assert not re.search(way, source), f"{name} uses {way}"


@pytest.mark.parametrize(
    "path", ["/", "/api/table", "/api/nothing", "/static/table.js", "/api/press"]
)
def test_every_answer_carries_the_policy(calm: ServedTable, path: str) -> None:
    headers = call(calm, "GET", path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


# -- what is taken in --------------------------------------------------------------------


def test_a_huge_body_is_refused_before_it_is_sent(calm: ServedTable) -> None:
    said = (
        f"POST /api/press HTTP/1.1\r\nHost: table\r\nX-Join-Code: {calm.code}\r\n"
        "Content-Type: application/json\r\nContent-Length: 900000000\r\n\r\n"
    )
    assert raw(calm, said.encode()).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_its_length_is_cut_off(served: ServedTable) -> None:
    chunk = b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"
    said = (
        f"POST /api/press HTTP/1.1\r\nHost: table\r\nX-Join-Code: {served.code}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", served.port), timeout=WAIT_S) as line:
        line.sendall(said.encode())
        sent = 0
        try:
            while sent < 400:  # 26 MB, of which it takes a fraction of one
                line.sendall(chunk)
                sent += 1
        except OSError:
            pass
        assert sent < 400
    assert call(served, "GET", "/api/table").status == 200


def test_headers_without_end_are_refused(calm: ServedTable) -> None:
    said = b"GET / HTTP/1.1\r\nHost: table\r\nX-Long: " + b"x" * (HEADER_BYTES + 1)
    assert raw(calm, said).startswith(b"HTTP/1.0 431 ")


@pytest.mark.parametrize("kind", ["image/jpeg", "image/png", "multipart/form-data; boundary=x"])
def test_no_picture_is_taken_from_a_phone(served: ServedTable, kind: str) -> None:
    ok, png = cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))
    assert ok
    body = png.tobytes()
    if kind.startswith("multipart"):
        head = b'--x\r\nContent-Disposition: form-data; name="token"; filename="a.png"\r\n\r\n'
        body = head + body + b"\r\n--x--\r\n"
    headers = {"Content-Type": kind, "X-Join-Code": served.code}
    answer = call(served, "POST", "/api/pick", body, headers)
    assert answer.status in (400, 415)
    kept = served.folder / "evidence"
    assert not kept.exists() or not list(kept.iterdir())


# -- secrets -----------------------------------------------------------------------------


def test_guessing_is_slowed_where_the_code_is_only_asked_for(served: ServedTable) -> None:
    wrong = {"X-Join-Code": "WRONG1"}
    statuses = [call(served, "GET", "/api/join.svg", headers=wrong).status for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    assert post(served, "/api/press", {"button": "look"}).status == 429


# -- no debug mode -----------------------------------------------------------------------

DEBUG = """
from web import WebConfig, create_app
from unittest.mock import MagicMock
companion = MagicMock(acts={})
app = create_app(companion, WebConfig("CODE", "http://table.local"))
print(app.debug, app.testing, app.config["PROPAGATE_EXCEPTIONS"])
companion.picture.side_effect = RuntimeError("/home/secret")
answer = app.test_client().get("/api/picture/x.jpg", headers={"Host": "127.0.0.1"})
print(answer.status_code, answer.get_data(as_text=True))
"""


def test_there_is_no_debug_mode_whatever_the_environment_says() -> None:
    environment: dict[str, Any] = {**os.environ, "FLASK_DEBUG": "1", "FLASK_ENV": "development"}
    done = subprocess.run(
        [sys.executable, "-c", DEBUG], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=60, check=True,
    )  # fmt: skip
    state, answer = done.stdout.splitlines()
    assert state == "False False None"
    assert answer.startswith('500 {"error":"something went wrong inside the companion')
    assert "secret" not in answer
