"""A piece on white paper is found by its own edge, not by that of its shadow."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.drawing import regular_polygon_mm
from vision.rectify import Grid
from vision.teaching.outline import SEARCH_PX_PER_MM, OutlineFit

OUTLINE = np.array(regular_polygon_mm((0.0, 0.0), 17.0, 6))
FINE = 16.0


def box(piece_bgr: tuple[int, int, int], shadow_mm: tuple[float, float]) -> tuple[np.ndarray, Grid]:
    """A box of 60 mm with a piece at 31, 29 mm, its shadow cast that far beside it."""
    image = np.full((round(60 * FINE), round(60 * FINE), 3), 250, np.uint8)
    middle = np.array([31.0, 29.0])
    for shift, colour in ((shadow_mm, (150, 152, 154)), ((0.0, 0.0), piece_bgr)):
        corners = (OUTLINE + middle + shift) * FINE
        cv2.fillPoly(image, [np.round(corners).astype(np.int32)], colour, cv2.LINE_AA)
    grid = Grid.over((0.0, 0.0), (60.0, 60.0), SEARCH_PX_PER_MM)
    return cv2.resize(image, grid.size_wh, interpolation=cv2.INTER_AREA), grid


@pytest.mark.parametrize("shadow_mm", [(-2.2, -1.5), (2.0, 1.8), (0.0, 2.4), (0.0, 0.0)])
@pytest.mark.parametrize(
    "piece_bgr", [(215, 135, 110), (40, 120, 60), (110, 190, 230)], ids=["blue", "green", "sand"]
)
def test_the_edge_of_a_shadow_is_not_that_of_the_piece(
    piece_bgr: tuple[int, int, int], shadow_mm: tuple[float, float]
) -> None:
    paper, grid = box(piece_bgr, shadow_mm)
    laid = OutlineFit(paper, grid, OUTLINE).best((30.0, 30.0), None)
    assert np.hypot(laid.centre_mm[0] - 31.0, laid.centre_mm[1] - 29.0) < 0.3
    assert laid.scale == pytest.approx(1.0, abs=0.02)
