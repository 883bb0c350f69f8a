"""How phones find the table: its addresses, and the QR code in the terminal."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass

import segno

# Any address outside this machine; nothing is sent, the system only chooses a way there.
_ELSEWHERE = ("192.0.2.1", 9)
EVERYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Invitation:
    """The table's address by name and by number, and its join code."""

    by_name: str
    by_number: str
    code: str

    @property
    def addresses(self) -> str:
        """Say both addresses, or the only one."""
        return " or ".join(dict.fromkeys((self.by_name, self.by_number)))

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


def invite(host: str, port: int, code: str) -> Invitation:
    """Work out the addresses of a server that listens on `host` and `port`."""
    if host not in EVERYWHERE:
        return Invitation(_url(host, port), _url(host, port), code)
    name = socket.gethostname().split(".")[0] or "localhost"
    return Invitation(_url(f"{name}.local", port), _url(_own_address(), port), code)


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _own_address() -> str:
    """The number under which the local network reaches this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def terminal_qr(address: str) -> str:
    """Draw an address as a QR code for a terminal, two modules to a character."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
