"""The game's words on drawings: Chinese first, English beneath."""

from __future__ import annotations

from typing import Any

from companion.drawing import PointMm, Words
from companion.games.solani.art.palette import FAINT, IVORY
from companion.games.solani.words import say

CHINESE, ENGLISH = "zh-Hant", "en"
_SMALL = 0.62  # English against Chinese
_WIDE = {CHINESE: 1.45, ENGLISH: 0.78}  # a letter's mean width against the height of capitals


def both(
    key: str,
    middle_mm: PointMm,
    height_mm: float,
    width_mm: float,
    colour: str = IVORY,
    small_colour: str = FAINT,
    **values: Any,
) -> tuple[Words, ...]:
    """A sentence in both languages around `middle_mm`, made smaller to fit `width_mm`."""
    chinese, english = say(key, CHINESE, values), say(key, ENGLISH, values)
    large = fitting_mm(chinese, CHINESE, height_mm, width_mm)
    if english in chinese:
        return (Words(chinese, middle_mm, large, colour, bold=True),)
    small = fitting_mm(english, ENGLISH, height_mm * _SMALL, width_mm)
    x, y = middle_mm
    step = (height_mm + small) * 0.62
    return (
        Words(chinese, (x, y - step / 2), large, colour, bold=True),
        Words(english, (x, y + step / 2 + 0.2 * height_mm), small, small_colour),
    )


def fitting_mm(text: str, language: str, height_mm: float, width_mm: float) -> float:
    """The height of capitals with which a text is at most `width_mm` wide."""
    return min(height_mm, width_mm / max(1.0, len(text) * _WIDE[language]))
