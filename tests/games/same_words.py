"""Whether two languages say the same: the same keys, with the same places for values."""

from __future__ import annotations

import string
from collections.abc import Mapping


def places_of(text: str) -> set[str]:
    """The names of the values that a sentence has places for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def assert_same_keys_and_places(english: Mapping[str, str], chinese: Mapping[str, str]) -> None:
    """Every key stands in both, and Chinese asks for no value that English does not have."""
    assert set(english) == set(chinese)
    for key, template in english.items():
        assert places_of(chinese[key]) <= places_of(template), key
