"""The OpenAPI 3.1 description, generated from the types that are sent and taken."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import msgspec

from companion.display.calibration import CalibrationState
from companion.display.findings import Report
from companion.display.model import Published
from companion.display.photo import PhotoAnswer
from companion.display.scenes import SceneFile, ScenePart
from companion.running.acts import Acts
from web.acts import Answer, Joined, Refused
from web.guard import CODE_HEADER

_REF = "#/components/schemas/{name}"


class Sentence(msgspec.Struct, frozen=True):
    """A refusal: one sentence."""

    error: str


_PHOTO_OF = [
    {"name": name, "in": "query", "schema": {"type": "string"}, "description": words}
    for name, words in (
        ("game", "whose boards these are, while no game goes on"),
        ("dish", "given when it is the dish of that game"),
    )
]


def describe(
    acts: Acts, examined: bool = False, photos: bool = False, calibrates: bool = False
) -> dict[str, Any]:
    """Describe every route.

    `examined` with those of the examination, `photos` with the one for pictures of boards,
    `calibrates` with those that calibrate a camera.
    """
    bodies = [act.body for act in acts.values()]
    types = [Published, SceneFile, ScenePart, Answer, Refused, Joined, Sentence, Report]
    types += [PhotoAnswer, CalibrationState, *bodies]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    named = dict(zip(types, schemas, strict=True))
    sentence = _json_answer("refused, with one sentence", named[Sentence])
    paths: dict[str, Any] = {
        "/api/table": _get("The whole Display", _json_answer("the newest", named[Published])),
        "/api/stream": _get("Every new Display as server-sent events", _stream(named[Published])),
        "/api/picture/{name}.jpg": _named("A picture by its name", _media("image/jpeg"), sentence),
        "/api/scene/{name}.json": _named(
            "A drawing, or a part of one, by its name",
            _json_answer("a drawing", {"anyOf": [named[SceneFile], named[ScenePart]]}),
            sentence,
        ),
        "/api/record.json": _record(sentence),
        "/api/report.html": _report("The report of the game as a page", "text/html", sentence),
        "/api/report.zip": _report(
            "The report, the record and the pictures in one file", "application/zip", sentence
        ),
        "/api/openapi.json": _get("This description", _json_answer("OpenAPI", {})),
        "/api/join.svg": _get("The join address as a QR code", _media("image/svg+xml"), code=True),
        "/api/join": {"post": _post("Check the join code", None, named[Joined], {}, sentence)},
    }
    if examined:
        paths |= _examination(_json_answer("what was found", named[Report]), sentence)
    if photos:
        words = "Read a photograph of a board; its bytes are the body"
        described = _upload(words, named[PhotoAnswer], sentence)
        paths["/api/photo"] = {"post": {**described, "parameters": _PHOTO_OF}}
    if calibrates:
        paths |= _calibration(named[CalibrationState], sentence)
    for name, act in acts.items():
        refused = {"409": _json_answer("refused by rules or situation", named[Refused])}
        posted = _post(act.words, named[act.body], named[Answer], refused, sentence)
        paths[f"/api/{name}"] = {"post": posted}
    scheme = {"type": "apiKey", "in": "header", "name": CODE_HEADER}
    return {
        "openapi": "3.1.0",
        "info": {"title": "The tabletop companion", "version": version("tabletop-companion")},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"joinCode": scheme}},
    }


def _json_answer(words: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _media(kind: str) -> dict[str, Any]:
    return {"description": kind, "content": {kind: {"schema": {"type": "string"}}}}


def _get(words: str, answer: dict[str, Any], code: bool = False) -> dict[str, Any]:
    security: dict[str, Any] = {"security": [{"joinCode": []}]} if code else {}
    return {"get": {"summary": words, "responses": {"200": answer}, **security}}


def _stream(published: dict[str, Any]) -> dict[str, Any]:
    words = (
        "events named `display`, each with a whole Display as JSON, and `alive` when it is quiet; "
        "503 with Retry-After when too many watch"
    )
    return {
        "description": words,
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "x-event-data": published,
    }


def _named(words: str, answer: dict[str, Any], sentence: dict[str, Any]) -> dict[str, Any]:
    described = _get(words, answer)
    described["get"]["responses"]["404"] = sentence
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
    described["get"]["parameters"] = [name]
    return described


def _examination(report: dict[str, Any], sentence: dict[str, Any]) -> dict[str, Any]:
    words = "What is wrong with table and computer, and what to do"
    described = _get(words, report)
    described["get"]["responses"]["503"] = sentence
    address = _get("The page's address as a QR code", _media("image/svg+xml"))
    return {"/api/doctor.json": described, "/api/address.svg": address}


def _record(sentence: dict[str, Any]) -> dict[str, Any]:
    words = "The game's record, without what is hidden as long as the game goes on"
    described = _get(words, _json_answer("a record", {}))
    described["get"]["responses"]["404"] = sentence
    return described


def _report(words: str, kind: str, sentence: dict[str, Any]) -> dict[str, Any]:
    described = _get(words, _media(kind))
    described["get"]["responses"]["404"] = sentence
    return described


def _post(
    words: str,
    body: dict[str, Any] | None,
    answer: dict[str, Any],
    more: dict[str, Any],
    sentence: dict[str, Any],
) -> dict[str, Any]:
    forms = ("application/json", "application/x-www-form-urlencoded")
    content = {"content": {kind: {"schema": body} for kind in forms}, "required": True}
    refused = dict.fromkeys(("400", "401", "403", "413", "415", "429", "503"), sentence)
    described = {
        "summary": words,
        "security": [{"joinCode": []}],
        "responses": {"200": _json_answer("done", answer), **more, **refused},
    }
    return described if body is None else {**described, "requestBody": content}


def _calibration(state: dict[str, Any], sentence: dict[str, Any]) -> dict[str, Any]:
    acts = {
        "take": "Take a picture of the calibration sheet with the table's camera",
        "finish": "Calibrate by the pictures so far",
        "forget": "Forget the pictures so far",
    }
    more = {"409": _json_answer("refused", state)}
    paths: dict[str, Any] = {
        f"/api/calibration/{act}": {"post": _post(words, None, state, more, sentence)}
        for act, words in acts.items()
    }
    words = "Look at a picture of the calibration sheet; its bytes are the body"
    paths["/api/calibration/picture"] = {"post": _upload(words, state, sentence)}
    far = _json_answer("how far it is", state)
    paths["/api/calibration.json"] = _get("How far the calibration is", far)
    return paths


def _upload(words: str, answer: dict[str, Any], sentence: dict[str, Any]) -> dict[str, Any]:
    described = _post(words, None, answer, {}, sentence)
    file = {"schema": {"type": "string", "format": "binary"}}
    kinds = ("image/jpeg", "image/png", "image/webp", "application/octet-stream")
    described["requestBody"] = {"content": dict.fromkeys(kinds, file), "required": True}
    both = {"description": "refused", "content": {"application/json": {"schema": {}}}}
    described["responses"] |= {"400": both, "409": both, "411": sentence, "415": both, "503": both}
    return described
