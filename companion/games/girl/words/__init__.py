"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces, phases or colours are translated too (`term.<name>`).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.girl.words.chinese import CHINESE
from companion.games.girl.words.chinese_page import CHINESE_PAGE
from companion.games.girl.words.chinese_print import CHINESE_PRINT
from companion.games.girl.words.chinese_rulings import CHINESE_RULINGS
from companion.games.girl.words.chinese_seeing import CHINESE_SEEING
from companion.games.girl.words.english import ENGLISH
from companion.games.girl.words.english_page import ENGLISH_PAGE
from companion.games.girl.words.english_print import ENGLISH_PRINT
from companion.games.girl.words.english_rulings import ENGLISH_RULINGS
from companion.games.girl.words.english_seeing import ENGLISH_SEEING
from companion.games.wording import Wording

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_RULINGS, **ENGLISH_PRINT, **ENGLISH_PAGE, **ENGLISH_SEEING},
    "zh-Hant": {**CHINESE, **CHINESE_RULINGS, **CHINESE_PRINT, **CHINESE_PAGE, **CHINESE_SEEING},
}

say = Wording(DICTIONARIES).say
