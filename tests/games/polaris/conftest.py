"""The game and its reference edition for the tests of Polaris."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame


@pytest.fixture(scope="session")
def polaris() -> AnyGame:
    return find_game("polaris")


@pytest.fixture(scope="session")
def reference(polaris: AnyGame) -> Any:
    return load_edition(polaris, polaris.default_edition)
