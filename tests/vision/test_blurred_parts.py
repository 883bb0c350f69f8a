"""A blurred part of a token tells less of its kind than a sharp one that fits as well."""

from __future__ import annotations

import numpy as np
import pytest
from photographs import Photographs, spread_out

from vision.flat_view import Flattener, flatten_frame, look
from vision.registration import find_board
from vision.token_art import CAMERA_BLUR, prepare
from vision.token_types import kind_probabilities

SURE = 0.98


@pytest.mark.parametrize(("detail", "told"), [(1.0, True), (0.55, False), (0.25, False)])
def test_what_fits_a_blurred_part_tells_no_kind(
    photographs: Photographs, detail: float, *, told: bool
) -> None:
    board = photographs.take("six", spread_out(photographs.studio("six").art)).board
    art = prepare(board)
    correlation = np.full(len(art.names), 0.8)
    correlation[1] = 0.98
    kinds = kind_probabilities(correlation, 0.25, art, detail)
    assert kinds[0][0] == art.names[1]
    assert (kinds[0][1] > SURE) == told


@pytest.mark.parametrize(("times", "detail"), [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (2.0, 0.25)])
def test_detail_goes_with_the_square_of_the_blur(
    photographs: Photographs, times: float, detail: float
) -> None:
    shown = photographs.take("six", spread_out(photographs.studio("six").art))
    flattener, pose = Flattener(shown.board), find_board(shown.frame, shown.board).pose
    flat = flatten_frame(shown.frame.image_bgr, pose, flattener)
    sharp_px = CAMERA_BLUR * shown.board.tokens.diameter_mm * look(flat, flattener).frame_px_per_mm
    assert look(flat, flattener, times * sharp_px).detail == pytest.approx(detail)
