"""Tokens that another one covers in part, recognised though they were: what shows decides."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from painted_tokens import GROUND_BGR, INK_BGR, SIDE, Image, laid, triangle, with_tops
from photographs import Photographs

from companion.board import PointMm
from vision.align import Aligner
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.masked_fit import MaskedFitter, seen_in
from vision.registration import find_board
from vision.token_art import prepare
from vision.token_types import SeenToken


def house(image: Image) -> None:
    """Its roof is nearly the triangle's tip."""
    cv2.fillPoly(image, [np.array([[128, 43], [208, 123], [48, 123]])], INK_BGR, cv2.LINE_AA)
    cv2.rectangle(image, (73, 123), (183, 198), INK_BGR, -1)


def ring(image: Image) -> None:
    cv2.circle(image, (128, 128), 60, INK_BGR, 24, cv2.LINE_AA)


def tops() -> list[Image]:
    pictures = []
    for draw in (triangle, house, ring):
        image = np.full((SIDE, SIDE, 3), GROUND_BGR, np.uint8)
        draw(image)
        pictures.append(image)
    return pictures


def taken_for(
    kind: int, at_mm: PointMm, turn_deg: float, aligner: Aligner, view: FlatView
) -> SeenToken:
    """A token at a place as if it lay open and were of a kind."""
    turns = np.radians([turn_deg])
    return seen_in(aligner.fit(view, np.array([at_mm]), np.array([kind]), turns), 0, 1.0)


def test_what_shows_of_a_house_is_not_called_a_triangle(
    photographs: Photographs, tmp_path: Path
) -> None:
    shown, pictures = photographs.take("night"), tops()
    board = with_tops(shown.board, pictures, tmp_path)
    spec, below = board.tokens, (110.0, 105.0)
    above = below[0], below[1] + 0.6 * spec.diameter_mm
    shown = laid(laid(shown, pictures[1], below, 15.0), pictures[2], above, 80.0, level=1)
    flattener, art = Flattener(board), prepare(board)
    pose = find_board(shown.frame, board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    aligner = Aligner(art, spec.radius_mm)
    upper = replace(taken_for(2, above, 80.0, aligner, view), level=1)
    lower = taken_for(0, below, 15.0, aligner, view)
    part = MaskedFitter(view, aligner, spec).overlapped([upper, lower], art)[1]
    assert part.visible < 0.9
    assert part.kind == 1
    assert part.correlation > 0.9
    assert math.dist(part.centre_mm, below) < 0.02 * spec.diameter_mm
