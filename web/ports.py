"""What the page needs from the companion, and its own settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.display.model import Note
from companion.hub import Hub
from companion.session.requests import Request


class Companion(Protocol):
    """The running companion, as the web server sees it; every call is safe from any thread."""

    @property
    def hub(self) -> Hub:
        """Where Displays are published."""

    def ask(self, request: Request, by: str) -> Note:
        """Have a request decided; raises CompanionError when nobody decides in time."""

    def picture(self, name: str) -> bytes | None:
        """Find a JPEG by its name."""

    def now_s(self) -> float:
        """Seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Settings of the page.

    `join_code` is what state-changing requests carry; `join_url` is the address of the QR code.
    `ping_s` is how long a quiet stream waits before it says that it is alive.
    `guesses` wrong codes within `guess_s` seconds make an address wait.
    """

    join_code: str
    join_url: str
    ping_s: float = 15.0
    guesses: int = 5
    guess_s: float = 60.0
    body_bytes: int = 16_384
