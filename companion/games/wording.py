"""How the sentences of a game are said: by key, in a language, with values put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_FALLBACK = "en"
_JOIN = {"en": ", ", "zh-Hant": "、"}


class _Said(str):
    """A value as it is said; `{count:star/stars}` is the word that agrees with the number."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, several, many = spec.partition("/")
        if not several:
            return super().__format__(spec)
        return one if self == "1" else many


@dataclass(frozen=True, slots=True)
class Wording:
    """The dictionaries of a game by language; every one has the same keys and `term.none`.

    Values that are names of pieces, phases or colours are translated too (`term.<name>`); a
    list is joined; a value that is a mapping of languages gives the text of the language spoken.
    A gap such as `{count:star/stars}` holds the word that agrees with the number.
    """

    dictionaries: Mapping[str, Mapping[str, str]]

    def say(self, key: str, language: str, values: Mapping[str, Any]) -> str:
        """The sentence for a key; an unknown key or language falls back to the key or English."""
        language = language if language in self.dictionaries else _FALLBACK
        template = self.dictionaries[language].get(key)
        if template is None:
            return key
        said = {name: _Said(self._said(value, language)) for name, value in values.items()}
        try:
            return template.format_map(said)
        except (KeyError, IndexError, ValueError):
            return template

    def _said(self, value: Any, language: str) -> str:
        words = self.dictionaries[language]
        if isinstance(value, Mapping):
            return str(value.get(language, value.get(_FALLBACK, "")))
        if isinstance(value, list | tuple):
            parts = _JOIN[language].join(self._said(part, language) for part in value)
            return parts or words["term.none"]
        return words.get(f"term.{value}", str(value))
