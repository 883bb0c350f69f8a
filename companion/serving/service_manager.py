"""What a service is told by systemd and tells it: ready, alive, stopping (sd_notify).

The protocol is one datagram of `KEY=value` lines to the socket named by NOTIFY_SOCKET; see the
manual page sd_notify(3).  Without that variable, as in a terminal, nothing is sent.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

# The manual (sd_watchdog_enabled(3)) asks to report at half of the watchdog's time or faster.
REPORTS_PER_WATCHDOG = 3


class ServiceManager:
    """The other end: systemd, or nobody.  `environ` is usually os.environ."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        address = environ.get("NOTIFY_SOCKET", "")
        # An address with @ is in Linux' abstract namespace, written with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._watchdog_us = _microseconds(environ)

    @property
    def report_every_s(self) -> float | None:
        """How often to say that all is well; None when nobody wants to know."""
        if not self._address or not self._watchdog_us:
            return None
        return self._watchdog_us / 1e6 / REPORTS_PER_WATCHDOG

    @property
    def starts_again(self) -> bool:
        """Whether somebody is there to start the service again when it ends."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Say that the page is served; `status` is shown by `systemctl status`."""
        self._send("READY=1", f"STATUS={_line(status)}")

    def alive(self) -> None:
        """Say that all is well; without this for too long the service is started again."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the end was asked for."""
        self._send("STOPPING=1")

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.settimeout(1.0)
                sender.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            _log.warning("systemd could not be told %s: %s", lines[0], error)


def _microseconds(environ: Mapping[str, str]) -> int:
    """WATCHDOG_USEC, when it is meant for this process."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0
    text = environ.get("WATCHDOG_USEC", "0")
    return int(text) if text.isdecimal() else 0


def _line(text: str) -> str:
    return " ".join(text.split())
