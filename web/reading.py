"""The routes that only read: the Display, the stream of Displays, pictures, the description."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus

import msgspec
from flask import Flask, Response, abort, request

from companion.display.model import Published
from web.guard import RequestError
from web.openapi import describe
from web.phones import name_of
from web.ports import Companion, WebConfig

RETRY_FULL_S = 5
RECONNECT_MS = 1000
_YEAR_S = 31_536_000


def add_reading(
    app: Flask,
    companion: Companion,
    config: WebConfig,
    examined: bool = False,
    calibrates: bool = False,
) -> None:
    """Add the routes that change nothing."""

    @app.get("/api/table")
    def table() -> Response:
        viewer = companion.viewer(name_of(request))
        return _json(msgspec.json.encode(companion.hub.newest_for(viewer)))

    @app.get("/api/stream")
    def stream() -> Response:
        place = ExitStack()
        if not place.enter_context(companion.hub.watching(name_of(request))):
            place.close()
            raise RequestError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "too many phones are watching this table; close the page on another one",
                RETRY_FULL_S,
            )
        response = Response(
            _events(companion, name_of(request), config.ping_s, place),
            content_type="text/event-stream",
        )
        response.call_on_close(place.close)
        response.headers["Cache-Control"] = "no-store"
        return response

    @app.get("/api/picture/<name>.jpg")
    def picture(name: str) -> Response:
        jpeg = companion.picture(name)
        if jpeg is None:
            abort(HTTPStatus.NOT_FOUND)
        response = Response(jpeg, content_type="image/jpeg")
        # The name is the content's hash, so what it names never changes.
        response.headers["Cache-Control"] = f"private, max-age={_YEAR_S}, immutable"
        return response

    @app.get("/api/openapi.json")
    def openapi() -> Response:
        return _json(
            msgspec.json.encode(
                describe(companion.acts, examined, companion.takes_photos, calibrates)
            )
        )


def add_files(app: Flask, companion: Companion) -> None:
    """Add the routes of drawings and records."""

    @app.get("/api/scene/<name>.json")
    def scene(name: str) -> Response:
        drawn = companion.scene(name)
        if drawn is None:
            abort(HTTPStatus.NOT_FOUND)
        response = _json(drawn)
        # What a name means never changes, and nobody guesses the name of what is not theirs.
        response.headers["Cache-Control"] = f"private, max-age={_YEAR_S}, immutable"
        return response

    @app.get("/api/record.json")
    def record() -> Response:
        written = companion.record(name_of(request))
        if written is None:
            abort(HTTPStatus.NOT_FOUND)
        response = _json(written)
        response.headers["Content-Disposition"] = 'attachment; filename="record.json"'
        return response


def _json(body: bytes) -> Response:
    return Response(body, content_type="application/json")


def _events(companion: Companion, phone: str, ping_s: float, place: ExitStack) -> Iterator[bytes]:
    """Send the newest Display at once, then every newer one, and a sign of life in between."""
    hub = companion.hub
    with place:
        newest = hub.newest_for(companion.viewer(phone))
        yield f"retry: {RECONNECT_MS}\n\n".encode() + _event(newest)
        while not hub.closed:
            newer = hub.wait_newer(newest.version, ping_s, companion.viewer(phone))
            if newer is not None:
                newest = newer
                yield _event(newest)
            elif not hub.closed:
                # The comment keeps the connection alive; the event tells the page so.
                yield f": ping\n\nevent: alive\ndata: {newest.version}\n\n".encode()


def _event(published: Published) -> bytes:
    body = msgspec.json.encode(published)
    return b"id: %d\nevent: display\ndata: %s\n\n" % (published.version, body)
