"""How phones reach the page: its port, its address by number, its name."""

from __future__ import annotations

import errno
import ipaddress
import socket
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.display.findings import Finding, Report
from companion.doctor.words import finding
from companion.serving.announced import Served, announcements
from companion.serving.invitation import EVERYWHERE, Invitation

CONNECT_WAIT_S = 2.0
# The running companion examines itself first; a busy small computer takes seconds.
ANSWER_WAIT_S = 15.0
MOST_BYTES = 200_000
REPORT_PATH = "/api/doctor.json"


def port(host: str, number: int, running: Report | None) -> Finding:
    """Whether the page can be served there; `running` is what a companion answered on it."""
    if running is not None:
        return finding("port_ours", port=number)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            # Another socket may be bound alike; only one of them may listen.
            listener.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return finding("port_taken", port=number)
            why = error.strerror or str(error)
            return finding("port_forbidden", port=number, host=host, why=why)
    return finding("port_free", port=number)


def others_served(number: int, ports: Sequence[int]) -> list[Finding]:
    """The companions beside the one on this port, of all that run."""
    beside = [each for each in ports if each != number]
    if not beside:
        return []
    return [finding("others_run", ports=", ".join(map(str, beside)))]


def addresses(invitation: Invitation) -> list[Finding]:
    """The address by number, and whether somebody answers to the name."""
    host = urlsplit(invitation.by_number).hostname or ""
    if invitation.by_name == invitation.by_number:
        key = "address_here" if _loops(host) else "address_ok"
        return [finding(key, by_number=invitation.by_number)]
    number = finding(
        "address_alone" if _loops(host) else "address_ok", by_number=invitation.by_number
    )
    key = "name_ok" if invitation.answered else "name_unanswered"
    return [number, finding(key, by_name=invitation.by_name)]


def announced_on(data: Path, number: int | None) -> Served | None:
    """The companion that announced itself on this port; None asks for the newest that listens."""
    return next((each for each in announcements(data) if _is_meant(each, number)), None)


def _is_meant(served: Served, number: int | None) -> bool:
    return _listens(_near(served.host), served.port) if number is None else served.port == number


def running_report(host: str, number: int, wait_s: float = ANSWER_WAIT_S) -> Report | None:
    """What the companion that serves on this port says of itself; None when none does."""
    near = _near(host)
    if not _listens(near, number):
        return None
    shown = f"[{near}]" if ":" in near else near
    # Straight to this computer, whatever proxies the environment names.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{shown}:{number}{REPORT_PATH}", timeout=wait_s) as answer:
            return msgspec.json.decode(answer.read(MOST_BYTES), type=Report)
    except (OSError, ValueError, msgspec.MsgspecError, urllib.error.URLError):
        return None


def _near(host: str) -> str:
    """Where this computer reaches its own server that listens on `host`."""
    return "127.0.0.1" if host in EVERYWHERE else host


def _listens(host: str, number: int) -> bool:
    try:
        socket.create_connection((host, number), CONNECT_WAIT_S).close()
    except OSError:
        return False
    return True


def _loops(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
