"""A wrong pose never passes: markers moved, swapped, mirrored, hidden, or of another board."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from place_scenes import describe, lie, photograph, prints

from companion.board import PointMm, Tag
from companion.flow import Frame, Status
from companion.places import PlaceBoard
from vision.places.reader import PlaceReader

LIES = (
    lie("1", "tile", "red bend", 2),
    lie("3", "tile", "blue fork", 1),
    lie("pool", "coin", "gold"),
    lie("card", "card", "moon"),
)
PHOTOS = 10
CASES = 50
FARTHEST_MM = 1.5


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    return describe(tmp_path_factory.mktemp("garden"), prints())


def moved(tag: Tag, step_mm: PointMm) -> Tag:
    a, b, c, d = ((x + step_mm[0], y + step_mm[1]) for x, y in tag.corners_mm)
    return replace(tag, corners_mm=(a, b, c, d))


def turned(tag: Tag) -> Tag:
    a, b, c, d = tag.corners_mm
    return replace(tag, corners_mm=(b, c, d, a))


def spoilt(board: PlaceBoard, frame: Frame, rng: random.Random) -> tuple[str, PlaceBoard, Frame]:
    """A description that does not fit the photograph, or a photograph that hides a lot."""
    what = rng.choice(["moved", "two moved", "swapped", "turned", "mirrored", "hidden", "shifted"])
    tags = list(board.tags)
    first, second = rng.sample(range(len(tags)), 2)
    far = rng.choice([-1, 1]) * rng.uniform(2, 15), rng.choice([-1, 1]) * rng.uniform(2, 15)
    image = frame.image_bgr
    if what in ("moved", "two moved"):
        tags[first] = moved(tags[first], far)
    if what == "two moved":
        tags[second] = moved(tags[second], far)
    if what == "shifted":
        tags = [moved(tag, far) for tag in tags]
    if what == "swapped":
        one, two = tags[first], tags[second]
        tags[first], tags[second] = replace(one, id=two.id), replace(two, id=one.id)
    if what == "turned":
        tags = [turned(tag) for tag in tags]
    if what == "mirrored":
        image = np.ascontiguousarray(image[:, ::-1])
    if what == "hidden":
        image = image.copy()
        height, width = image.shape[:2]
        x, y = rng.randrange(width), rng.randrange(height)
        cv2.circle(image, (x, y), rng.randrange(width // 6, width // 3), (90, 120, 180), -1)
    return what, replace(board, tags=tuple(tags)), Frame(np.array(image), 0.0, "test")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PHOTOS))
def test_no_wrong_pose_is_accepted(board: PlaceBoard, number: int) -> None:
    frame = photograph(LIES, number, "any")
    honest = PlaceReader(board)
    assert honest.read(frame).status is Status.READ
    assert honest.found is not None
    across, down = np.meshgrid(np.linspace(20, 180, 4), np.linspace(20, 130, 4))
    points = np.column_stack([across.ravel(), down.ravel()])
    truth = honest.found.project_mm(points)
    rng = random.Random(number)
    for case in range(CASES):
        what, wrong, picture = spoilt(board, frame, rng)
        reader = PlaceReader(wrong)
        seen = reader.read(picture)
        if seen.status is not Status.READ or reader.found is None:
            continue
        scale = reader.found.pose.px_per_mm((100, 75))
        off_mm = np.linalg.norm(reader.found.project_mm(points) - truth, axis=1).max() / scale
        assert off_mm < FARTHEST_MM, (case, what, off_mm)


def test_a_mirrored_picture_is_said_to_be_mirrored(board: PlaceBoard) -> None:
    image = np.ascontiguousarray(photograph(LIES, 0).image_bgr[:, ::-1])
    seen = PlaceReader(board).read(Frame(image, 0.0, "test"))
    assert seen.status is Status.NO_BOARD
    assert "mirrored" in seen.problems[0]
