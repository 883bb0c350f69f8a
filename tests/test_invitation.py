"""The table's address where no way leads to anywhere else, as in its own hotspot."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.serving.invitation import address_of, first_address, invite, terminal_qr


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ({"lo": "127.0.0.1", "eth0": None, "wlan0": "10.42.0.1"}, "10.42.0.1"),
        ({"lo": "127.0.0.1", "eth0": "192.168.1.5", "wlan0": "10.42.0.1"}, "10.42.0.1"),
        ({"lo": "127.0.0.1", "enp3s0": "192.168.1.5", "wlp2s0": None}, "192.168.1.5"),
        ({"docker0": "172.17.0.1", "usb0": "10.55.0.1"}, "10.55.0.1"),
        ({"docker0": "172.17.0.1", "veth1a": "10.1.1.1", "lo": "127.0.0.1"}, "127.0.0.1"),
        ({}, "127.0.0.1"),
    ],
)
def test_the_likeliest_interface_counts(numbers: dict[str, str | None], expected: str) -> None:
    assert first_address(numbers, numbers.get) == expected


def test_interfaces_of_this_computer() -> None:
    assert address_of("lo") == "127.0.0.1"
    assert address_of("no-such-interface") is None


def test_without_a_way_out_the_hotspot_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "wlan0")])
    monkeypatch.setattr("companion.serving.invitation.address_of", {"wlan0": "10.42.0.1"}.get)
    monkeypatch.setattr("companion.serving.invitation.socket.socket", Unreachable)
    invitation = invite("0.0.0.0", 8080, "ABC234")
    assert invitation.join_url == "http://10.42.0.1:8080/#join=ABC234"


class Unreachable(socket.socket):
    def connect(self, address: object) -> None:
        raise OSError(101, "Network is unreachable")


@pytest.mark.parametrize(
    ("host", "port", "name"),
    [("127.0.0.1", 80, "http://127.0.0.1"), ("::1", 8080, "http://[::1]:8080")],
)
def test_addresses(host: str, port: int, name: str) -> None:
    invitation = invite(host, port, "ABC234")
    assert invitation.addresses == name
    assert invitation.join_url == f"{name}/#join=ABC234"


def test_everywhere_is_told_by_number_and_by_a_name_that_is_answered(tmp_path: Path) -> None:
    invitation = invite("0.0.0.0", 8080, "ABC234", tmp_path)
    assert invitation.by_name.endswith(".local:8080")
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8080", invitation.by_number)
    assert invitation.addresses == invitation.by_number
    (tmp_path / "run/avahi-daemon").mkdir(parents=True)
    (tmp_path / "run/avahi-daemon/socket").touch()
    invitation = invite("0.0.0.0", 8080, "ABC234", tmp_path)
    assert invitation.addresses == f"{invitation.by_number} or {invitation.by_name}"


def test_the_terminals_code_reads_back() -> None:
    text = terminal_qr("http://192.0.2.7:8080/#join=ABC234")
    rows = [line for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line]
    width = max(map(len, rows))
    dark = np.full((2 * len(rows), width), 255, np.uint8)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row.ljust(width)):
            # Light modules are drawn, on a dark terminal.
            dark[2 * y, x] = 255 if mark in "█▀" else 0
            dark[2 * y + 1, x] = 255 if mark in "█▄" else 0
    image = cv2.resize(dark, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    image = cv2.copyMakeBorder(image, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=255)
    found, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert found == "http://192.0.2.7:8080/#join=ABC234"
