"""The table's address where no way leads to anywhere else, as in its own hotspot."""

from __future__ import annotations

import socket

import pytest

from companion.serving.invitation import address_of, first_address, invite


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
