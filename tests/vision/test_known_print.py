"""A new toss under a camera that stands still is read like any, by way of the known print."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from photographs import Photographs, around

from companion.board import Board
from companion.describing.table_file import load_board
from companion.flow import Frame, Observation, Sighting, Status
from companion.games.girl.toss import judge_toss
from hardware.simulated.arts import ART_NAMES
from hardware.simulated.studio import Arrangement
from hardware.simulated.tossing import Lying
from vision.tiles import Tiles, enlarged, padded, tiles_over
from vision.toss import TossReader

SURE = 3.09
HONEST = 0.6  # of the sigma that the same token has in a picture read alone


def frame_of(arranged: Arrangement) -> Frame:
    return Frame(arranged.photograph(), 0.0, "test")


def board_of(photographs: Photographs, art: str) -> Board:
    return load_board(photographs.table(art))


def tosses(photographs: Photographs, art: str, number: int) -> tuple[Arrangement, Arrangement]:
    """Two tosses on the same table under the same camera."""
    studio = photographs.studio(art)
    arranged = studio.arrange(number)
    return studio.thrown_again(arranged, number), arranged


def lying(photographs: Photographs, art: str, tokens: tuple[Lying, ...], seed: int) -> Arrangement:
    """Chosen tokens; pictures of the same art show the same table, each with its own noise."""
    arranged = photographs.studio(art).arrange(1)
    return Arrangement(replace(arranged.scene, tokens=tokens), arranged.shot, seed)


def after(board: Board, earlier: Frame, frame: Frame) -> tuple[Observation, int]:
    """What is read of a frame after an earlier one, and how many by way of the known print."""
    reader = TossReader(board)
    assert reader.read(earlier).status is Status.READ
    return reader.read(frame), reader.known.readings


def check_the_same(board: Board, tracked: Observation, alone: Observation) -> None:
    """Both find the same; what both are sure of is the same, and no more sure than deserved."""
    assert len(tracked.sightings) == len(alone.sightings)
    judged = (
        list(zip(tracked.sightings, judge_toss(tracked, board).tokens, strict=True)),
        list(zip(alone.sightings, judge_toss(alone, board).tokens, strict=True)),
    )
    for sighting, token in judged[0]:
        other, same = min(
            judged[1], key=lambda each: math.dist(each[0].centre_mm, sighting.centre_mm)
        )
        sigma_mm = math.hypot(sighting.sigma_mm, other.sigma_mm)
        off = np.abs(np.subtract(sighting.centre_mm, other.centre_mm))
        assert (off < SURE * sigma_mm).all()
        assert sighting.level == other.level
        if in_the_open(sighting, tracked, board):
            assert sighting.sigma_mm > HONEST * other.sigma_mm
        if token.certain and same.certain:
            # GIRL-ASH-7, 8: the kind and its Light.
            assert (token.kind, token.light, token.outside) == (same.kind, same.light, same.outside)


def in_the_open(sighting: Sighting, observation: Observation, board: Board) -> bool:
    """Whether no other token lies so near that it may hide a part."""
    apart = [
        math.dist(sighting.centre_mm, other.centre_mm)
        for other in observation.sightings
        if other is not sighting
    ]
    return min(apart, default=math.inf) > board.tokens.diameter_mm


def check_toss(photographs: Photographs, art: str, number: int) -> None:
    board = board_of(photographs, art)
    earlier, now = map(frame_of, tosses(photographs, art, number))
    tracked, quick = after(board, earlier, now)
    assert quick == 1, "the known print did not suffice"
    check_the_same(board, tracked, TossReader(board).read(now))


@pytest.mark.parametrize("art", ["night", "meadow"])
def test_a_toss_after_another_is_read_as_if_alone(art: str, photographs: Photographs) -> None:
    check_toss(photographs, art, 1)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 6))
@pytest.mark.parametrize("art", ART_NAMES)
def test_tosses_of_every_art_are_read_as_if_alone(
    art: str, number: int, photographs: Photographs
) -> None:
    check_toss(photographs, art, number)


def test_another_token_where_one_lay_is_seen(photographs: Photographs) -> None:
    board = board_of(photographs, "night")
    place = around(board, 60.0, 0.6)
    kinds = [kind.name for kind in board.tokens.kinds][:2]
    frames = [
        frame_of(lying(photographs, "night", (Lying(kind, place, 20.0, 0),), seed))
        for seed, kind in enumerate(kinds)
    ]
    seen, quick = after(board, *frames)
    assert quick == 1
    assert [sighting.kind for sighting in seen.sightings] == [kinds[1]]


def test_a_token_that_is_taken_away_is_gone_and_one_that_stays_is_still_there(
    photographs: Photographs,
) -> None:
    board = board_of(photographs, "night")
    kinds = [kind.name for kind in board.tokens.kinds]
    stays = Lying(kinds[0], around(board, 60.0, 0.6), 20.0, 0)
    goes = Lying(kinds[1], around(board, 200.0, 0.5), 20.0, 0)
    both = frame_of(lying(photographs, "night", (stays, goes), 1))
    one = frame_of(lying(photographs, "night", (stays,), 2))
    seen, quick = after(board, both, one)
    assert quick == 1
    (left,) = seen.sightings
    assert left.kind == stays.kind
    assert math.dist(left.centre_mm, stays.centre_mm) < 1.0


def test_below_a_token_something_is_found_where_the_print_is_known(
    photographs: Photographs,
) -> None:
    board = board_of(photographs, "night")
    kinds = [kind.name for kind in board.tokens.kinds]
    x, y = around(board, 60.0, 0.6)
    low = Lying(kinds[0], (x, y), 20.0, 0)
    high = Lying(kinds[1], (x + 0.7 * board.tokens.diameter_mm, y), 130.0, 1)
    bare, stacked = (
        frame_of(lying(photographs, "night", tokens, seed))
        for seed, tokens in enumerate([(), (low, high)])
    )
    seen, quick = after(board, bare, stacked)
    assert quick == 1
    assert sorted(sighting.level for sighting in seen.sightings) == [0, 1]


def test_a_bumped_camera_or_another_light_has_the_frame_read_in_full(
    photographs: Photographs,
) -> None:
    board = board_of(photographs, "night")
    earlier, now = map(frame_of, tosses(photographs, "night", 1))
    moved = np.roll(now.image_bgr, (5, 9), axis=(0, 1))
    darker = (now.image_bgr * 0.8).astype(np.uint8)
    for image_bgr in (moved, darker):
        frame = replace(now, image_bgr=np.ascontiguousarray(image_bgr))
        tracked, quick = after(board, earlier, frame)
        assert quick == 0
        check_the_same(board, tracked, TossReader(board).read(frame))


def test_a_lamp_a_little_dimmer_is_no_change(photographs: Photographs) -> None:
    board = board_of(photographs, "night")
    earlier, now = map(frame_of, tosses(photographs, "night", 1))
    dimmer = replace(now, image_bgr=(now.image_bgr * 0.95).astype(np.uint8))
    tracked, quick = after(board, earlier, dimmer)
    assert quick == 1
    check_the_same(board, tracked, TossReader(board).read(dimmer))


def test_forgetting_has_the_next_frame_read_in_full(photographs: Photographs) -> None:
    board = board_of(photographs, "night")
    earlier, now = map(frame_of, tosses(photographs, "night", 1))
    reader = TossReader(board)
    reader.read(earlier)
    reader.forget_tokens()
    reader.read(now)
    assert reader.known.readings == 0


@given(
    size_wh=st.tuples(
        st.integers(5, 60).map(lambda n: 2 * n), st.integers(5, 60).map(lambda n: 2 * n)
    ),
    seed=st.integers(0, 999),
)
def test_tiles_are_put_back_where_they_were_taken(size_wh: tuple[int, int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    width, height = size_wh
    mask = np.where(rng.uniform(size=(height // 2, width // 2)) < 0.02, np.uint8(255), np.uint8(0))
    tiles = Tiles.touching(mask, size_wh)
    picture = rng.integers(1, 255, (2 * height, 2 * width, 3), np.uint8)
    whole = padded(picture, 2)
    copied = np.zeros_like(whole)
    tiles.put(copied, tiles.taken(whole))
    put = np.asarray(copied.any(axis=2))
    assert (copied[put] == whole[put]).all()
    # Every pixel that was asked about is there, and nothing but whole tiles.
    finer = enlarged(mask, 4) > 0
    assert put[: finer.shape[0], : finer.shape[1]][finer].all()
    down, across = tiles_over(size_wh)
    assert 0 <= tiles.share <= 1
    assert put.mean() == pytest.approx(tiles.share)
    assert whole.shape[0] * whole.shape[1] == down * across * 16 * 16


@given(st.tuples(st.integers(3, 9), st.integers(3, 9)), st.integers(0, 1000))
def test_tiles_with_a_pixel_around_see_their_neighbours(
    quarters_wh: tuple[int, int], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    width, height = size_wh = quarters_wh[0] * 4, quarters_wh[1] * 4
    mask = np.where(rng.uniform(size=(height // 2, width // 2)) < 0.1, np.uint8(255), np.uint8(0))
    tiles = Tiles.touching(mask, size_wh)
    assume(len(tiles) > 0)
    picture = rng.integers(1, 255, (height, width, 3), np.uint8)
    around = cv2.blur(tiles.taken_with_edges(picture), (3, 3))
    shown = tiles.on_nothing(tiles.without_edges(around))
    blurred = cv2.blur(picture, (3, 3), borderType=cv2.BORDER_REFLECT_101)
    seen = shown.any(axis=2)
    assert (shown[seen] == blurred[seen]).all()
    finer = cv2.resize(mask, size_wh, interpolation=cv2.INTER_NEAREST)
    assert np.array_equal(finer, enlarged(mask, 2))
    assert seen[finer > 0].all()
