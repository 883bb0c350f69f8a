"""Grey only around the markers: the board is tracked as in the whole grey picture."""

from __future__ import annotations

import math

import numpy as np
import pytest
from photographs import Photographs

from vision.graying import Graying, to_gray
from vision.markers import MOST_REACH_PX
from vision.rectify import Around, Grid, around, distances, sample
from vision.registration import BoardFinder, find_board


def test_around_markers_the_picture_is_grey_as_everywhere(photographs: Photographs) -> None:
    shown = photographs.take("night")
    whole = to_gray(shown.frame.image_bgr)
    found = BoardFinder(shown.board).find(whole)
    part = Graying().around(shown.frame.image_bgr, found.markers)
    assert part.shape == whole.shape
    assert (part != 0).mean() < 0.2
    for marker in found.markers:
        x, y = marker.corners_px.mean(axis=0).astype(int)
        reach = int(marker.side_px / 2) + 2 * MOST_REACH_PX
        window = slice(y - reach, y + reach), slice(x - reach, x + reach)
        assert np.array_equal(part[window], whole[window])


def test_tracking_in_part_of_the_picture_agrees(photographs: Photographs) -> None:
    first, moved = photographs.take("night"), photographs.take("night", nudge_mm=(0.6, -0.4))
    finder, graying = BoardFinder(first.board), Graying()
    finder.find(first.gray)
    part = graying.around(moved.frame.image_bgr, finder.last_markers)
    tracked, searched = finder.track(part), BoardFinder(first.board).find(moved.gray)
    assert tracked is not None
    points = np.array([first.board.dish.centre_mm, (20.0, 20.0)])
    assert np.abs(tracked.project_mm(points) - searched.project_mm(points)).max() < 0.3


def test_a_board_that_is_gone_is_not_tracked_in_what_was_grey_before(
    photographs: Photographs,
) -> None:
    shown, far = photographs.take("night"), photographs.take("night", nudge_mm=(25.0, 0.0))
    finder, graying = BoardFinder(shown.board), Graying()
    found = finder.find(shown.gray)
    graying.around(shown.frame.image_bgr, found.markers)
    assert finder.track(graying.around(far.frame.image_bgr, finder.last_markers)) is None
    assert finder.find(far.gray).registration.markers >= 4


def test_nothing_was_found_nothing_is_tracked(photographs: Photographs) -> None:
    shown = photographs.take("night")
    finder = BoardFinder(shown.board)
    assert finder.last_markers == ()
    assert finder.track(shown.gray) is None


@pytest.mark.parametrize("height_mm", [0.0, 4.0])
def test_nine_points_stand_for_hundreds(height_mm: float, photographs: Photographs) -> None:
    shown = photographs.take("night", condition="steep")
    pose, radius_mm = find_board(shown.frame, shown.board).pose, shown.board.tokens.radius_mm
    line = np.linspace(-1.4, 1.4, 15) * radius_mm
    offsets = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    centres = np.array([shown.board.dish.centre_mm, (30.0, 40.0), (250.0, 60.0)])
    exact = pose.project_px((centres[:, None] + offsets).reshape(-1, 2), height_mm)
    about = Around(offsets).pixels(pose, centres, 1.0, height_mm).reshape(-1, 2)
    assert np.abs(about - exact).max() < 0.02


def test_reading_at_no_places_gives_nothing() -> None:
    picture = np.zeros((4, 5, 3), np.uint8)
    assert sample(picture, np.zeros((0, 7, 2), np.float32)).shape == (0, 7, 3)
    grid = Grid.over((0.0, 0.0), (10.0, 10.0), 1.0)
    assert np.allclose(grid.to_mm(grid.to_px(np.array([[3.0, 4.0]]))), [[3.0, 4.0]])


def test_places_around_places_and_distances_are_those_of_coordinates_one_by_one() -> None:
    draw = np.random.default_rng(3)
    places, others = draw.uniform(-90, 90, (5, 2)), draw.uniform(-90, 90, (4, 2))
    offsets = draw.uniform(-9, 9, (3, 6, 2))
    assert (around(places, offsets) == places[:, None, None] + offsets).all()
    fine, single = offsets.astype(np.float32), places.astype(np.float32)
    assert around(single, fine).dtype == np.float32
    assert (around(single, fine) == single[:, None, None] + fine).all()
    assert around(places[:0], offsets).shape == (0, 3, 6, 2)
    expected = [[math.dist(place, other) for other in others] for place in places]
    assert np.allclose(distances(places, others), expected)
    assert distances(places, others[:0]).shape == (5, 0)


def test_a_raster_takes_places_of_any_shape_and_order() -> None:
    grid = Grid((-22.3, 7.5), 4.3, (300, 200))
    points = np.random.default_rng(4).uniform(-90, 90, (7, 5, 2)).transpose(1, 0, 2)
    assert np.allclose(grid.to_px(points), (points - (-22.3, 7.5)) * 4.3 - 0.5)
    assert np.allclose(grid.to_mm(grid.to_px(points)), points)
    assert grid.to_px(points[0, 0]).shape == (2,)
    assert grid.to_mm(points[:0]).shape == (0, 7, 2)
