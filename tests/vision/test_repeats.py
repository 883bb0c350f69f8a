"""Signs that nearly repeat beside their place: the turn that fits best is told, and the place."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_tokens import GROUND_BGR, INK_BGR, SIDE, Image, laid, triangle, with_tops
from photographs import Photographs

from companion.board import Board, PointMm
from vision.align import Aligner, Fits
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.masked_fit import seen_in
from vision.registration import find_board
from vision.repeats import repeats_of, turned_otherwise
from vision.token_art import prepare
from vision.tokens import Glance, TokenReader
from vision.toss import TossReader

_MOST_OFF = 0.02  # of the diameter
_PLACES: tuple[PointMm, ...] = ((110.0, 105.0), (214.0, 214.0))


def six(image: Image) -> None:
    """A figure a bit above the middle; as a nine it lies a bit below."""
    cv2.circle(image, (128, 150), 34, INK_BGR, 16, cv2.LINE_AA)
    cv2.ellipse(image, (150, 118), (56, 66), 0, 160, 262, INK_BGR, 16, cv2.LINE_AA)


def nine(image: Image) -> None:
    """The six turned, its middle a bit beside where the turn puts it."""
    turned = np.full_like(image, GROUND_BGR)
    six(turned)
    image[:] = np.roll(turned[::-1, ::-1], (-14, 5), axis=(0, 1))


def star(image: Image) -> None:
    """Five points about a middle that is not quite the token's."""
    turn = np.arange(10) * np.pi / 5 - np.pi / 2
    out = np.tile([86, 34], 5)
    points = np.column_stack([128 + out * np.cos(turn), 138 + out * np.sin(turn)])
    cv2.fillPoly(image, [np.round(points).astype(np.int32)], INK_BGR, cv2.LINE_AA)


def bars(image: Image) -> None:
    """The same at half a turn, where it is: nothing moves."""
    for x in (70, 140):
        cv2.rectangle(image, (x, 60), (x + 46, 195), INK_BGR, -1)


def tops(*draw: Callable[[Image], None]) -> list[Image]:
    pictures = []
    for each in draw:
        image = np.full((SIDE, SIDE, 3), GROUND_BGR, np.uint8)
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
    tried, rows = turned_otherwise(view, aligner, art, tokens, board.tokens.radius_mm)
    ways = [[seen_in(tried, at, 1.0) for at, of in enumerate(rows) if of == row] for row in (0, 1)]
    right = [max(each, key=lambda token: token.correlation) for each in ways]
    assert [token.kind for token in right] == [0, 1]
    for token, first_fit, at_mm in zip(right, wrong.correlation.tolist(), _PLACES, strict=True):
        assert token.correlation > first_fit
        assert math.dist(token.centre_mm, at_mm) < _MOST_OFF * 2 * board.tokens.radius_mm
    first = TokenReader.glance
    monkeypatch.setattr(
        TokenReader, "glance", lambda self, *seen: replace(first(self, *seen), tokens=tokens)
    )
    read = TossReader(board).read(shown.frame).sightings
    assert len(read) == len(_PLACES)
    for kind, at_mm in enumerate(_PLACES):
        near = min(read, key=lambda token: math.dist(token.centre_mm, at_mm))
        assert near.kind == board.tokens.kinds[kind].name
        assert math.dist(near.centre_mm, at_mm) < _MOST_OFF * 2 * board.tokens.radius_mm


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_where_all_turns_fit_alike_the_rim_tells_the_place(
    points: int, photographs: Photographs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A star a bit off the token's middle, taken up some of its five points wrongly turned."""
    shown = photographs.take("night")
    pictures = tops(star)
    board = with_tops(shown.board, pictures, tmp_path)
    for index, at_mm in enumerate((*_PLACES, (110.0, 205.0))):
        shown = laid(shown, pictures[0], at_mm, 40.0 + 31.0 * index)
    flattener, art = Flattener(board), prepare(board)
    view = look(
        flatten_frame(shown.frame.image_bgr, find_board(shown.frame, board).pose, flattener),
        flattener,
    )
    aligner, glance = Aligner(art, board.tokens.radius_mm), TokenReader.glance
    turn = np.radians([40.0 + 72.0 * points])
    wrong = seen_in(aligner.fit(view, np.array(_PLACES[:1]), np.array([0]), turn), 0, 1.0)
    assert math.dist(wrong.centre_mm, _PLACES[0]) > 0.04 * 2 * board.tokens.radius_mm
    assert wrong.correlation > 0.9

    def first_wrongly(self: TokenReader, view: FlatView, in_view: Collection[int]) -> Glance:
        seen = glance(self, view, in_view)
        others = [token for token in seen.tokens if token.distance_mm(wrong) > 5.0]
        return replace(seen, tokens=[*others, wrong])

    monkeypatch.setattr(TokenReader, "glance", first_wrongly)
    read = TossReader(board).read(shown.frame).sightings
    assert len(read) == 3
    for token in read:
        off_mm = min(math.dist(token.centre_mm, at) for at in (*_PLACES, (110.0, 205.0)))
        assert off_mm < max(_MOST_OFF * 2 * board.tokens.radius_mm, token.sigma_mm)


def test_only_what_repeats_beside_its_place_is_doubted(
    photographs: Photographs, tmp_path: Path
) -> None:
    board = with_tops(photographs.take("night").board, tops(triangle, six, nine, bars), tmp_path)
    of_triangle, of_six, of_nine, of_bars = repeats_of(prepare(board)).likeness
    assert min(of_triangle, of_six, of_nine) > 0.9
    assert of_bars < 0.85
