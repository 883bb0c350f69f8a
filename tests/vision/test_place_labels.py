"""Names on readings: large enough for a phone, clear of each other and of what lies beside."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.flow import Frame, Observation, Status
from companion.places import PlaceBoard
from vision.places.annotate import draw_reading
from vision.places.labels import Box, Label, write_labels
from vision.toss_ink import PAPER

WIDE, TALL = 800, 600
LEAST_PX, MOST_PX = 10, 40
GREEN = (0, 255, 0)


def papers(*labels: Label) -> list[Box]:
    """Where each label's paper lies, when all are written on one picture."""
    boxes: list[Box] = []

    class Pen(ImageDraw.ImageDraw):
        def rectangle(self, xy: Box, *more: object, **named: object) -> None:  # type: ignore[override]
            boxes.append(xy)

    write_labels(Pen(Image.new("RGB", (WIDE, TALL))), labels, LEAST_PX, MOST_PX)
    return boxes


def height(box: Box) -> float:
    return box[3] - box[1]


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_name_is_as_large_as_its_room_and_no_larger_than_is_legible() -> None:
    (large,) = papers(Label("S25", GREEN, (0, 0, 700, 500)))
    (small,) = papers(Label("S25", GREEN, (100, 100, 160, 140)))
    (tiny,) = papers(Label("antelope", GREEN, (100, 100, 110, 106)))
    assert 0.7 * MOST_PX < height(large) < 1.3 * MOST_PX
    assert small[0] >= 100
    assert small[2] <= 160
    assert small[1] >= 100
    assert small[3] <= 140
    assert height(small) > height(tiny) > 0.5 * LEAST_PX, "none is too small to be read enlarged"


@pytest.mark.parametrize(
    "piece", [(250.0, 200.0, 450.0, 400.0), (0.0, 200.0, 390.0, 400.0), (300.0, 0.0, 500.0, 330.0)]
)
def test_a_name_beside_pieces_hides_none_of_them(piece: Box) -> None:
    (box,) = papers(Label("white x3\n?", GREEN, (0, 0, 700, 600), (piece,)))
    assert apart(box, piece)


def test_names_do_not_cover_each_other() -> None:
    room = (100.0, 100.0, 600.0, 500.0)
    boxes = papers(*[Label(f"piece {number}", GREEN, room) for number in range(4)])
    for number, box in enumerate(boxes):
        assert all(apart(box, other) for other in boxes[:number])


def test_what_is_written_is_seen() -> None:
    picture = Image.new("RGB", (WIDE, TALL), (200, 10, 10))
    write_labels(
        ImageDraw.Draw(picture), [Label("S25", GREEN, (0, 0, WIDE, TALL))], LEAST_PX, MOST_PX
    )
    pixels = np.asarray(picture).reshape(-1, 3)
    for colour in (GREEN, PAPER):
        assert (pixels == colour).all(axis=1).any()


def test_sentences_below_the_picture_are_not_cut_off() -> None:
    frame = Frame(np.full((600, 800, 3), 90, np.uint8), 0.0, "test")
    board = PlaceBoard(
        "garden 1", (100, 100), "DICT_4X4_50", (), (), (), (), None, None, None, Path("a.toml")
    )
    lost = Observation("garden 1", 0.0, Status.NO_BOARD, ("The board is not found. " * 20,))
    picture = draw_reading(frame, [board], [None], [lost])
    below = picture[picture.shape[1] * 600 // 800 :]
    assert (below[:, -10:] == PAPER[::-1]).all(), "nothing reaches the edge"
    assert (below != PAPER[::-1]).any()
