"""What a token hides of the layer below it, and what shows right beside that."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board import Tokens
from vision.cover import Cover
from vision.crescents import CrescentSearch
from vision.rectify import Grid

RADIUS_MM = 10.0
CENTRES_MM = np.array([[100.0, 100.0], [40.0, 150.0]])
TURNS = np.linspace(0, 2 * np.pi, 48, endpoint=False)
DIRECTIONS = np.column_stack([np.cos(TURNS), np.sin(TURNS)])


def cover(shift_mm: tuple[float, float]) -> Cover:
    """What two tokens hide to a camera that sees their undersides moved so far."""
    discs_mm = np.stack([CENTRES_MM, CENTRES_MM + np.array(shift_mm)], axis=1)
    grid = Grid.over((0.0, 0.0), (200.0, 200.0), 1.0)
    x, y = np.meshgrid(np.arange(200) + 0.5, np.arange(200) + 0.5)
    mask = np.zeros((200, 200), np.uint8)
    for disc_x, disc_y in discs_mm.reshape(-1, 2):
        mask[np.hypot(x - disc_x, y - disc_y) < RADIUS_MM] = 255
    return Cover(mask, grid, discs_mm)


@pytest.mark.parametrize("shift_mm", [(0.0, 0.0), (-3.0, 1.5), (4.0, 0.0)])
def test_beside_a_token_nothing_is_hidden_and_nothing_is_left_out(
    shift_mm: tuple[float, float],
) -> None:
    hides = cover(shift_mm)
    outside = hides.beside(DIRECTIONS, RADIUS_MM + 1.0)
    assert outside.shape == (2, 48, 2)
    assert not hides.hides(outside).any()
    inside = hides.beside(DIRECTIONS, RADIUS_MM - 1.0)
    assert hides.hides(inside).all()


def test_of_a_token_below_the_side_that_the_camera_looks_from_is_not_passed_over() -> None:
    """What an upper token may hide reaches farther there; what shows beyond it still counts."""

    class LikeAToken:
        def evidence(self, points_mm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            near = np.linalg.norm(points_mm - np.array([92.0, 100.0]), axis=-1) < RADIUS_MM
            return np.where(near, 2.0, -2.0), np.ones(near.shape, bool)

    spec = Tokens(2 * RADIUS_MM, 3.0, ())
    parts = (None, cover((-3.0, 0.0)), LikeAToken(), None, None, spec)
    open_ = CrescentSearch(*parts)._open()  # type: ignore[arg-type]
    assert open_[0, 12]  # half a turn of 24
    assert not open_[0, 0]
    assert not open_[1].any()
