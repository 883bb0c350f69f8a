"""The page itself, and the QR code that lets another phone join."""

from __future__ import annotations

import io

import segno
from flask import Flask, Response, render_template, request

from web.guard import Guard
from web.ports import Companion, WebConfig

QR_BORDER_MODULES = 4


def add_page(app: Flask, companion: Companion, config: WebConfig, guard: Guard) -> None:
    """Add the page, and the QR codes for those who have joined already."""

    @app.get("/")
    def page() -> str:
        return render_template("table.html")

    @app.get("/api/join.svg")
    def join_code() -> Response:
        # The code is in the picture, so only who has it may hand it on.
        guard.check_code(request, companion.now_s())
        address = config.newest_join_url
        if request.args.get("as") == "table":
            address += "&as=table"
        return Response(qr_svg(address), content_type="image/svg+xml")


def qr_svg(address: str) -> bytes:
    """Draw an address as a QR code, dark on white with the quiet zone that scanners need."""
    out = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=QR_BORDER_MODULES, dark="#000", light="#fff")
    return out.getvalue()
