"""Every sentence a person can see, in English and Traditional Chinese, by key.

Values that are names of pieces, phases or decks are translated too (`term.<name>`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.polaris.words.chinese import CHINESE
from companion.games.polaris.words.chinese_page import CHINESE_PAGE
from companion.games.polaris.words.chinese_reasons import CHINESE_REASONS
from companion.games.polaris.words.english import ENGLISH
from companion.games.polaris.words.english_page import ENGLISH_PAGE
from companion.games.polaris.words.english_reasons import ENGLISH_REASONS
from companion.games.polaris.words.naming import CardWording, goal_words

DICTIONARIES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_PAGE, **ENGLISH_REASONS},
    "zh-Hant": {**CHINESE, **CHINESE_PAGE, **CHINESE_REASONS},
}

_WORDING = CardWording(DICTIONARIES)
say = _WORDING.say
said_goal = partial(goal_words, _WORDING)
