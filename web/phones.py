"""Which phone a request comes from: a name that only this phone and the server know.

The phone keeps a random name as a cookie that no script can read and no other site's page can
have sent.  The companion is told a digest of it.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from flask import Request, Response

COOKIE = "phone"
_YEAR_S = 31_536_000
_NAME = re.compile(r"[A-Za-z0-9_-]{22,64}")
_DIGEST_LETTERS = 20


def name_of(request: Request) -> str:
    """The digest of the phone's name, "" for one that has none."""
    name = request.cookies.get(COOKIE, "")
    return _digest(name) if _NAME.fullmatch(name) else ""


def give_name(request: Request, response: Response) -> str:
    """Keep the phone's name, or give it one; the digest of it."""
    name = request.cookies.get(COOKIE, "")
    if not _NAME.fullmatch(name):
        name = secrets.token_urlsafe(24)
    response.set_cookie(
        COOKIE, name, max_age=_YEAR_S, path="/api", httponly=True, samesite="Strict"
    )
    return _digest(name)


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:_DIGEST_LETTERS]
