"""Photographs that phones send: who reads them, and where the page asks for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.display.model import Note, Section, Tone, Upload
from companion.display.photo import PhotoAnswer
from companion.games.printable import Lying
from companion.play.running_game import RunningGame
from companion.play.words import say

# Gives what a function makes of the game, in the thread that decides; None before a game.
Look = Callable[[Callable[[RunningGame], Any]], Any]


class Photos(Protocol):
    """Reads photographs; safe to call from any thread."""

    def read(self, encoded: bytes, look: Look) -> PhotoAnswer:
        """Read a picture file and compare it with the game; what can't be used is told."""

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was read lately."""


def photo_section(running: RunningGame) -> Section | None:
    """Where a phone sends a photograph; nothing for a game that does not say what lies where."""
    if not isinstance(running.game, Lying):
        return None
    note = Note(Tone.INFO, say("photo_help"))
    upload = Upload(say("photo_take"), "/api/photo")
    return Section("photo", say("photo"), (note,), folded=True, uploads=(upload,))
