"""The examination as a page and as JSON: what is wrong with table and computer, what to do.

Whoever is in the network may read it; it holds no join code.
"""

from __future__ import annotations

from http import HTTPStatus
from itertools import chain, zip_longest
from typing import Protocol
from urllib.parse import urldefrag

import msgspec
from flask import Flask, Response, render_template
from markupsafe import Markup, escape

from companion.display.findings import Report, State
from web.guard import RequestError
from web.languages import LANGUAGES, asked_language
from web.page import qr_svg
from web.ports import WebConfig

# The examination runs in a thread of its own; a request waits for it no longer than this.
WAIT_S = 8.0
RETRY_S = 3
ORDER = (State.BAD, State.LOOK, State.UNKNOWN, State.OK)
STATES = {
    "en": {"bad": "needs repair", "look": "have a look", "unknown": "can't be told", "ok": "fine"},
    "zh": {"bad": "需處理", "look": "請留意", "unknown": "無法得知", "ok": "正常"},
}


class Doctor(Protocol):
    """Examines off the request's thread; safe to call from any thread."""

    def report(self, wait_s: float) -> Report | None:
        """A fresh report; None when there is none after that many seconds."""


def add_doctor(app: Flask, doctor: Doctor, config: WebConfig) -> None:
    """Add the examination, and the page's address as a QR code, without the join code."""

    app.add_template_filter(with_code)

    @app.get("/doctor")
    def doctor_page() -> Response:
        language = asked_language()
        report = doctor.report(WAIT_S)
        findings = () if report is None else report.findings
        body = render_template(
            "doctor.html",
            language=language,
            other=LANGUAGES[language == "en"],
            report=report,
            findings=sorted(findings, key=lambda finding: ORDER.index(finding.state)),
            states=STATES[language],
            retry_s=RETRY_S,
        )
        return Response(body, content_type="text/html; charset=utf-8")

    @app.get("/api/doctor.json")
    def doctor_json() -> Response:
        report = doctor.report(WAIT_S)
        if report is None:
            raise RequestError(
                HTTPStatus.SERVICE_UNAVAILABLE, "the examination is not done; ask again", RETRY_S
            )
        return Response(msgspec.json.encode(report), content_type="application/json")

    @app.get("/api/address.svg")
    def address_code() -> Response:
        address = urldefrag(config.newest_join_url).url
        return Response(qr_svg(address), content_type="image/svg+xml")


def with_code(sentence: str) -> Markup:
    """A sentence as HTML, with what stands between `backticks` as code."""
    parts = sentence.split("`")
    tagged = (Markup("<code>{}</code>").format(part) for part in parts[1::2])
    plain = [escape(part) for part in parts[::2]]
    return Markup("").join(chain.from_iterable(zip_longest(plain, tagged, fillvalue=Markup(""))))
