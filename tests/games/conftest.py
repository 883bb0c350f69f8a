"""What the tests of games share: the marker that names a clause, and the games' data."""

from __future__ import annotations

from typing import Any

import pytest
from games.girl_drawings import art

from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame

__all__ = ["art"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules a test proves")


@pytest.fixture(scope="session")
def girl() -> AnyGame:
    return find_game("girl")


@pytest.fixture(scope="session")
def reference(girl: AnyGame) -> Any:
    return load_edition(girl, girl.default_edition)
