"""The Flask app: routes of the page and of the JSON interface (DESIGN.md 7.4)."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.display.text import Text
from companion.errors import CompanionError
from web.acts import add_acts
from web.calibrate import Calibrating, add_calibration
from web.doctor import Doctor, add_doctor
from web.files import add_page_files
from web.guard import Guard, RequestError
from web.hosts import add_host_check
from web.page import add_page
from web.photos import add_photos
from web.ports import Companion, WebConfig
from web.reading import add_files, add_reading
from web.report import add_report
from web.setup import Setup, add_setup
from web.uploads import open_gate

_log = logging.getLogger(__name__)

# No script, style or picture but the server's own; a blob holds the QR code.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: one sentence, and for people in both languages."""

    error: str
    text: Text | None = None


def create_app(
    companion: Companion,
    config: WebConfig,
    doctor: Doctor | None = None,
    calibrating: Calibrating | None = None,
    setup: Setup | None = None,
) -> Flask:
    """Build the app for one running companion.

    With its examination if there is a doctor, the calibration of cameras and the teaching of own
    copies if there are such.
    """
    app = Flask("web", static_folder=None)  # files are looked up, see web.files
    app.debug = False  # whatever the environment says
    app.url_map.merge_slashes = False  # an address is right or wrong, nobody is sent on
    app.config["MAX_CONTENT_LENGTH"] = config.body_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]
    guard = Guard(config)
    open_gate(app, guard, companion.now_s)
    add_host_check(app, config.names)
    add_page_files(app)
    add_page(app, companion, config, guard)
    add_reading(app, companion, config, doctor is not None, calibrating is not None)
    if doctor is not None:
        add_doctor(app, doctor, config)
    add_files(app, companion)
    add_report(app, companion)
    add_acts(app, companion, guard)
    add_photos(app, companion, guard)
    if calibrating is not None:
        add_calibration(app, companion, guard, calibrating)
    if setup is not None:
        add_setup(app, companion, guard, setup)
    _add_errors(app)
    app.after_request(_harden)
    return app


def refuse(
    status: int, sentence: str, headers: dict[str, Any] | None = None, text: Text | None = None
) -> Response:
    """Answer with one JSON sentence."""
    body = msgspec.json.encode(Refusal(sentence, text))
    return Response(body, status, headers, content_type="application/json")


def _add_errors(app: Flask) -> None:
    @app.errorhandler(RequestError)
    def refused(error: RequestError) -> Response:
        headers = {"Retry-After": str(error.retry_s)} if error.retry_s else None
        return refuse(error.http_status, str(error), headers, error.text)

    @app.errorhandler(CompanionError)
    def failed(error: CompanionError) -> Response:
        return refuse(error.http_status, str(error))

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or int(HTTPStatus.INTERNAL_SERVER_ERROR)
        allowed = getattr(error, "valid_methods", None)
        headers = {"Allow": ", ".join(sorted(allowed))} if allowed else None
        return refuse(status, _SENTENCES.get(status, f"{error.name} ({request.path})"), headers)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        _log.error("a request failed", exc_info=error)
        return refuse(
            int(HTTPStatus.INTERNAL_SERVER_ERROR),
            "something went wrong inside the companion; its log says more",
        )


_SENTENCES = {
    int(HTTPStatus.NOT_FOUND): "there is nothing at this address; the page is at /",
    int(HTTPStatus.METHOD_NOT_ALLOWED): "this address does not take that kind of request",
    int(HTTPStatus.REQUEST_ENTITY_TOO_LARGE): "the body is too large for this table",
}


def _harden(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
