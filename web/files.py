"""The page's own files, read once at the start: a request names one of them or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, abort, request

_FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file's bytes, its type, and a digest that changes with it."""

    body: bytes
    kind: str
    tag: str


def page_files(folder: Path = _FOLDER) -> dict[str, PageFile]:
    """Every file of the page by its name below `folder`."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = _TYPES.get(path.suffix)
        if kind is not None and path.is_file():
            body = path.read_bytes()
            name = path.relative_to(folder).as_posix()
            found[name] = PageFile(body, kind, sha256(body).hexdigest()[:32])
    return found


def add_page_files(app: Flask) -> None:
    """Serve the page's files; what a request names is looked up and never becomes a path."""
    files = page_files()

    def serve(filename: str) -> Response:
        file = files.get(filename)
        if file is None:
            abort(HTTPStatus.NOT_FOUND)
        response = Response(file.body, content_type=file.kind)
        response.set_etag(file.tag)
        response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)  # in place: 304 when the phone has it already
        return response

    # The endpoint's name is the one that the page's template asks for.
    app.add_url_rule("/static/<path:filename>", "static", serve)
    app.add_url_rule("/favicon.ico", "icon", lambda: serve("icon.svg"))
    # A worker governs what lies below its own address.
    app.add_url_rule("/offline.js", "offline", lambda: serve("offline.js"))
