"""Counted pieces in the words of the game: `2 white` is two white pieces in any language."""

from __future__ import annotations

import re
from typing import Any

from companion.games.wording import Wording

_COUNTED = re.compile(r"(\d{1,2}) ([A-Za-z][A-Za-z0-9]{0,15})\Z", re.ASCII)


class CountedWording(Wording):
    """Wording that says the kind of counted pieces in the language spoken."""

    __slots__ = ()

    def _said(self, value: Any, language: str) -> str:
        counted = _COUNTED.match(value) if isinstance(value, str) else None
        kind = self.dictionaries[language].get(f"term.{counted[2]}") if counted else None
        return f"{counted[1]} {kind}" if counted and kind else Wording._said(self, value, language)
