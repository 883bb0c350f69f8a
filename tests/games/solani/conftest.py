"""The game and its reference edition."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame


@pytest.fixture(scope="session")
def solani() -> AnyGame:
    return find_game("solani")


@pytest.fixture(scope="session")
def edition(solani: AnyGame) -> Any:
    return load_edition(solani, solani.default_edition)
