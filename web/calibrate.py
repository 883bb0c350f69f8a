"""The page that calibrates a camera, and what it asks for."""

from __future__ import annotations

from http import HTTPStatus
from typing import Protocol

import msgspec
from flask import Flask, Request, Response, abort, render_template, request

from companion.display.calibration import CalibrationState
from web.guard import Guard
from web.ports import Companion
from web.uploads import PICTURE_BYTES, add_upload


class Calibrating(Protocol):
    """A calibration that goes on; safe to call from any thread.  Each gives how far it is then."""

    def state(self) -> CalibrationState:
        """How far it is."""

    def take(self) -> CalibrationState:
        """Take a picture with the table's camera."""

    def add(self, encoded: bytes) -> CalibrationState:
        """Look at a picture that a phone sent."""

    def finish(self) -> CalibrationState:
        """Fit, judge and store."""

    def forget(self) -> CalibrationState:
        """Start anew."""

    def sheet(self, paper: str) -> bytes | None:
        """The sheet as a PDF; None for a paper that there is not."""


def add_calibration(
    app: Flask, companion: Companion, guard: Guard, calibrating: Calibrating
) -> None:
    """Add the page, its state, and what changes it: with the join code."""

    @app.get("/calibrate")
    def calibrate_page() -> str:
        return render_template("calibrate.html")

    @app.get("/api/calibration.json")
    def calibration_state() -> Response:
        return _json(calibrating.state())

    @app.get("/api/calibration-sheet-<paper>.pdf")
    def calibration_sheet(paper: str) -> Response:
        pdf = calibrating.sheet(paper)
        if pdf is None:
            abort(HTTPStatus.NOT_FOUND)
        response = Response(pdf, content_type="application/pdf")
        name = f"calibration-sheet-{paper}.pdf"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    acts = {
        "take": calibrating.take,
        "finish": calibrating.finish,
        "forget": calibrating.forget,
    }

    @app.post("/api/calibration/<act>")
    def calibration_act(act: str) -> Response:
        guard.check(request, companion.now_s())
        step = acts.get(act)
        if step is None:
            abort(HTTPStatus.NOT_FOUND)
        return _json(step())

    def add(encoded: bytes, request: Request) -> Response:
        return _json(calibrating.add(encoded))

    add_upload(app, guard, companion.now_s, "/api/calibration/picture", PICTURE_BYTES, add)


def _json(state: CalibrationState) -> Response:
    body = msgspec.json.encode(state)
    return Response(body, state.http_status, content_type="application/json")
