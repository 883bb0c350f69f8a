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
