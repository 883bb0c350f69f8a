"""A table that plays whole games behind a real server, and phones that talk to it."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from play_fakes import DotsGame

from companion.apps.play import PlayApp, PlaySettings
from companion.display.model import Display

WAIT_S = 10.0


class ServedGame:
    """`companion serve --game`, in this process; `stop` and `start` keep folder and port."""

    def __init__(
        self, folder: Path, game: str = "", players: tuple[str, ...] = (), edition: str = ""
    ) -> None:
        self.folder, self.game, self.players, self.edition = folder, game, players, edition
        self.port = 0
        self.start()

    def start(self) -> None:
        settings = PlaySettings(
            "127.0.0.1", self.port, self.folder, self.game, self.players, self.edition
        )
        self.app = PlayApp(settings)
        self.code = self.app.invitation.code
        self.port = int(self.app.invitation.by_number.rsplit(":", 1)[1])

    def stop(self) -> None:
        self.app.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_until(self, holds: Callable[[Display], bool]) -> Display:
        """Wait for a bystander's Display of which `holds` is true."""
        hub, deadline = self.app.games.hub, time.monotonic() + WAIT_S
        newest = hub.newest
        while not holds(newest.display):
            left_s = deadline - time.monotonic()
            assert left_s > 0, newest.display.prompt
            newest = hub.wait_newer(newest.version, left_s) or hub.newest
        return newest.display


class PhoneClient:
    """A phone without a browser: keeps its cookie, knows the join code."""

    def __init__(self, served: ServedGame, join: bool = True) -> None:
        self.served, self.cookie = served, ""
        if join:
            assert self.post("join", {})[0] == 200

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, Any, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=WAIT_S)
        sent = {"Content-Type": "application/json", "X-Join-Code": self.served.code, **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            raw = response.read()
            given = response.headers.get("Set-Cookie")
            if given:
                assert "HttpOnly" in given
                assert "SameSite=Strict" in given
                self.cookie = given.split(";")[0]
            return response.status, response.headers, raw
        finally:
            connection.close()

    def post(self, act: str, body: object, **headers: str) -> tuple[int, Any]:
        status, _, raw = self.call("POST", f"/api/{act}", body, **headers)
        return status, json.loads(raw)

    def table(self) -> Any:
        return json.loads(self.call("GET", "/api/table")[2])["display"]

    def section(self, name: str) -> Any:
        return next(each for each in self.table()["sections"] if each["id"] == name)

    def actions(self, section: str, path: str) -> list[Any]:
        found = [a for group in self.section(section)["groups"] for a in group["actions"]]
        return [action for action in found if action["post"] == path]

    def play(self, pick: Callable[[list[Any]], Any] = lambda found: found[0]) -> str:
        """Choose until there is a move, confirm it; gives what was said of it."""
        for _ in range(40):
            confirm = [b for b in self.table()["buttons"] if b["post"] == "/api/confirm"]
            if confirm:
                status, said = self.post("confirm", {})
                assert status == 200, said
                return str(self.table()["verdict"]["text"]["en"])
            taps = self.actions("enter", "/api/tap")
            assert self.post("tap", pick(taps)["body"])[0] == 200
        raise AssertionError("no move after 40 taps")


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
