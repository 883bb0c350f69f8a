"""What the page needs from the companion, and its own settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.display.model import Note
from companion.display.photo import PhotoAnswer, PhotoOf
from companion.display.report import GameReport
from companion.running.acts import Acts
from companion.running.hub import Hub


class Companion(Protocol):
    """The running companion, as the web server sees it; every call is safe from any thread."""

    @property
    def hub(self) -> Hub:
        """Where Displays are published."""

    @property
    def acts(self) -> Acts:
        """What phones may do here: one POST route each."""

    def ask(self, request: Any, by: str) -> Note:
        """Have a request decided; raises CompanionError when nobody decides in time.

        `by` names the phone, in a form that only says that two requests come from the same one.
        """

    def admit(self, phone: str) -> None:
        """Take note of a phone that has shown the join code."""

    def viewer(self, phone: str) -> str:
        """As whom a phone watches (see Hub.newest_for)."""

    def picture(self, name: str) -> bytes | None:
        """Find a JPEG by its name."""

    def scene(self, name: str) -> bytes | None:
        """Find a drawing (JSON of a SceneFile) by its name."""

    def record(self, phone: str) -> bytes | None:
        """The record of the game as this phone may have it; None when there is none."""

    def report(self, phone: str) -> GameReport | None:
        """The report of the game as this phone may have it; None when there is none."""

    @property
    def takes_photos(self) -> bool:
        """Whether photographs of boards are read here."""

    def photo(self, encoded: bytes, phone: str, of: PhotoOf) -> PhotoAnswer:
        """Read a photograph that a phone sent; takes seconds.  Raises CompanionError."""

    def now_s(self) -> float:
        """Seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Settings of the page.

    `join_code` is what state-changing requests carry; `join_url` is the address of the QR code;
    the computer's address may change, so `join_url_now` gives it anew.
    `ping_s` is how long a quiet stream waits before it says that it is alive.
    `names` are the machine's own names, by which phones may call it beside its number.
    `guesses` wrong codes within `guess_s` seconds make an address wait.
    """

    join_code: str
    join_url: str
    ping_s: float = 15.0
    guesses: int = 5
    guess_s: float = 60.0
    body_bytes: int = 16_384
    names: tuple[str, ...] = ()
    join_url_now: Callable[[], str] | None = None

    @property
    def newest_join_url(self) -> str:
        """The address of the QR code as it is now."""
        return self.join_url if self.join_url_now is None else self.join_url_now()
