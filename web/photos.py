"""The route by which a phone sends a photograph of a board."""

from __future__ import annotations

import msgspec
from flask import Flask, Request, Response

from companion.display.photo import PhotoOf
from web.guard import Guard
from web.phones import name_of
from web.ports import Companion
from web.uploads import PICTURE_BYTES, add_upload


def add_photos(app: Flask, companion: Companion, guard: Guard) -> None:
    """Add the route, where the table reads photographs."""
    if not companion.takes_photos:
        return

    def take(encoded: bytes, request: Request) -> Response:
        by = companion.viewer(name_of(request))
        of = PhotoOf(request.args.get("game", ""), "dish" in request.args)
        answer = companion.photo(encoded, by, of)
        body = msgspec.json.encode(answer)
        return Response(body, answer.http_status, content_type="application/json")

    add_upload(app, guard, companion.now_s, "/api/photo", PICTURE_BYTES, take)
