"""Words for people, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label in both languages."""

    en: str
    zh: str


def filled(words: tuple[str, str], values: Mapping[str, Any]) -> Text:
    """A sentence in English and in Chinese, filled in; a Text among `values` in each language."""
    english, chinese = words
    return Text(
        english.format_map({name: _in(value, "en") for name, value in values.items()}),
        chinese.format_map({name: _in(value, "zh") for name, value in values.items()}),
    )


def begun(text: Text) -> Text:
    """The same with a capital letter, where it begins a sentence or a title."""
    return Text(text.en[:1].upper() + text.en[1:], text.zh)


def _in(value: Any, language: str) -> Any:
    return getattr(value, language) if isinstance(value, Text) else value
