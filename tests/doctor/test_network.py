"""The doctor on the network: real sockets, a real page."""

from __future__ import annotations

import errno
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.display.findings import Report
from companion.doctor.network import addresses, port, running_report
from companion.doctor.report import report_of
from companion.doctor.words import finding
from companion.serving.invitation import Invitation

HERE = "127.0.0.1"


def test_a_port_is_free_taken_or_ours() -> None:
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert port(HERE, number, None).key == "port_taken"
        report = Report((), "", "")
        assert port(HERE, number, report).key == "port_ours"
    assert port(HERE, number, None).key == "port_free"


@pytest.mark.parametrize(
    ("code", "words"), [(errno.EACCES, "Permission denied"), (errno.EADDRNOTAVAIL, "assign")]
)
def test_a_port_that_may_not_be_opened(
    monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    class Refusing(socket.socket):
        def bind(self, address: object) -> None:
            raise OSError(code, "Permission denied" if code == errno.EACCES else "can't assign")

    monkeypatch.setattr(socket, "socket", Refusing)
    found = port(HERE, 80, None)
    assert found.key == "port_forbidden"
    assert words in found.what.en


@pytest.mark.parametrize(
    ("name", "number", "avahi", "keys"),
    [
        ("http://pi.local:8080", "http://10.0.0.5:8080", True, ["address_ok", "name_ok"]),
        ("http://pi.local:8080", "http://10.0.0.5:8080", False, ["address_ok", "name_unanswered"]),
        ("http://pi.local", "http://127.0.0.1", False, ["address_alone", "name_unanswered"]),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", True, ["address_here"]),
        ("http://localhost:8080", "http://localhost:8080", True, ["address_here"]),
        ("http://[::1]:8080", "http://[::1]:8080", True, ["address_here"]),
        ("http://10.0.0.5", "http://10.0.0.5", True, ["address_ok"]),
        ("http://table.lan", "http://table.lan", True, ["address_ok"]),
    ],
)
def test_addresses(tmp_path: Path, name: str, number: str, avahi: bool, keys: list[str]) -> None:
    if avahi:
        (tmp_path / "run/avahi-daemon").mkdir(parents=True)
        (tmp_path / "run/avahi-daemon/socket").touch()
    found = addresses(Invitation(name, number, "CODE42"), tmp_path)
    assert [each.key for each in found] == keys
    assert "CODE42" not in str(report_of(found, Invitation(name, number, "CODE42"), tmp_path))


class Stranger:
    """A web server that is no companion: answers everything with the same bytes."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self.server = HTTPServer((HERE, 0), Answer)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    def __enter__(self) -> Stranger:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"<html>a printer", 200), (b"{}", 200), (b"{}", 404), (b'{"findings": 3}', 200), (b"", 200)],
)
def test_a_stranger_on_the_port_is_no_companion(body: bytes, status: int) -> None:
    with Stranger(body, status) as stranger:
        assert running_report("0.0.0.0", stranger.port, 5.0) is None
        assert port(HERE, stranger.port, None).key == "port_taken"


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind((HERE, 0))
        assert running_report(HERE, free.getsockname()[1], 1.0) is None


def test_whoever_listens_and_says_nothing_is_not_waited_for_long() -> None:
    with socket.socket() as silent:
        silent.bind((HERE, 0))
        silent.listen()
        assert running_report(HERE, silent.getsockname()[1], 0.2) is None


def test_a_companion_tells_its_report() -> None:
    import msgspec

    told = Report(
        (finding("camera_none"), finding("disk_full", free="3 MB")), "http://a", "http://b"
    )
    with Stranger(msgspec.json.encode(told)) as companion:
        assert running_report("0.0.0.0", companion.port, 5.0) == told
