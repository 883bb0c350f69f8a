"""Where on a board its pose has to be good."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.board import Marked

Array = NDArray[np.float64]


def dish_points_mm(board: Marked) -> Array:
    """Points (n, 2) over the dish, its middle and two rings; over the board if it has no dish."""
    if board.dish is None:
        width, height = board.size_mm
        across, down = np.meshgrid(np.linspace(0.1, 0.9, 4), np.linspace(0.1, 0.9, 4))
        return np.column_stack([across.ravel() * width, down.ravel() * height])
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.column_stack([np.sin(angle), -np.cos(angle)])
    radius = board.dish.target_radius_mm
    centre = np.array(board.dish.centre_mm)
    return np.vstack([centre[None], centre + ring * radius * 0.5, centre + ring * radius])
