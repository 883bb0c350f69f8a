"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces, phases or colours are translated too (`term.<name>`); a value
that is a mapping of languages gives the text of the language spoken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.solani.words.chinese import CHINESE
from companion.games.solani.words.chinese_page import CHINESE_PAGE
from companion.games.solani.words.english import ENGLISH
from companion.games.solani.words.english_page import ENGLISH_PAGE

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_PAGE},
    "zh-Hant": {**CHINESE, **CHINESE_PAGE},
}
_JOIN = {"en": ", ", "zh-Hant": "、"}


def say(key: str, language: str, values: Mapping[str, Any]) -> str:
    """The sentence for a key; an unknown key or language falls back to English or the key."""
    language = language if language in DICTIONARIES else "en"
    template = DICTIONARIES[language].get(key)
    if template is None:
        return key
    said = {name: _said(value, language) for name, value in values.items()}
    try:
        return template.format_map(said)
    except (KeyError, IndexError, ValueError):
        return template


def _said(value: Any, language: str) -> str:
    words = DICTIONARIES[language]
    if isinstance(value, Mapping):
        return str(value.get(language, value.get("en", "")))
    if isinstance(value, list | tuple):
        return _JOIN[language].join(_said(part, language) for part in value) or words["term.none"]
    return words.get(f"term.{value}", str(value))
