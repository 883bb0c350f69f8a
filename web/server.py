"""The HTTP server around the app: waitress with bounded threads, stopped in bounded time."""

from __future__ import annotations

import errno
import socket
import threading
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server

from companion.errors import InputError
from web.guard import CODE_HEADER
from web.uploads import UPLOAD_LIMIT, Limit

THREADS = 48
# Streams may hold all but these threads, so that pages are always answered.
THREADS_FOR_PAGES = 12
MOST_STREAMS = THREADS - THREADS_FOR_PAGES
CONNECTIONS = 200
IDLE_S = 120
# What a phone that does not read may pile up in memory before its stream waits for it.
UNREAD_BYTES = 1_000_000
HEADER_BYTES = 32_768
# A body that is a little too large gets the app's sentence, a larger one is not even taken in.
_BODY_SLACK_BYTES = 65_536
_NO_BODY_BYTES = 16_384
_CODE_KEY = CODE_HEADER.upper().replace("-", "_")
_POLL_S = 0.2
_FINISH_WAIT_S = 0.5
_STOP_WAIT_S = 1.0


class ServerError(InputError):
    """The server can't listen where it was told to."""


class Server:
    """A web server in its own thread, on a socket opened by `listen_on`."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        self._map: dict[int, Any] = {}
        self._stopping = threading.Event()
        self.port: int = listener.getsockname()[1]
        limit: int = app.config.get("MAX_CONTENT_LENGTH") or _NO_BODY_BYTES
        self._server = create_server(
            app,
            map=self._map,
            sockets=[listener],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_S,
            outbuf_high_watermark=UNREAD_BYTES,
            max_request_header_size=HEADER_BYTES,
            max_request_body_size=limit + _BODY_SLACK_BYTES,
            ident=None,
        )
        uploads = app.config.get(UPLOAD_LIMIT)
        if uploads is not None:
            self._server.channel_class = _channel_for(uploads)
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering; whoever streams has to have been told to end before.

        First the workers finish, while the loop still sends what they write; then those that
        wait for a phone that does not read are cut off.
        """
        workers = self._server.task_dispatcher
        workers.shutdown(cancel_pending=True, timeout=_FINISH_WAIT_S)
        self._stopping.set()
        self._server.pull_trigger()
        self._thread.join(_STOP_WAIT_S)
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        workers.shutdown(cancel_pending=True, timeout=_FINISH_WAIT_S)
        for socket_ in list(self._map.values()):
            socket_.close()

    def _serve(self) -> None:
        while not self._stopping.is_set() and self._map:
            self._server.asyncore.loop(timeout=_POLL_S, map=self._map, use_poll=True, count=1)


class _Adjusted:
    """The server's settings with another limit for one body."""

    def __init__(self, settings: Any, most_bytes: int) -> None:
        self._settings, self.max_request_body_size = settings, most_bytes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._settings, name)


def _channel_for(uploads: Limit) -> type[HTTPChannel]:
    """Channels that take in a larger body where a file may be sent, from who has the join code."""

    class Parser(HTTPRequestParser):  # type: ignore[misc]
        def __init__(self, settings: Any, address: str) -> None:
            super().__init__(settings)
            self._address = address

        def parse_header(self, header_plus: bytes) -> None:
            super().parse_header(header_plus)
            settings: Any = self.adj
            if self.content_length < settings.max_request_body_size:
                return  # the app looks at the code, and counts it when it is wrong
            most = uploads(self.path, self.headers.get(_CODE_KEY, ""), self._address)
            if most:
                self.adj: Any = _Adjusted(settings, most + _BODY_SLACK_BYTES)

    class Channel(HTTPChannel):  # type: ignore[misc]
        def parser_class(self, settings: Any) -> Parser:
            return Parser(settings, str(self.addr[0]))

    return Channel


def listen_on(host: str, port: int) -> socket.socket:
    """Open the listening socket; raises ServerError with one sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(CONNECTIONS)
    except OSError as error:
        listener.close()
        raise ServerError(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use; stop what uses it, or choose another with --port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} needs more rights; choose one above 1023 with --port"
    return f"can't listen on {host}:{port} ({error.strerror or error}); check --host and --port"
