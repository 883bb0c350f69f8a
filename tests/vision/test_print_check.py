"""The print of a dish against its markers: what its lines tell, and what they can't."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from photographs import Photograph, Photographs

from companion.board import Board, SectorArea
from vision.print_check import MOST_OFF_MM, PrintShift, measure_shift
from vision.registration import find_board


def one_area(board: Board) -> Board:
    """The same board described with one area all round the hub: its lines are circles."""
    ring = (SectorArea("blue", 0.0, 360.0),)
    return replace(board, dish=replace(board.dish, areas=ring))


def shift_of(shown: Photograph, board: Board, noise: int) -> PrintShift:
    """What the hub's edge tells of a picture with this noise (grey levels, at its worst)."""
    pose = find_board(shown.frame, shown.board).pose
    grain = np.random.default_rng(4).integers(-noise, noise + 1, shown.frame.image_bgr.shape)
    picture = np.clip(shown.frame.image_bgr + grain, 0, 255).astype(np.uint8)
    shift = measure_shift(picture, pose, board)
    assert shift is not None
    return shift


def test_round_lines_alone_tell_nothing_of_a_turn(photographs: Photographs) -> None:
    shown = photographs.take("night")
    board = one_area(shown.board)
    shift = shift_of(shown, board, noise=12)
    assert abs(shift.turn_deg) < 0.1
    assert shift.off_mm(board.dish.target_radius_mm) < MOST_OFF_MM / 2


def test_round_lines_alone_tell_a_shift(photographs: Photographs) -> None:
    shown = photographs.take("night")
    board = one_area(shown.board)
    x, y = board.dish.centre_mm
    moved = replace(board, dish=replace(board.dish, centre_mm=(x + 2.0, y)))
    shift = shift_of(shown, moved, noise=4)
    assert abs(shift.shift_mm[0] + 2.0) < 0.3
    assert abs(shift.shift_mm[1]) < 0.3


def test_lines_between_areas_tell_a_turn(photographs: Photographs) -> None:
    shown = photographs.take("night")
    areas = tuple(
        replace(area, from_deg=area.from_deg + 1.5, to_deg=area.to_deg + 1.5)
        for area in shown.board.dish.areas
        if isinstance(area, SectorArea)
    )
    turned = replace(shown.board, dish=replace(shown.board.dish, areas=areas))
    assert abs(shift_of(shown, turned, noise=4).turn_deg + 1.5) < 0.15
