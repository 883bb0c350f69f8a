"""How phones find the table: its addresses, and the QR code in the terminal."""

from __future__ import annotations

import fcntl
import io
import socket
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import segno

# Any address outside this machine; nothing is sent, the system only chooses a way there.
_ELSEWHERE = ("192.0.2.1", 9)
EVERYWHERE = ("0.0.0.0", "::", "")
# Whoever answers to NAME.local on this machine listens here.
_NAME_ANSWERER = "run/avahi-daemon/socket"
_INSIDE = ("lo", "docker", "br-", "veth", "virbr")
_SIOCGIFADDR = 0x8915
_LONGEST_NAME = 15
_ADDRESS_BYTES = slice(20, 24)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The table's address by name and by number, and its join code.

    `answered` tells whether somebody answers to the name.
    """

    by_name: str
    by_number: str
    code: str
    answered: bool = True

    @property
    def reached(self) -> tuple[str, ...]:
        """The addresses that lead here; the number first, which needs nobody to answer."""
        names = (self.by_name,) if self.answered else ()
        return tuple(dict.fromkeys((self.by_number, *names)))

    @property
    def addresses(self) -> str:
        """Say both addresses, or the only one."""
        return " or ".join(self.reached)

    @property
    def join_url(self) -> str:
        """The address of the QR code: by number, since not every phone finds names.

        The code stands behind the #, which browsers keep to themselves.
        """
        return f"{self.by_number}/#join={self.code}"


def own_names(host: str, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names by which phones may call a server that listens on `host`; `more` are settings."""
    machine = socket.gethostname()
    return (machine, machine.split(".")[0], host, *more)


def invite(host: str, port: int, code: str, root: Path = Path("/")) -> Invitation:
    """Work out the addresses of a server that listens on `host` and `port`.

    Below `root` lies what the system says of itself.
    """
    if host not in EVERYWHERE:
        return Invitation(_url(host, port), _url(host, port), code)
    name = socket.gethostname().split(".")[0] or "localhost"
    answered = (root / _NAME_ANSWERER).exists()
    return Invitation(_url(f"{name}.local", port), _url(_own_address(), port), code, answered)


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _own_address() -> str:
    """The number under which the local network reaches this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            # Its own hotspot leads nowhere else, and is where the phones are.
            return first_address([name for _, name in socket.if_nameindex()], address_of)
        return str(probe.getsockname()[0])


def first_address(interfaces: Iterable[str], address_of: Callable[[str], str | None]) -> str:
    """The number on the likeliest interface: Wi-Fi, then cable, then others; else 127.0.0.1.

    Interfaces of containers and virtual machines lead to no phone.
    """
    ranked = sorted(interfaces, key=lambda name: (not name.startswith("w"), name[:1] != "e", name))
    for name in ranked:
        address = None if name.startswith(_INSIDE) else address_of(name)
        if address is not None and not address.startswith("127."):
            return address
    return "127.0.0.1"


def address_of(interface: str) -> str | None:
    """The IPv4 number of a network interface of Linux; see netdevice(7)."""
    request = struct.pack("256s", interface.encode()[:_LONGEST_NAME])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            told = fcntl.ioctl(asked, _SIOCGIFADDR, request)
        except OSError:
            return None
    return socket.inet_ntoa(told[_ADDRESS_BYTES])


def terminal_qr(address: str) -> str:
    """Draw an address as a QR code for a terminal, two modules to a character."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
