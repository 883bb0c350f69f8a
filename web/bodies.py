"""From the body of a request to plain data, with one sentence for whatever is wrong."""

from __future__ import annotations

from dataclasses import fields
from http import HTTPStatus
from typing import Any, TypeVar, get_type_hints

import msgspec
from flask import Request

from web.guard import CODE_FIELD, RequestError

Body = TypeVar("Body")


def read_body(request: Request, kind: type[Body]) -> Body:
    """Read JSON or a form into a dataclass; raises RequestError naming the key."""
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return _convert(_from_form(request, kind), kind, strict=False)
    if request.mimetype != "application/json":
        raise RequestError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "send the body as application/json or as a form",
        )
    try:
        raw = msgspec.json.decode(request.get_data())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from error
    return _convert(raw, kind, strict=True)


def _convert(raw: Any, kind: type[Body], strict: bool) -> Body:
    known = [item.name for item in fields(kind)]  # type: ignore[arg-type]
    if isinstance(raw, dict):
        for key in raw:
            if key not in known:
                raise RequestError(
                    HTTPStatus.BAD_REQUEST,
                    f"the key {str(key)[:40]!r} is not known here; known are {', '.join(known)}",
                )
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise RequestError(HTTPStatus.BAD_REQUEST, f"the body does not fit: {error}") from error


def _from_form(request: Request, kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    raw: dict[str, Any] = {}
    for key, values in request.form.lists():
        if key == CODE_FIELD:
            continue
        many = "tuple" in str(hints.get(key, ""))
        raw[key] = [value for value in values if value] if many else values[-1]
    return raw
