"""Words for people, in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label in both languages."""

    en: str
    zh: str
