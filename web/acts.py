"""The routes that change something: POST, with the join code, from the page's own origin."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, request

from companion.display.model import Note, Tone
from web.bodies import read_body
from web.guard import Guard
from web.phones import give_name, name_of
from web.ports import Companion


class Answer(msgspec.Struct, frozen=True):
    """What became of a request; `version` is the newest Display, which shows it already."""

    note: Note
    version: int


class Refused(msgspec.Struct, frozen=True):
    """A request that the rules or the situation refuse, or that needs a question answered."""

    error: str
    note: Note
    version: int


class Joined(msgspec.Struct, frozen=True):
    """The join code is right."""

    joined: bool = True


def add_acts(app: Flask, companion: Companion, guard: Guard) -> None:
    """Add one route for each kind of request."""

    @app.post("/api/join")
    def join() -> Response:
        guard.check(request, companion.now_s())
        response = Response(msgspec.json.encode(Joined()), content_type="application/json")
        companion.admit(give_name(request, response))
        return response

    for name, act in companion.acts.items():
        view = _act(companion, guard, act.body)
        app.add_url_rule(f"/api/{name}", name, view, methods=["POST"])


class _act:  # noqa: N801  (a view function with three settings)
    """Answers one kind of request."""

    def __init__(self, companion: Companion, guard: Guard, kind: type) -> None:
        self._companion, self._guard, self._kind = companion, guard, kind

    def __call__(self) -> Response:
        self._guard.check(request, self._companion.now_s())
        body: Any = read_body(request, self._kind)
        by = self._companion.viewer(name_of(request)) or "page"
        note = self._companion.ask(body, by)
        version = self._companion.hub.newest.version
        if note.tone in (Tone.REFUSED, Tone.UNSURE):
            refused = Refused(note.text.en, note, version)
            return _json(msgspec.json.encode(refused), HTTPStatus.CONFLICT)
        return _json(msgspec.json.encode(Answer(note, version)), HTTPStatus.OK)


def _json(body: bytes, status: HTTPStatus) -> Response:
    return Response(body, int(status), content_type="application/json")
