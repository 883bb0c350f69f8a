"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces, phases or colours are translated too (`term.<name>`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.girl.words.chinese import CHINESE
from companion.games.girl.words.chinese_page import CHINESE_PAGE
from companion.games.girl.words.chinese_print import CHINESE_PRINT
from companion.games.girl.words.chinese_rulings import CHINESE_RULINGS
from companion.games.girl.words.english import ENGLISH
from companion.games.girl.words.english_page import ENGLISH_PAGE
from companion.games.girl.words.english_print import ENGLISH_PRINT
from companion.games.girl.words.english_rulings import ENGLISH_RULINGS

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_RULINGS, **ENGLISH_PRINT, **ENGLISH_PAGE},
    "zh-Hant": {**CHINESE, **CHINESE_RULINGS, **CHINESE_PRINT, **CHINESE_PAGE},
}
_JOIN = {"en": ", ", "zh-Hant": "、"}


def say(key: str, language: str, values: Mapping[str, Any]) -> str:
    """The sentence for a key; an unknown key or language falls back to English or the key."""
    words = DICTIONARIES.get(language, DICTIONARIES["en"])
    template = words.get(key)
    if template is None:
        return key
    said = {name: _said(value, words, _JOIN.get(language, ", ")) for name, value in values.items()}
    try:
        return template.format_map(said)
    except (KeyError, IndexError, ValueError):
        return template


def _said(value: Any, words: Mapping[str, str], join: str) -> str:
    if isinstance(value, list | tuple):
        return join.join(_said(part, words, join) for part in value) or words["term.none"]
    return words.get(f"term.{value}", str(value))
