"""The setup page, where somebody teaches the own copy of a game, and what it asks for."""

from __future__ import annotations

from http import HTTPStatus
from typing import Protocol

import msgspec
from flask import Flask, Request, Response, abort, render_template, request

from companion.display.setup import SetupState
from web.guard import Guard, RequestError
from web.ports import Companion
from web.uploads import PICTURE_BYTES, add_upload

ZIP_BYTES = 60_000_000


class Setup(Protocol):
    """The teaching that goes on; safe to call from any thread."""

    def state(self, draft: str) -> SetupState:
        """What there is, and one draft when it is named."""

    def do(self, act: str, body: object) -> SetupState | None:
        """Carry out a request; None when there is none of that name."""

    def add(self, draft: str, encoded: bytes) -> SetupState:
        """Keep a photograph that a phone sent."""

    def file(self, draft: str, name: str) -> bytes | None:
        """A picture of a draft by its name."""

    def packed(self, edition: str) -> bytes | None:
        """An edition as a zip file."""

    def unpack(self, packed: bytes) -> SetupState:
        """Take an edition in."""

    def sheet(self, paper: str) -> bytes | None:
        """The sheets with boxes as a PDF; None for a paper that there is not."""


def add_setup(app: Flask, companion: Companion, guard: Guard, setup: Setup) -> None:
    """Add the page and its routes; all but the page and the sheets need the join code."""

    @app.get("/setup")
    def setup_page() -> str:
        return render_template("setup.html")

    @app.get("/api/setup.json")
    def setup_state() -> Response:
        guard.check_code(request, companion.now_s())
        return _json(setup.state(request.args.get("draft", "")))

    @app.get("/api/setup/file")
    def setup_file() -> Response:
        guard.check_code(request, companion.now_s())
        name = request.args.get("name", "")
        found = setup.file(request.args.get("draft", ""), name)
        return _sent(found, "image/png" if name.endswith(".png") else "image/jpeg")

    @app.get("/api/setup/edition.zip")
    def setup_edition() -> Response:
        guard.check_code(request, companion.now_s())
        return _sent(setup.packed(request.args.get("name", "")), "application/zip")

    @app.get("/api/teaching-sheet-<paper>.pdf")
    def teaching_sheet(paper: str) -> Response:
        response = _sent(setup.sheet(paper), "application/pdf")
        name = f"teaching-sheet-{paper}.pdf"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @app.post("/api/setup/<act>")
    def setup_act(act: str) -> Response:
        guard.check(request, companion.now_s())
        done = setup.do(act, _body())
        if done is None:
            abort(HTTPStatus.NOT_FOUND)
        return _json(done)

    def photo(encoded: bytes, request: Request) -> Response:
        return _json(setup.add(request.args.get("draft", ""), encoded))

    def packed(data: bytes, request: Request) -> Response:
        return _json(setup.unpack(data))

    add_upload(app, guard, companion.now_s, "/api/setup/photo", PICTURE_BYTES, photo)
    add_upload(app, guard, companion.now_s, "/api/setup/import", ZIP_BYTES, packed)


def _body() -> object:
    if request.mimetype != "application/json":
        raise RequestError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send the body as application/json")
    try:
        return msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from error


def _sent(body: bytes | None, kind: str) -> Response:
    if body is None:
        abort(HTTPStatus.NOT_FOUND)
    return Response(body, content_type=kind)


def _json(state: SetupState) -> Response:
    body = msgspec.json.encode(state)
    return Response(body, state.http_status, content_type="application/json")
