"""Signs that nearly repeat beside their place: the turn that fits best is told, and the place."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_tokens import SIDE, Image, laid, with_tops
from photographs import Photographs

from companion.board import Board, PointMm
from vision.align import Aligner, Fits
from vision.flat_view import Flattener, flatten_frame, look
from vision.masked_fit import seen_in
from vision.registration import find_board
from vision.repeats import repeats_of, turned_otherwise
from vision.token_art import prepare
from vision.tokens import TokenReader
from vision.toss import TossReader

_INK, _GROUND = (40, 60, 30), (190, 215, 200)
_MOST_OFF = 0.02  # of the diameter
_PLACES: tuple[PointMm, ...] = ((110.0, 105.0), (214.0, 214.0))


def triangle(image: Image) -> None:
    """A triangle whose middle is not the token's: turned by a third it lies a bit beside."""
    cv2.fillPoly(image, [np.array([[128, 48], [203, 183], [53, 183]])], _INK, cv2.LINE_AA)


def six(image: Image) -> None:
    """A figure a bit above the middle; as a nine it lies a bit below."""
    cv2.circle(image, (128, 150), 34, _INK, 16, cv2.LINE_AA)
    cv2.ellipse(image, (150, 118), (56, 66), 0, 160, 262, _INK, 16, cv2.LINE_AA)


def nine(image: Image) -> None:
    """The six turned, its middle a bit beside where the turn puts it."""
    turned = np.full_like(image, _GROUND)
    six(turned)
    image[:] = np.roll(turned[::-1, ::-1], (-14, 5), axis=(0, 1))


def bars(image: Image) -> None:
    """The same at half a turn, where it is: nothing moves."""
    for x in (70, 140):
        cv2.rectangle(image, (x, 60), (x + 46, 195), _INK, -1)


def tops(*draw: Callable[[Image], None]) -> list[Image]:
    pictures = []
    for each in draw:
        image = np.full((SIDE, SIDE, 3), _GROUND, np.uint8)
        each(image)
        pictures.append(image)
    return pictures


def off(fits: Fits, board: Board) -> NDArray[np.float64]:
    """How far from the tokens' places, in diameters."""
    away = np.linalg.norm(fits.centres_mm - np.array(_PLACES), axis=1)
    return np.asarray(away / (2 * board.tokens.radius_mm))


def test_a_sign_laid_on_wrongly_is_turned_back_and_put_in_its_place(
    photographs: Photographs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a start beside the token makes of it: a turn at which the sign fits, out of place."""
    shown = photographs.take("night")
    pictures = tops(triangle, six, nine)
    board = with_tops(shown.board, pictures, tmp_path)
    shown = laid(laid(shown, pictures[0], _PLACES[0], 30.0), pictures[1], _PLACES[1], 200.0)
    flattener, art = Flattener(board), prepare(board)
    pose = find_board(shown.frame, board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    aligner = Aligner(art, board.tokens.radius_mm)
    wrong = aligner.fit(
        view, np.array(_PLACES), np.array([0, 2]), np.radians([30.0 + 120.0, 200.0 + 180.0])
    )
    tokens = [seen_in(wrong, row, 1.0) for row in range(len(_PLACES))]
    assert off(wrong, board).min() > 2 * _MOST_OFF, "the wrong turn drags the place along"
    assert wrong.correlation.min() > 0.9, "and fits"
    assert repeats_of(art).in_doubt(tokens) == [0, 1]
    right = turned_otherwise(view, aligner, art, tokens, board.tokens.radius_mm)
    assert right.kinds.tolist() == [0, 1]
    assert (right.correlation > wrong.correlation).all()
    assert off(right, board).max() < _MOST_OFF
    first = TokenReader.glance
    monkeypatch.setattr(
        TokenReader, "glance", lambda self, view: replace(first(self, view), tokens=tokens)
    )
    read = TossReader(board).read(shown.frame).sightings
    assert len(read) == len(_PLACES)
    for kind, at_mm in enumerate(_PLACES):
        near = min(read, key=lambda token: math.dist(token.centre_mm, at_mm))
        assert near.kind == board.tokens.kinds[kind].name
        assert math.dist(near.centre_mm, at_mm) < _MOST_OFF * 2 * board.tokens.radius_mm


def test_only_what_repeats_beside_its_place_is_doubted(
    photographs: Photographs, tmp_path: Path
) -> None:
    board = with_tops(photographs.take("night").board, tops(triangle, six, nine, bars), tmp_path)
    of_triangle, of_six, of_nine, of_bars = repeats_of(prepare(board)).likeness
    assert min(of_triangle, of_six, of_nine) > 0.9
    assert of_bars < 0.85
