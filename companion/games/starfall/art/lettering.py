"""Words on the drawings: small, in English with Chinese beside or below."""

from __future__ import annotations

from typing import Any

from companion.drawing import PointMm, Words
from companion.games.contract import LANGUAGES
from companion.games.starfall.words import say


def both(key: str, **values: Any) -> str:
    """A short text of the game in both languages, in one line."""
    said = [say(key, language, values) for language in LANGUAGES]
    return " · ".join(dict.fromkeys(said))


def fitted(
    text: str, middle: PointMm, height_mm: float, room_mm: float, colour: str, bold: bool = False
) -> Words:
    """One line, smaller where it would be wider than the room."""
    width = sum(1.35 if ord(char) >= 0x2E80 else 0.78 for char in text) * height_mm
    return Words(text, middle, height_mm * min(1.0, room_mm / width), colour, bold=bold)
