"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces, phases or colours are translated too (`term.<name>`); a value
that is a mapping of languages gives the text of the language spoken.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.solani.words.chinese import CHINESE
from companion.games.solani.words.chinese_page import CHINESE_PAGE
from companion.games.solani.words.english import ENGLISH
from companion.games.solani.words.english_page import ENGLISH_PAGE
from companion.games.wording import Wording

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_PAGE},
    "zh-Hant": {**CHINESE, **CHINESE_PAGE},
}

say = Wording(DICTIONARIES).say
