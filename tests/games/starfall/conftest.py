"""The game and its reference edition for the tests of StarFall."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame


@pytest.fixture(scope="session")
def starfall() -> AnyGame:
    return find_game("starfall")


@pytest.fixture(scope="session")
def reference(starfall: AnyGame) -> Any:
    return load_edition(starfall, starfall.default_edition)
