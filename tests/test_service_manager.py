"""What systemd is told, heard on a real datagram socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.serving.service_manager import ServiceManager


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.settimeout(2.0)
        yield receiver


def test_ready_alive_and_stopping_are_said(systemd: socket.socket) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": systemd.getsockname()})
    manager.ready("page at\nhttp://pi:8080")
    manager.alive()
    manager.stopping()
    heard = [systemd.recv(200).decode() for _ in range(3)]
    assert heard == ["READY=1\nSTATUS=page at http://pi:8080", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_address_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(f"\0companion-test-{os.getpid()}")
        receiver.settimeout(2.0)
        ServiceManager({"NOTIFY_SOCKET": f"@companion-test-{os.getpid()}"}).alive()
        assert receiver.recv(200) == b"WATCHDOG=1"


def test_in_a_terminal_nothing_is_sent_and_nothing_fails() -> None:
    manager = ServiceManager({})
    manager.ready("up")
    manager.alive()
    assert manager.report_every_s is None


def test_a_manager_that_went_away_is_not_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()
    assert "could not be told WATCHDOG=1" in caplog.text


@pytest.mark.parametrize(
    ("environ", "every_s"),
    [
        ({"WATCHDOG_USEC": "6000000"}, 2.0),
        ({"WATCHDOG_USEC": "6000000", "WATCHDOG_PID": str(os.getpid())}, 2.0),
        ({"WATCHDOG_USEC": "6000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_three_times_in_its_time(
    environ: dict[str, str], every_s: float | None
) -> None:
    assert ServiceManager({"NOTIFY_SOCKET": "/x", **environ}).report_every_s == every_s
