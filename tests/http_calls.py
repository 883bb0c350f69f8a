"""Plain HTTP calls to a served table."""

from __future__ import annotations

import http.client
import json
from typing import Any

from web_fakes import WAIT_S, ServedTable


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def call(
    served: ServedTable,
    method: str,
    path: str,
    body: bytes | str | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=WAIT_S)
    try:
        connection.request(method, path, body, headers or {})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def post(served: ServedTable, path: str, body: object, **headers: str) -> Answer:
    sent = {"Content-Type": "application/json", "X-Join-Code": served.code}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    return call(served, "POST", path, json.dumps(body), sent)
