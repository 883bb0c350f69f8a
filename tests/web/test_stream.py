"""Server-sent events over real sockets: many watchers, one that never reads, a restart."""

from __future__ import annotations

import http.client
import json
import socket
import time
from pathlib import Path
from typing import Any

from http_calls import call
from session_fakes import Lying
from web_fakes import WAIT_S, ServedTable, threads_named

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


class Stream:
    """An open event stream."""

    def __init__(self, served: ServedTable) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
        self.connection.request("GET", "/api/stream")
        self.response = self.connection.getresponse()

    def block(self) -> dict[str, str]:
        """Read up to the next empty line."""
        found: dict[str, str] = {}
        while (line := self.response.readline().decode()) not in ("\n", ""):
            name, _, value = line.rstrip("\n").partition(": ")
            found[name or "comment"] = value or found.get("comment", "")
        return found

    def display(self) -> Any:
        """Read the next Display."""
        while (block := self.block()).get("event") != "display":
            assert block, "the stream ended"
        return json.loads(block["data"])

    def until(self, status: str) -> Any:
        while (published := self.display())["display"]["status"]["key"] != status:
            pass
        return published

    def close(self) -> None:
        self.response.close()
        self.connection.close()


def test_every_watcher_sees_versions_only_grow(served: ServedTable) -> None:
    streams = [Stream(served) for _ in range(4)]
    first = [stream.display()["version"] for stream in streams]
    served.scripted.lying = TOSS
    served.wait_until(lambda display: display.buttons[2].label.en == "Accept")
    served.scripted.hand = True
    served.wait_until(lambda display: display.status.key == "hand")
    for stream, version in zip(streams, first, strict=True):
        while True:
            published = stream.display()
            assert published["version"] > version
            version = published["version"]
            if published["display"]["status"]["key"] == "hand":
                break
        stream.close()


def test_a_watcher_that_never_reads_holds_up_nobody(served: ServedTable) -> None:
    deaf = socket.create_connection(("127.0.0.1", served.port), timeout=WAIT_S)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    deaf.sendall(b"GET /api/stream HTTP/1.1\r\nHost: table\r\n\r\n")
    good = Stream(served)
    good.display()
    for step in range(30):
        served.scripted.lying = [("x2", 10.0 * step, 60.0)]
        served.scripted.hand = bool(step % 2)
        served.wait_until(lambda d, hand=step % 2: (d.status.key == "hand") == bool(hand))
    began = time.monotonic()
    assert call(served, "GET", "/api/table").status == 200
    assert time.monotonic() - began < 0.3
    served.scripted.hand = False
    assert good.until("read")
    good.close()
    deaf.close()


def test_a_quiet_table_says_that_it_is_alive(tmp_path: Path) -> None:
    served = ServedTable(tmp_path, ping_s=0.2)
    stream = Stream(served)
    stream.until("read")
    blocks = [stream.block(), stream.block()]
    version = str(served.table.hub.newest.version)
    assert blocks == [{"comment": "ping"}, {"event": "alive", "data": version}]
    stream.close()
    served.stop()


def test_too_many_watchers_are_sent_away_and_pages_still_come(tmp_path: Path) -> None:
    served = ServedTable(tmp_path, ping_s=0.1, streams=3)
    streams = [Stream(served) for _ in range(3)]
    for stream in streams:
        stream.display()
    full = call(served, "GET", "/api/stream")
    assert full.status == 503
    assert int(full.headers["Retry-After"]) > 0
    assert "too many phones" in full.json["error"]
    assert call(served, "GET", "/").status == 200
    streams[0].close()
    deadline = time.monotonic() + WAIT_S
    while served.table.hub.watchers > 2:
        assert time.monotonic() < deadline, "a closed watcher keeps its place"
        served.table.hub.wait_newer(2**62, 0.05)
    again = Stream(served)
    assert again.response.status == 200
    for stream in (*streams[1:], again):
        stream.close()
    served.stop()


def test_after_a_restart_versions_go_on_growing(tmp_path: Path) -> None:
    served = ServedTable(tmp_path)
    stream = Stream(served)
    served.scripted.lying = TOSS
    before = stream.until("read")
    served.stop()
    served.scripted.lying = ()
    served.start()
    after = Stream(served).display()
    assert after["table"] == before["table"]
    assert after["epoch"] == before["epoch"] + 1
    assert after["version"] > before["version"]
    stream.close()
    served.stop()


def test_stopping_is_quick_with_open_streams_and_leaves_no_thread(tmp_path: Path) -> None:
    served = ServedTable(tmp_path)
    streams = [Stream(served) for _ in range(5)]
    for stream in streams:
        stream.display()
    began = time.monotonic()
    served.stop()
    assert time.monotonic() - began < 3.0
    assert threads_named("web", "loop", "eyes") == []
    for stream in streams:
        stream.close()
