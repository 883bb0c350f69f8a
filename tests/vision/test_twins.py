"""Kinds with one sign: colours tell them apart in any light, and where they can't, nothing does."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_tokens import SIDE, Image, laid, with_tops
from photographs import Photograph, Photographs

from companion.board import Board, PointMm
from companion.flow import Sighting
from vision.token_art import prepare
from vision.toss import TossReader

_GROUNDS_BGR = [(40, 40, 150), (60, 110, 40), (150, 60, 40), (40, 130, 150), (60, 60, 60)]
_PLACES: tuple[PointMm, ...] = (
    (110.0, 105.0),
    (160.0, 90.0),
    (214.0, 112.0),
    (105.0, 205.0),
    (214.0, 214.0),
)


def arrow(ground_bgr: tuple[int, int, int], turn_deg: float = 0.0) -> Image:
    """The one sign, white on any ground."""
    image = np.full((SIDE, SIDE, 3), ground_bgr, np.uint8)
    points = np.array([[128, 40], [196, 120], [150, 120], [150, 205], [106, 205], [106, 120]])
    cv2.fillPoly(image, [points], (240, 245, 245), cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((SIDE / 2 - 0.5, SIDE / 2 - 0.5), turn_deg, 1.0)
    return cv2.warpAffine(image, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)


def checkers(ground_bgr: tuple[int, int, int], turn_deg: float = 0.0) -> Image:
    """Another sign, so fine that a turn by half a sample's step changes it."""
    image = np.full((SIDE, SIDE, 3), ground_bgr, np.uint8)
    for row, column in ((row, column) for row in range(6) for column in range(6)):
        if (row + column) % 2:
            x, y = 38 + 30 * column, 38 + 30 * row
            cv2.rectangle(image, (x, y), (x + 29, y + 29), (240, 245, 245), -1)
    turn = cv2.getRotationMatrix2D((SIDE / 2 - 0.5, SIDE / 2 - 0.5), turn_deg, 1.0)
    return cv2.warpAffine(image, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)


def white_of(shown: Photograph) -> NDArray[np.float64]:
    """What white (3,) looks like in a photograph, its brightest channel being 1: a marker's."""
    corners_px = shown.true_px(np.array(shown.board.tags[0].corners_mm), 0.0)
    mask = np.zeros(shown.frame.image_bgr.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(corners_px).astype(np.int32)], 1)
    white = np.percentile(shown.frame.image_bgr[mask > 0], 90, axis=0)
    return np.asarray(white / white.max(), np.float64)


def read(
    photographs: Photographs,
    board: Board,
    pictures: list[Image],
    lamp_bgr: tuple[float, ...],
    lit: bool = False,
) -> list[Sighting]:
    """What is read of one token of each picture, in the order of their places; they may be `lit`
    by the lamp of the photograph that they are painted into."""
    shown = photographs.take("night")
    if lit:
        pictures = [picture * white_of(shown) for picture in pictures]
    for index, (picture, at_mm) in enumerate(zip(pictures, _PLACES, strict=False)):
        shown = laid(shown, picture, at_mm, 30.0 + 77.0 * index)
    seen = TossReader(board).read(shown.with_image(shown.frame.image_bgr * lamp_bgr).frame)
    places = _PLACES[: len(pictures)]
    assert len(seen.sightings) == len(places)
    return [
        min(seen.sightings, key=lambda token: math.dist(token.centre_mm, at_mm)) for at_mm in places
    ]


@pytest.mark.parametrize("lamp_bgr", [(1.0, 1.0, 1.0), (0.55, 0.8, 1.0), (0.9, 0.6, 0.5)])
def test_one_sign_in_five_colours(
    lamp_bgr: tuple[float, ...], photographs: Photographs, tmp_path: Path
) -> None:
    """The pictures lie turned otherwise than the tokens, as in any description."""
    taught = [arrow(ground, 50.0 * index) for index, ground in enumerate(_GROUNDS_BGR)]
    board = with_tops(photographs.take("night").board, taught, tmp_path)
    assert prepare(board).alike.all()
    tokens = read(photographs, board, [arrow(ground) for ground in _GROUNDS_BGR], lamp_bgr)
    assert [token.kind for token in tokens] == [kind.name for kind in board.tokens.kinds[:5]]


@pytest.mark.parametrize("turn_deg", [0.0, 17.2, 31.9, 49.0])
def test_a_fine_sign_in_two_colours(
    turn_deg: float, photographs: Photographs, tmp_path: Path
) -> None:
    grounds = ((40, 130, 90), (130, 40, 80))
    taught = [checkers(ground, turn_deg * index) for index, ground in enumerate(grounds)]
    board = with_tops(photographs.take("night").board, taught, tmp_path)
    assert prepare(board).alike.all()
    pictures = [checkers(grounds[index % 2]) for index in range(5)]
    tokens = read(photographs, board, pictures, (0.6, 0.85, 1.0))
    first, second = (kind.name for kind in board.tokens.kinds)
    assert [token.kind for token in tokens] == [first, second, first, second, first]


def inked(ground_bgr: tuple[int, int, int], turn_deg: float = 0.0) -> Image:
    """The sign in black, which no lamp colours: it says nothing of what shines on the ground."""
    image = arrow((0, 0, 0), turn_deg)
    share = image.astype(np.float64).max(axis=2, keepdims=True) / 245
    return np.asarray(np.array(ground_bgr) * (1 - share) + 20 * share, np.uint8)


@pytest.mark.parametrize("lamp_bgr", [(1.0, 1.0, 1.0), (0.55, 0.8, 1.0), (0.9, 0.6, 0.5)])
def test_a_black_sign_in_five_colours(
    lamp_bgr: tuple[float, ...], photographs: Photographs, tmp_path: Path
) -> None:
    """The markers' white says how the lamp is."""
    grounds = [(60, 60, 200), (70, 160, 60), (170, 70, 130), (190, 220, 225), (60, 150, 230)]
    taught = [inked(ground, 50.0 * index) for index, ground in enumerate(grounds)]
    board = with_tops(photographs.take("night").board, taught, tmp_path)
    assert prepare(board).alike.all()
    tokens = read(photographs, board, [inked(ground) for ground in grounds], lamp_bgr, True)
    assert [token.kind for token in tokens] == [kind.name for kind in board.tokens.kinds[:5]]


@pytest.mark.parametrize("taught_bgr", [(0.6, 0.85, 1.0), (1.0, 0.8, 0.7), (0.75, 1.0, 0.8)])
def test_pictures_taken_under_another_lamp_name_nothing_wrongly(
    taught_bgr: tuple[float, ...], photographs: Photographs, tmp_path: Path
) -> None:
    grounds = [(60, 60, 200), (60, 110, 215), (60, 150, 230), (90, 190, 210), (90, 200, 150)]
    taught = [inked(ground, 50.0 * index) for index, ground in enumerate(grounds)]
    board = with_tops(
        photographs.take("night").board,
        [np.asarray(picture * taught_bgr, np.uint8) for picture in taught],
        tmp_path,
    )
    tokens = read(photographs, board, [inked(ground) for ground in grounds], (1.0,) * 3, True)
    for token, kind in zip(tokens, board.tokens.kinds, strict=False):
        assert token.kind in (None, kind.name)


def test_one_sign_in_one_colour_is_left_open(photographs: Photographs, tmp_path: Path) -> None:
    """Turned or not, two kinds that look the same are as likely as each other."""
    ground = _GROUNDS_BGR[0]
    other = np.full((SIDE, SIDE, 3), ground, np.uint8)
    cv2.circle(other, (128, 128), 60, (240, 245, 245), 24, cv2.LINE_AA)
    taught = [arrow(ground), arrow(ground, 133.0), other]
    board = with_tops(photographs.take("night").board, taught, tmp_path)
    first, second, third = (kind.name for kind in board.tokens.kinds)
    assert prepare(board).alike.tolist() == [[True, True, False]] * 2 + [[False, False, True]]
    tokens = read(photographs, board, [arrow(ground), arrow(ground, 133.0), other], (1.0,) * 3)
    assert [token.kind for token in tokens] == [None, None, third]
    for token in tokens[:2]:
        likely = dict(token.kinds)
        assert likely[first] == pytest.approx(likely[second], abs=0.1)
        assert likely[first] > 0.45
