"""Faults that phones can cause: nonsense, a storm of requests, streams that nobody reads."""

from __future__ import annotations

import http.client
import json
import random
from concurrent.futures import ThreadPoolExecutor

from companion.soak.offers import Offer
from companion.soak.phone import Phone, Reply

STORM_ACTS = 120
_STORM_HANDS = 12
_LARGE_BYTES = 2_000_000
_METHODS = ("GET", "PUT", "DELETE", "PATCH", "OPTIONS")
_PATHS = (
    "/api/picture/..%2f..%2fetc%2fpasswd.jpg",
    "/static/../app.py",
    "/api/scene/%00.json",
    "/api/nothing",
    "/%ff",
)


def nonsense(phone: Phone, offer: Offer, chance: random.Random) -> Reply:
    """Send something that can't be meant: bytes changed, cut short, too much, a wrong address."""
    body = bytearray(json.dumps(offer.body).encode())
    match chance.randrange(5):
        case 0:
            for _ in range(3):
                body[chance.randrange(len(body))] = chance.randrange(256)
            return phone.call("POST", offer.path, bytes(body))
        case 1:
            return phone.call("POST", offer.path, bytes(body[: chance.randrange(len(body))]))
        case 2:
            return phone.call(chance.choice(_METHODS), offer.path)
        case 3:
            return phone.call("GET", chance.choice(_PATHS))
    return phone.call("POST", offer.path, b"[" * chance.choice((1, 9_000, _LARGE_BYTES)))


def storm(phones: list[Phone], offer: Offer) -> list[Reply]:
    """Everybody presses the same thing, again and again and at once."""
    with ThreadPoolExecutor(_STORM_HANDS) as hands:
        everyone = [phones[number % len(phones)] for number in range(STORM_ACTS)]
        return list(hands.map(lambda phone: phone.post(offer.path, offer.body), everyone))


def unfit(reply: Reply) -> str:
    """What is wrong with an answer, whatever was asked; nothing for a proper one.

    A table may be busy (503).  A connection may break only when too much was sent.
    """
    if reply.status >= http.client.INTERNAL_SERVER_ERROR:
        busy = reply.status == http.client.SERVICE_UNAVAILABLE
        return "" if busy else f"status {reply.status}: {reply.body[:200]!r}"
    if b"Traceback" in reply.body:
        return f"a traceback: {reply.body[:200]!r}"
    if reply.status >= http.client.BAD_REQUEST and not _sentence(reply):
        return f"no sentence with status {reply.status}: {reply.body[:200]!r}"
    return ""


def _sentence(reply: Reply) -> bool:
    """Whether a refusal says why; what the server itself refuses is plain text."""
    said = reply.json
    if isinstance(said, dict):
        return bool(said.get("error"))
    return reply.headers.get("Content-Type", "").startswith("text/plain")
