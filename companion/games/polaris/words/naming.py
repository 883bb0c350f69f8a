"""Cards and goals in the words of the game instead of their codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.games.contract import LANGUAGES
from companion.games.polaris.edition import Goal
from companion.games.wording import Wording

_CARD = re.compile(r"([A-Za-z0-9]+)-([A-Za-z0-9]+)\Z")


class CardWording(Wording):
    """Wording that says a card by its phase: `full-SH` is the full moon SH."""

    __slots__ = ()

    def _said(self, value: Any, language: str) -> str:
        card = _CARD.match(value) if isinstance(value, str) else None
        phase = self.dictionaries[language].get(f"term.{card[1]}") if card else None
        return f"{phase} {card[2]}" if card and phase else Wording._said(self, value, language)


def goal_words(wording: Wording, goal: Goal) -> Mapping[str, str]:
    """What a common goal counts, as on its card, by language."""
    key = f"goal.{goal.kind.value}"
    return {each: wording.say(key, each, {"number": goal.number}) for each in LANGUAGES}
