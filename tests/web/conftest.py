from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_fakes import ServedTable


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    table = ServedTable(tmp_path)
    yield table
    table.stop()


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """One table for all that only read."""
    table = ServedTable(tmp_path_factory.mktemp("calm"))
    yield table
    table.stop()
