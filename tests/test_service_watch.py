"""The service tells systemd how it is: a real process, a real datagram socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from board_files import grey_png, write_table

from companion.serving.service_manager import ServiceManager
from companion.serving.service_watch import Watch, serve_until, writes_to_journal
from companion.serving.stopping import HUNG_STATUS

START_WAIT_S = 40.0
WATCHDOG_S = 1.2

# The served command, with a loop that hangs from the moment the file exists.
HANGING = """
import threading
from pathlib import Path
from companion.play.table import PlayTable

whole = PlayTable.tick

def tick(table, now_s, busy_until_s):
    if Path(HANG).exists():
        threading.Event().wait()
    whole(table, now_s, busy_until_s)

PlayTable.tick = tick
from companion.cli import main
main()
"""


# The served command with a Raspberry Pi camera that hangs from the moment the file exists.
HANGING_CAMERA = """
import sys, threading, types
from pathlib import Path
sys.path.insert(0, TESTS)
from pi_camera_fakes import StrictPicamera2
del sys.path[0]  # tests/web must not hide web
from hardware.clock import MonotonicClock

class Clock(MonotonicClock):
    turn = MonotonicClock.wait_s

class Picamera2(StrictPicamera2):
    clock, go_on = Clock(), threading.Event()

    def capture_request(self, wait):
        if Path(HANG).exists():
            self.go_on.wait()
        return super().capture_request(wait)

Picamera2.look_at(16_000, 2.0, (2.1, 1.6))
sys.modules["picamera2"] = types.SimpleNamespace(Picamera2=Picamera2)
from companion.cli import main
main()
"""


class HandClock:
    def __init__(self) -> None:
        self.at_s = 100.0

    def now_s(self) -> float:
        return self.at_s


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.settimeout(START_WAIT_S)
        yield receiver


def heard(systemd: socket.socket, wait_s: float) -> str:
    """The next datagram, or nothing."""
    systemd.settimeout(wait_s)
    try:
        return systemd.recv(500).decode()
    except TimeoutError:
        return ""


def test_pings_follow_the_loop_and_stop_with_it(systemd: socket.socket) -> None:
    clock, beats = HandClock(), [100.0]
    environ = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "20000000"}
    watch = Watch(ServiceManager(environ), lambda: beats[-1], clock)
    pings = []
    for second in range(40):
        clock.at_s = 101.0 + second
        if second < 20:
            beats.append(clock.at_s)
        watch.look()
        if heard(systemd, 0.001):
            pings.append(second)
    # Every third of 20 s, once more for the last round, and then never again.
    assert pings == [0, 7, 14, 21]


def test_without_a_watchdog_nobody_is_told(systemd: socket.socket) -> None:
    clock = HandClock()
    watch = Watch(ServiceManager({"NOTIFY_SOCKET": systemd.getsockname()}), clock.now_s, clock)
    watch.look()
    assert watch.wait_s == 1.0
    assert heard(systemd, 0.05) == ""


def test_ready_and_stopping(systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
    stopped = threading.Event()
    stopped.set()
    clock = HandClock()
    serve_until(stopped, "http://table.local:8080", clock.now_s, clock)
    assert heard(systemd, 1.0) == "READY=1\nSTATUS=page at http://table.local:8080"
    assert heard(systemd, 1.0) == "STOPPING=1"


@pytest.mark.parametrize("managed", [True, False])
def test_what_is_past_help_ends_the_service_only_where_it_is_started_again(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, managed: bool
) -> None:
    monkeypatch.setattr("companion.serving.service_watch.LOOK_EACH_S", 0.01)
    if managed:
        monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
    else:
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    stopped, clock = threading.Event(), HandClock()
    timer = threading.Timer(0.5, stopped.set)
    timer.start()
    asked = serve_until(stopped, "http://table.local:8080", clock.now_s, clock, lambda: True)
    assert asked is not managed, "by hand the page is served until somebody ends it"
    timer.cancel()


@pytest.mark.parametrize("ours", [True, False])
def test_systemds_journal_is_recognised(tmp_path: Path, ours: bool) -> None:
    with (tmp_path / "journal").open("w") as stream:
        opened = os.fstat(stream.fileno())
        inode = opened.st_ino + (0 if ours else 1)
        assert writes_to_journal({"JOURNAL_STREAM": f"{opened.st_dev}:{inode}"}, stream) == ours
        assert not writes_to_journal({}, stream)


@pytest.fixture
def serve(tmp_path: Path, systemd: socket.socket) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start `companion serve` with the settings of a file, as systemd does."""
    config = tmp_path / "companion.toml"
    config.write_text(
        f'game = "choose"\nhost = "127.0.0.1"\nport = 0\ndata = "{tmp_path / "state"}"\n'
    )
    started = []

    def start(*command: str) -> subprocess.Popen[str]:
        reader, writer = os.pipe()
        opened = os.fstat(writer)
        environ = {
            **os.environ,
            "NOTIFY_SOCKET": systemd.getsockname(),
            "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6)),
            "JOURNAL_STREAM": f"{opened.st_dev}:{opened.st_ino}",
            "PYTHONWARNINGS": "error",
        }
        process = subprocess.Popen(
            [sys.executable, *command, "serve", "--config", str(config)],
            stdout=writer,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=environ,
            text=True,
        )
        os.close(writer)
        process.stdout = os.fdopen(reader)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_from_ready_to_stopping(
    serve: Callable[..., subprocess.Popen[str]], systemd: socket.socket
) -> None:
    process = serve("-c", "from companion.cli import main; main()")
    ready = heard(systemd, START_WAIT_S)
    assert ready.startswith("READY=1\nSTATUS=page at http://127.0.0.1:")
    with urllib.request.urlopen(ready.partition(" at ")[2], timeout=10) as page:
        assert page.status == 200
    assert [heard(systemd, WATCHDOG_S) for _ in range(3)] == ["WATCHDOG=1"] * 3
    process.send_signal(signal.SIGTERM)
    said = ""
    while said != "STOPPING=1":
        said = heard(systemd, 5.0)
        assert said in ("WATCHDOG=1", "STOPPING=1")
    written, _ = process.communicate(timeout=10)
    assert process.returncode == 0
    # The code lets people take part; the journal is read by others, too.
    assert written.startswith("The page is at http://127.0.0.1:")
    assert "Join code" not in written
    assert "#join=" not in written


def test_a_loop_that_hangs_is_not_alive(
    serve: Callable[..., subprocess.Popen[str]], systemd: socket.socket, tmp_path: Path
) -> None:
    hang = tmp_path / "hang"
    process = serve("-c", HANGING.replace("HANG", repr(str(hang))))
    assert heard(systemd, START_WAIT_S).startswith("READY=1")
    assert heard(systemd, WATCHDOG_S) == "WATCHDOG=1"
    hang.touch()
    # One ping may be on its way, and one may tell of the last round.
    late = [heard(systemd, WATCHDOG_S) for _ in range(3)]
    assert late[-1] == ""
    assert process.poll() is None


def status_of(address: str) -> str:
    with urllib.request.urlopen(f"{address}/api/table", timeout=10) as answer:
        return str(json.load(answer)["display"]["status"]["text"]["en"])


def test_a_camera_that_hangs_for_good_ends_the_service(
    serve: Callable[..., subprocess.Popen[str]], systemd: socket.socket, tmp_path: Path
) -> None:
    """It is started again by systemd: nothing in a process can end a call that hangs in it."""
    hang, config = tmp_path / "hang", tmp_path / "companion.toml"
    for picture in write_table(tmp_path).parent.rglob("*.png"):
        picture.write_bytes(grey_png(64))
    watched = f'camera = "pi:0"\ntable = "{tmp_path / "table.toml"}"'
    config.write_text(config.read_text().replace('game = "choose"', watched))
    here = str(Path(__file__).parent)
    script = HANGING_CAMERA.replace("HANG)", f"{str(hang)!r})").replace("TESTS", repr(here))
    process = serve("-c", script)
    address = heard(systemd, START_WAIT_S).partition(" at ")[2]
    while status_of(address) != "board not found":
        assert heard(systemd, 10.0) == "WATCHDOG=1"
    hang.touch()
    hung_at_s, lost_s = time.monotonic(), float("inf")
    while (said := heard(systemd, 10.0)) == "WATCHDOG=1":
        if status_of(address) == "camera lost":
            lost_s = min(lost_s, time.monotonic() - hung_at_s)
        assert time.monotonic() - hung_at_s < 20.0
    assert said == "STOPPING=1"
    written, _ = process.communicate(timeout=10)
    assert process.returncode == HUNG_STATUS
    assert "its driver does not answer any more" in written
    assert "another companion" not in written
    assert lost_s < 4.0  # asked only as often as the watchdog is told
