"""Which language a page is written in that the server writes."""

from __future__ import annotations

from flask import request

LANGUAGES = ("en", "zh")


def asked_language() -> str:
    """The language that was asked for, else the browser's first that the page has."""
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for tag in request.accept_languages.values():
        if tag[:2].lower() in LANGUAGES:
            return tag[:2].lower()
    return LANGUAGES[0]
