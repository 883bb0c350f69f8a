from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from session_fakes import FakeTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FakeTable]:
    made = FakeTable(tmp_path)
    yield made
    made.journal.close()
