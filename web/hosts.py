"""By which names this server may be called: a stranger's name for its address is turned away.

A page from elsewhere can have its own name lead to this address once it is loaded (DNS
rebinding); for the browser the table then belongs to that page.  The name in the `Host` header
gives it away.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Flask, request

from web.guard import RequestError

# Ends of names that only a local network gives out: nobody else can register them.
LOCAL_ENDS = ("local", "lan", "home", "home.arpa", "internal", "localdomain")


def add_host_check(app: Flask, names: Iterable[str]) -> None:
    """Refuse (421) every request for a name that is none of `names`, bare or with a local end.

    A number is always right: what is rebound is a name.  So is a request without a name, which
    no browser sends.
    """
    known = {name.lower().rstrip(".") for name in (*names, "localhost")}

    @app.before_request
    def check() -> None:
        host = request.environ.get("HTTP_HOST", "")
        if host and not _is_ours(host, known):
            raise RequestError(
                HTTPStatus.MISDIRECTED_REQUEST,
                "this is not the name of the table; open the address that the table shows, "
                "or start the companion with --name and this name",
            )


def _is_ours(host: str, known: set[str]) -> bool:
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return _is_number(name) or name in known or _with_local_end(name, known)


def _with_local_end(name: str, known: set[str]) -> bool:
    first, _, end = name.partition(".")
    return first in known and end in LOCAL_ENDS


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
