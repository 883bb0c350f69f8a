"""The one gate for what phones send as files: with the join code, of bounded size, as raw bytes.

A file is the whole body of a POST; nothing of it is read before the join code was checked, and
the server takes in no more bytes than the route allows.  What the bytes are is for others to say.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, Request, Response, request

from companion.display.text import Text
from web.guard import Guard, RequestError

UPLOADS = "UPLOADS"
UPLOAD_LIMIT = "UPLOAD_LIMIT"
PICTURE_BYTES = 25_000_000
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_MB = 1_000_000

Take = Callable[[bytes, Request], Response]
Limit = Callable[[str, str, str], int]
"""The most bytes that a body may have, by path, join code and address; 0 is no more than ever."""


def open_gate(app: Flask, guard: Guard, now_s: Callable[[], float]) -> None:
    """Let the server ask how many bytes a request's body may have; before any `add_upload`."""
    allowed: dict[str, int] = {}

    def limit(path: str, code: str, address: str) -> int:
        most = allowed.get(path)
        return most if most is not None and guard.knows(code, address, now_s()) else 0

    app.config[UPLOADS] = allowed
    app.config[UPLOAD_LIMIT] = limit


def add_upload(
    app: Flask, guard: Guard, now_s: Callable[[], float], path: str, most_bytes: int, take: Take
) -> None:
    """Add a route that takes a file of at most `most_bytes`; `take` is given its bytes."""
    app.config[UPLOADS][path] = most_bytes

    def upload() -> Response:
        guard.check(request, now_s())
        return take(read_upload(request, most_bytes), request)

    app.add_url_rule(path, path.strip("/").replace("/", "_"), upload, methods=["POST"])


def read_upload(request: Request, most_bytes: int) -> bytes:
    """The body of a request, which is a file.  Raises RequestError (411, 413, 415)."""
    if request.mimetype in _FORMS:
        raise RequestError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "send the file itself as the body, not in a form",
            text=Text("Send the file itself, not in a form.", "請直接傳送檔案，不要用表單。"),
        )
    if request.content_length is None:
        raise RequestError(HTTPStatus.LENGTH_REQUIRED, "say how long the file is (Content-Length)")
    if request.content_length > most_bytes:
        raise RequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"the file has more than {most_bytes // _MB} MB",
            text=too_large(most_bytes),
        )
    request.max_content_length = most_bytes
    return request.get_data(cache=False)


def too_large(most_bytes: int) -> Text:
    """What a person is told whose file has too many bytes."""
    most = most_bytes // _MB
    return Text(
        f"The file is larger than {most} MB; send a smaller one (in the camera's settings choose "
        "a smaller picture).",
        f"檔案超過 {most} MB；請傳小一點的（可在相機設定中選擇較小的照片）。",
    )
