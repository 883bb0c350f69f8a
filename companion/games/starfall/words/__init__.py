"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces or colours are translated too (`term.<name>`).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.starfall.words.chinese import CHINESE
from companion.games.starfall.words.chinese_page import CHINESE_PAGE
from companion.games.starfall.words.chinese_reasons import CHINESE_REASONS
from companion.games.starfall.words.counted import CountedWording
from companion.games.starfall.words.english import ENGLISH
from companion.games.starfall.words.english_page import ENGLISH_PAGE
from companion.games.starfall.words.english_reasons import ENGLISH_REASONS

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_PAGE, **ENGLISH_REASONS},
    "zh-Hant": {**CHINESE, **CHINESE_PAGE, **CHINESE_REASONS},
}

say = CountedWording(DICTIONARIES).say
