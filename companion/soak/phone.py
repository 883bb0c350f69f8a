"""A phone without a browser: one that asks, one that watches, and one that never reads."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol

WAIT_S = 30.0
AGAIN_AFTER_S = 0.5
_ARRIVALS_KEPT = 500
_UNREAD_BYTES = 2048


class Place(Protocol):
    """Where a service is found on this machine, and its join code."""

    @property
    def port(self) -> int:
        """The port of its page."""

    @property
    def code(self) -> str:
        """The join code."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the service answered; status 0 when the connection broke."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as data, None when it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


BROKEN = Reply(0, {}, b"")


class Phone:
    """A phone that asks; it keeps its cookie, and its name over every start of the service."""

    def __init__(self, service: Place) -> None:
        self._service = service
        self._cookie = ""

    def call(self, method: str, path: str, body: bytes | None = None, code: str = "") -> Reply:
        """One request, with the join code unless another is given."""
        headers = {"X-Join-Code": code or self._service.code, "Content-Type": "application/json"}
        if self._cookie:
            headers["Cookie"] = self._cookie
        line = http.client.HTTPConnection("127.0.0.1", self._service.port, timeout=WAIT_S)
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            given = answer.headers.get("Set-Cookie")
            self._cookie = given.split(";")[0] if given else self._cookie
            return Reply(answer.status, dict(answer.headers), answer.read())
        except (OSError, http.client.HTTPException):
            return BROKEN
        finally:
            line.close()

    def post(self, path: str, body: Any) -> Reply:
        """Ask for something to be changed."""
        return self.call("POST", path, json.dumps(body).encode())

    def published(self) -> Any:
        """What this phone is shown now, None when it can't be had."""
        return self.call("GET", "/api/table").json


class Watcher:
    """A phone that watches: a thread that reads the stream, and opens it again when it ends.

    `falls` counts versions that were not newer than the one before; `newest` is the last one.
    """

    def __init__(self, service: Place) -> None:
        self._service = service
        self._changed = threading.Condition()
        self._arrivals: deque[tuple[int, float]] = deque(maxlen=_ARRIVALS_KEPT)
        self._stop = threading.Event()
        self._socket: socket.socket | None = None
        self.newest: Any = None
        self.falls = 0
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def arrival_s(self, version: int, wait_s: float) -> float | None:
        """When (monotonic) the first version not older than this arrived; None when it does not."""
        with self._changed:
            self._changed.wait_for(
                lambda: bool(self._arrivals) and self._arrivals[-1][0] >= version, wait_s
            )
            return next((at_s for seen, at_s in self._arrivals if seen >= version), None)

    def status(self, key: str, wait_s: float, other: bool = False) -> bool:
        """Wait until the status is this one, or with `other` another one."""
        with self._changed:
            return self._changed.wait_for(lambda: (self._key() == key) != other, wait_s)

    def _key(self) -> str:
        return str(self.newest["display"]["status"]["key"]) if self.newest else ""

    def close(self) -> None:
        """Watch no longer."""
        self._stop.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(WAIT_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                self._read()
            self._stop.wait(AGAIN_AFTER_S)

    def _read(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._service.port, timeout=WAIT_S)
        try:
            line.request("GET", "/api/stream")
            self._socket = line.sock  # the answer takes it over, and closing has to reach it
            answer = line.getresponse()
            if answer.status != http.client.OK:
                return
            first = True
            while not self._stop.is_set() and (text := answer.readline()):
                if text.startswith(b"data: {"):
                    self._take(json.loads(text[6:]), first)
                    first = False
        finally:
            line.close()

    def _take(self, published: Any, first: bool) -> None:
        at_s = time.monotonic()
        with self._changed:
            version, before = published["version"], self._arrivals
            # A stream that is opened again may begin with the version that was the newest.
            if before and (version < before[-1][0] or (version == before[-1][0] and not first)):
                self.falls += 1
            self._arrivals.append((version, at_s))
            self.newest = published
            self._changed.notify_all()


class DeafPhone:
    """A phone that opens the stream and never reads it."""

    def __init__(self, service: Place) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _UNREAD_BYTES)
        self._line.settimeout(WAIT_S)
        with contextlib.suppress(OSError):
            self._line.connect(("127.0.0.1", service.port))
            self._line.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def close(self) -> None:
        """Hang up."""
        self._line.close()
