"""What makes a reading doubtful, and what is said of a doubtful place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from place_scenes import describe, lie, photograph, prints

from companion.flow import Frame, PlaceStatus
from companion.places import PlaceBoard
from vision.places.board_reader import BoardReader
from vision.places.decide import SURE, honest
from vision.places.painting import BankStore
from vision.places.reader import PlaceReader
from vision.places.together import Job, Together

LIES = (
    lie("1", "tile", "red bend", 2),
    lie("2", "tile", "blank", 4),
    lie("3", "tile", "blue fork", 1),
    lie("3", "gem", "red"),
    lie("pool", "coin", "silver"),
    lie("card", "card", "moon"),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    return describe(tmp_path_factory.mktemp("garden"), prints())


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_likelier_reading_is_never_said_to_be_less_likely(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 < honest(low) <= honest(high) <= SURE


def gleaming(frame: Frame, at_px: tuple[float, float], width_px: float, share: float) -> Frame:
    """The picture with a white gleam that hides up to a `share` of what is below it."""
    height, width = frame.image_bgr.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    away = np.hypot(x - at_px[0], y - at_px[1]) / width_px
    veil = (share * np.exp(-(away**2)))[..., None]
    image = frame.image_bgr * (1 - veil) + 255 * veil
    return replace(frame, image_bgr=image.round().astype(np.uint8))


@pytest.mark.parametrize("share", [0.3, 0.55, 0.8, 1.0])
@pytest.mark.parametrize("place", ["2", "5", "pool"])
def test_what_a_gleam_makes_of_a_place_is_not_believed(
    board: PlaceBoard, place: str, share: float
) -> None:
    frame = photograph(LIES, 2)
    reader = PlaceReader(board)
    clear = {each.place: each for each in reader.read(frame).places}
    left, top, width, height = clear[place].crop_xywh_px
    at = left + width / 2, top + height / 2
    seen = reader.read(gleaming(frame, at, 1.2 * width, share))
    for each in seen.places:
        if each.status is PlaceStatus.READ:
            here = Counter((one.family, one.kind) for one in LIES if one.place == each.place)
            assert Counter((one.family, one.kind) for one in each.pieces) == here, each.place
    if share == 1.0:
        found = {each.place: each.status for each in seen.places}
        assert not seen.places or found[place] is not PlaceStatus.READ


def under_a_sleeve(frame: Frame, crop: tuple[int, int, int, int], grey: int) -> Frame:
    """The picture with something even over a window of it, and over as much around it."""
    left, top, width, height = crop
    image = frame.image_bgr.copy()
    rows = slice(max(0, top - height // 2), top + height + height // 2)
    columns = slice(max(0, left - width // 2), left + width + width // 2)
    noise = np.random.default_rng(5).normal(grey, 3.0, image[rows, columns].shape)
    image[rows, columns] = np.clip(noise, 0, 255).astype(np.uint8)
    return replace(frame, image_bgr=image)


@pytest.mark.parametrize("grey", [8, 45, 110, 220])
@pytest.mark.parametrize("place", ["1", "3", "4"])
def test_nothing_is_read_where_something_even_hides_a_place(
    board: PlaceBoard, place: str, grey: int
) -> None:
    frame = photograph(LIES, 2)
    reader = PlaceReader(board)
    crop = next(each.crop_xywh_px for each in reader.read(frame).places if each.place == place)
    seen = {each.place: each for each in reader.read(under_a_sleeve(frame, crop, grey)).places}
    assert not seen or seen[place].status is not PlaceStatus.READ


def test_boards_with_the_same_pictures_share_their_templates(board: PlaceBoard) -> None:
    store = BankStore()
    boards = BoardReader(board, store, 0), BoardReader(replace(board, name="twin"), store, 1)
    frame = photograph(LIES, 2)
    alone = PlaceReader(board)
    alone.read(frame)
    found = alone.found
    assert found is not None
    ids = [marker.id for marker in found.markers]
    views = [each.view(frame.image_bgr, found.pose, ids) for each in boards]
    jobs = [Job(number, view, 0.4) for number, view in enumerate(views)]
    reads = Together(boards).read(jobs)
    tiles = [next(r.content.base for r in each if r.spot.place.name == "1") for each in reads]
    assert tiles[0].kind == tiles[1].kind == "red bend"
    assert tiles[0].bank is tiles[1].bank
