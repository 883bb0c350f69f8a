"""The report of a game: a page, and one file with the page, the record and the pictures."""

from __future__ import annotations

import io
import zipfile
from http import HTTPStatus

from flask import Flask, Response, abort, render_template, request
from markupsafe import Markup

from companion.display.chart_drawing import draw_chart
from companion.display.report import GameReport
from companion.display.svg import svg_text
from web.files import page_files
from web.languages import LANGUAGES, asked_language
from web.phones import name_of
from web.ports import Companion

_STYLE = "report.css"
# What a zip file says when it was made; the companion's clock may be wrong, so it says nothing.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def add_report(app: Flask, companion: Companion) -> None:
    """Add the report as a page and as a file, each as the phone that asks may know it."""
    style = page_files()[_STYLE].body.decode()

    def report_now() -> GameReport:
        report = companion.report(name_of(request))
        if report is None:
            abort(HTTPStatus.NOT_FOUND)
        return report

    @app.get("/api/report.html")
    def report_page() -> Response:
        report = report_now()
        kept = frozenset(name for name in report.pictures if companion.picture(name) is not None)
        body = _page(report, asked_language(), "/api/picture/", kept)
        return Response(body, content_type="text/html; charset=utf-8")

    @app.get("/api/report.zip")
    def report_file() -> Response:
        report = report_now()
        pictures = {name: companion.picture(name) for name in report.pictures}
        kept = {name: jpeg for name, jpeg in pictures.items() if jpeg is not None}
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for language in LANGUAGES:
                page = _page(report, language, "pictures/", frozenset(kept), style)
                _add(archive, f"report-{language}.html", page.encode())
            _add(archive, "record.json", report.record)
            for name, jpeg in kept.items():
                _add(archive, f"pictures/{name}.jpg", jpeg)
        response = Response(out.getvalue(), content_type="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="report.zip"'
        return response


def _page(
    report: GameReport, language: str, folder: str, kept: frozenset[str], style: str = ""
) -> str:
    chart = None
    if report.chart is not None:
        words = getattr(report.chart.title, language)
        chart = Markup(svg_text(draw_chart(report.chart), words))
    boards = [
        (getattr(board.title, language), Markup(getattr(board.svg, language)))
        for board in report.boards
    ]
    return render_template(
        "report.html",
        report=report,
        language=language,
        other=LANGUAGES[language == LANGUAGES[0]],
        folder=folder,
        kept=kept,
        style=Markup(style),
        chart=chart,
        boards=boards,
    )


def _add(archive: zipfile.ZipFile, name: str, body: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _NO_TIME), body, zipfile.ZIP_DEFLATED)
