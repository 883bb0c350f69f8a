"""A calibration that does not belong to the camera: who gets the blame, and what is said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from photographs import Photograph, Photographs

from companion.board import CameraModel
from companion.flow import Observation, Status
from companion.games.girl.toss import judge_toss
from vision.toss import TossReader

HALF = 0.5


def lens(shown: Photograph, focal_factor: float = 1.0) -> CameraModel:
    """The photograph's true lens, or one of another focal length, as a stored calibration."""
    true = shown.scene.view.lens
    rows = [list(row[:3]) for row in true.matrix]
    rows[0][0], rows[1][1] = rows[0][0] * focal_factor, rows[1][1] * focal_factor
    matrix = tuple(tuple(row) for row in rows)
    return CameraModel(matrix, (true.k1, true.k2, 0.0, 0.0), true.size_wh)  # type: ignore[arg-type]


def read(shown: Photograph, camera: CameraModel) -> Observation:
    return TossReader(replace(shown.board, camera=camera)).read(shown.frame)


@pytest.mark.parametrize("focal_factor", [0.75, 1.4])
def test_a_wrong_calibration_is_blamed_and_no_marker(
    focal_factor: float, photographs: Photographs
) -> None:
    shown = photographs.take("night", condition="steep", scale=HALF)
    observation = read(shown, lens(shown, focal_factor))
    assert observation.status is Status.NO_BOARD
    (sentence,) = observation.problems
    assert "[camera]" in sentence
    assert "leave out [camera]" in sentence


def test_a_marker_out_of_place_is_blamed_although_the_camera_is_calibrated(
    photographs: Photographs,
) -> None:
    shown = photographs.take("night", condition="steep", scale=HALF)
    first, *rest = shown.board.tags
    moved = replace(first, corners_mm=tuple((x + 9.0, y) for x, y in first.corners_mm))
    board = replace(shown.board, tags=(moved, *rest), camera=lens(shown))
    observation = TossReader(board).read(shown.frame)
    assert observation.status is Status.NO_BOARD
    assert not any("[camera]" in sentence for sentence in observation.problems)


def test_a_calibration_of_another_shape_is_said_not_to_be_used(photographs: Photographs) -> None:
    shown = photographs.take("night", scale=HALF)
    square = replace(lens(shown), size_wh=(1000, 1000))
    observation = read(shown, square)
    toss = judge_toss(observation, shown.board)
    assert "1000 x 1000" in toss.problems[-1]
    assert "was not used" in toss.problems[-1]
    assert toss.status == judge_toss(read(shown, lens(shown)), shown.board).status


def test_a_right_calibration_needs_no_word(photographs: Photographs) -> None:
    shown = photographs.take("night", scale=HALF)
    observation = read(shown, lens(shown))
    assert observation.status is Status.READ
    assert observation.notes == ()
