"""The doctor on the network: real sockets, a real page."""

from __future__ import annotations

import errno
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.display.findings import Report
from companion.doctor.network import addresses, announced_on, others_served, port, running_report
from companion.doctor.report import report_of
from companion.doctor.words import finding
from companion.serving.announced import Served, announced, announcements, served_ports
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
    ("name", "number", "answered", "keys"),
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
def test_addresses(name: str, number: str, answered: bool, keys: list[str]) -> None:
    invitation = Invitation(name, number, "CODE42", answered)
    assert [each.key for each in addresses(invitation)] == keys
    report = report_of([], invitation)
    assert report.by_number == number
    assert report.by_name == (name if answered else number), "a name that leads nowhere is told"
    assert "CODE42" not in str(report)


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


# -- which port --------------------------------------------------------------------------


def test_who_serves_is_found_without_its_port(tmp_path: Path) -> None:
    with socket.socket() as listener, socket.socket() as closed:
        listener.bind((HERE, 0))
        listener.listen()
        closed.bind((HERE, 0))
        number, left = listener.getsockname()[1], closed.getsockname()[1]
        with announced(tmp_path, "0.0.0.0", number, tmp_path / "a.db"):
            # Another was killed later and left its note behind.
            killed = announced(tmp_path, HERE, left, tmp_path / "b.db")
            killed.__enter__()
            found = announced_on(tmp_path, None)
            assert found == Served("0.0.0.0", number, str(tmp_path / "a.db"))
            told = announced_on(tmp_path, left)
            assert told is not None
            assert told.journal == str(tmp_path / "b.db")
        assert announced_on(tmp_path, None) is None
        assert [each.port for each in announcements(tmp_path)] == [left]


def test_who_serves_is_named_to_everybody_and_only_while_it_does(tmp_path: Path) -> None:
    with announced(tmp_path, HERE, 65431, tmp_path / "a.db"):
        assert 65431 in served_ports(Path("/"))
    assert 65431 not in served_ports(Path("/"))
    assert served_ports(tmp_path) == ()


@pytest.mark.parametrize(
    ("ports", "said"),
    [((), ""), ((80,), ""), ((80, 81), "port 81."), ((80, 81, 90), "port 81, 90.")],
)
def test_other_companions(ports: tuple[int, ...], said: str) -> None:
    found = others_served(80, ports)
    assert "".join(each.what.en for each in found).endswith(said)
    assert [each.key for each in found] == (["others_run"] if said else [])


def test_a_note_that_just_went_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with announced(tmp_path, HERE, 8080, tmp_path / "a.db"):
        folder = tmp_path / "serving"
        found = [folder / "8081.json", folder / "8080.json"]
        monkeypatch.setattr(Path, "glob", lambda *_: iter(found))
        assert [each.port for each in announcements(tmp_path)] == [8080]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"host": 3}'])
def test_a_note_that_is_none_is_passed_over(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "serving").mkdir()
    (tmp_path / "serving/8080.json").write_bytes(content)
    assert announcements(tmp_path) == ()


def test_a_folder_that_cannot_be_written_keeps_nobody_from_serving(tmp_path: Path) -> None:
    (tmp_path / "serving").write_text("a file where the folder should be")
    with announced(tmp_path, HERE, 8080, tmp_path / "a.db"):
        assert announcements(tmp_path) == ()
