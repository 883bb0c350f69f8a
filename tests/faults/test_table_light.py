"""Shadows on a whole table: no piece is read at the place that its shadow falls on.

What is read for sure has to be true, in the places beside the piece as well; where the shadow
leaves a doubt, the place is asked about.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from place_scenes import describe, lie, photograph, prints

from companion.flow import Frame, Observation, PlaceStatus
from companion.places import PlaceBoard
from companion.table.contents import Content, content_of
from vision.places.reader import TableReader

LIES = (
    lie("1", "tile", "red bend", 2),
    lie("5", "tile", "blue fork", 1),
    lie("5", "gem", "red"),
    lie("pool", "coin", "gold"),
    lie("card", "card", "moon"),
    lie("left", "pawn", "green"),
)
INSIDE_PX = 2.0  # the shadow begins so far within the piece's place
SOFT_PX = 1.5
LONG_PX = 45.0  # and covers much of the next place
LEFT = 0.5  # of the light
DIRECTIONS = 8


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    folder: Path = tmp_path_factory.mktemp("shadows")
    return describe(folder, prints())


def read(board: PlaceBoard, frame: Frame) -> Observation:
    (seen,) = TableReader([board]).read(frame)
    return seen


def shaded(frame: Frame, window: tuple[int, int, int, int], angle: float) -> Frame:
    """The picture with a shadow that falls from a place's border outwards, that way."""
    left, top, width, height = window
    rows, columns = np.mgrid[: frame.size_wh[1], : frame.size_wh[0]]
    across = (columns - left - width / 2) * math.cos(angle)
    away_px = across + (rows - top - height / 2) * math.sin(angle) - min(width, height) / 2
    begins = 1 / (1 + np.exp(-np.clip((away_px + INSIDE_PX) / SOFT_PX, -50, 50)))
    ends = 1 / (1 + np.exp(np.clip((away_px - LONG_PX) / SOFT_PX, -50, 50)))
    light = 1 - (1 - LEFT) * begins * ends
    image = np.rint(frame.image_bgr * light[..., None]).astype(np.uint8)
    return replace(frame, image_bgr=image)


@pytest.fixture(scope="module")
def plain(board: PlaceBoard) -> Observation:
    return read(board, photograph(LIES))


def contents(seen: Observation) -> dict[str, Content]:
    return {p.place: content_of(p) for p in seen.places if p.status is PlaceStatus.READ}


def test_without_a_shadow_every_place_is_read(plain: Observation) -> None:
    truth = contents(plain)
    assert len(truth) == len(plain.places)
    assert {place for place, content in truth.items() if content} == {each.place for each in LIES}


@pytest.mark.parametrize("place", ["5", "pool"])
@pytest.mark.parametrize("number", range(DIRECTIONS))
def test_a_shadow_moves_no_piece_into_the_next_place(
    board: PlaceBoard, plain: Observation, place: str, number: int
) -> None:
    truth = contents(plain)
    (window,) = (each.crop_xywh_px for each in plain.places if each.place == place)
    angle = 2 * math.pi * number / DIRECTIONS
    seen = contents(read(board, shaded(photograph(LIES), window, angle)))
    assert seen == {name: truth[name] for name in seen}
    assert len(seen) > len(truth) / 2  # a shadow leaves the rest of the board readable
