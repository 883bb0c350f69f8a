"""What the cameras of the tests look at: a folder of pictures, and small simulated tables."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from small_game import small_prints

from hardware.simulated.arts import art_named
from hardware.simulated.conditions import conditions_named
from hardware.simulated.studio import Studio
from hardware.simulated.tabletop.studio import TableStudio

SMALL = small_prints(1)


def studio(name: str = "night") -> Studio:
    return Studio(art_named(name), 1, conditions_named("mounted"), scale=0.25)


def small_table() -> TableStudio:
    return TableStudio(SMALL, 1, conditions_named("mounted"), scale=0.25)


@pytest.fixture(scope="module")
def small_studio() -> Studio:
    return studio()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for number in (1, 2, 10):
        image = np.full((48, 64, 3), number * 20, np.uint8)
        cv2.imwrite(str(tmp_path / f"table {number}.png"), image)
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path
