from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from live_fakes import LiveGame


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LiveGame]:
    """Two players, booked after the button; the table lies as the game has it."""
    made = LiveGame(tmp_path / "games")
    made.rest()
    yield made
    made.shelf.close()
