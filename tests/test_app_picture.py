"""The page's picture: cut out where the dish is, marked where the tokens are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.devices.opening import open_scene
from companion.flow import Frame
from hardware.clock import HandTurnedClock
from vision.page_picture import LONGEST_SIDE_PX, Mark, page_picture
from vision.registration import find_board


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    clock = HandTurnedClock(1.0)
    scene = open_scene("simulated", None, clock, 3, tmp_path_factory.mktemp("board"))
    frame = scene.camera.frame(0.0, 1.0)
    return frame, scene.board, find_board(frame, scene.board)


def test_the_window_holds_the_dish_and_every_token(seen) -> None:  # type: ignore[no-untyped-def]
    frame, board, found = seen
    off_target_mm = (board.dish.centre_mm[0], board.dish.centre_mm[1] - 150.0)
    marks = [Mark("1", board.dish.centre_mm, 0, True), Mark("12", off_target_mm, 1, False)]
    page = page_picture(frame, board, found, marks)
    left, top, width, height = page.window_xywh
    for at_mm in (board.dish.centre_mm, off_target_mm):
        ((x, y),) = found.project_mm(np.array([at_mm]))
        assert left < x < left + width
        assert top < y < top + height
    assert max(page.image_bgr.shape[:2]) <= LONGEST_SIDE_PX
    aspect = page.image_bgr.shape[1] / page.image_bgr.shape[0]
    assert aspect == pytest.approx(width / height, rel=0.01)


def test_marks_are_drawn_where_the_tokens_are(seen) -> None:  # type: ignore[no-untyped-def]
    frame, board, found = seen
    x_mm, y_mm = board.dish.centre_mm
    place_mm = (x_mm + 40.0, y_mm - 30.0)
    bare = page_picture(frame, board, found, [])
    marked = page_picture(frame, board, found, [Mark("1", place_mm, 0, True)])
    assert marked.window_xywh == bare.window_xywh
    changed = np.argwhere((marked.image_bgr != bare.image_bgr).any(axis=2))
    left, top, width, _ = marked.window_xywh
    scale = marked.image_bgr.shape[1] / width
    ((x, y),) = found.project_mm(np.array([place_mm]), board.tokens.thickness_mm)
    away = np.hypot(changed[:, 1] - (x - left) * scale, changed[:, 0] - (y - top) * scale)
    ((rim_x, rim_y),) = found.project_mm(
        np.array([[place_mm[0] + board.tokens.radius_mm, place_mm[1]]]), board.tokens.thickness_mm
    )
    radius = np.hypot(rim_x - x, rim_y - y) * scale
    assert len(changed) > 100
    assert away.max() < 2.6 * radius
    assert away.min() > 0.5 * radius


def test_a_broken_ring_shows_where_another_token_may_lie(seen) -> None:  # type: ignore[no-untyped-def]
    frame, board, found = seen
    x_mm, y_mm = board.dish.centre_mm
    below_mm = (x_mm + 3.0, y_mm)
    plain = page_picture(frame, board, found, [Mark("1", (x_mm, y_mm), 0, True)])
    hiding = Mark("1", (x_mm, y_mm), 0, True, may_hide_mm=below_mm)
    ringed = page_picture(frame, board, found, [hiding])
    changed = np.argwhere((ringed.image_bgr != plain.image_bgr).any(axis=2))
    left, top, width, _ = ringed.window_xywh
    scale = ringed.image_bgr.shape[1] / width
    radius_mm = board.tokens.radius_mm
    points = found.project_mm(
        np.array([below_mm, (below_mm[0] + radius_mm, y_mm)]), board.tokens.thickness_mm
    )
    (x, y), rim = (points - (left, top)) * scale
    radius = np.hypot(*(rim - (x, y)))
    away = np.hypot(changed[:, 1] - x, changed[:, 0] - y)
    assert len(changed) > 100
    assert away.max() < 1.25 * radius
    assert away.min() > 0.5 * radius


def test_the_frame_itself_is_never_drawn_on(seen) -> None:  # type: ignore[no-untyped-def]
    frame, board, found = seen
    before = frame.image_bgr.copy()
    page_picture(frame, board, found, [Mark("1", board.dish.centre_mm, 0, False, (100.0, 100.0))])
    assert (frame.image_bgr == before).all()


@pytest.mark.parametrize("marks", [None, [Mark("1", (10.0, 10.0), 0, True)]])
def test_without_a_board_the_whole_frame_is_shown(seen, marks) -> None:  # type: ignore[no-untyped-def]
    _, board, found = seen
    frame = Frame(np.zeros((720, 1280, 3), np.uint8), 0.0, "dark")
    assert page_picture(frame, board, None, marks).window_xywh == (0, 0, 1280, 720)
    assert page_picture(frame, board, found, None).window_xywh == (0, 0, 1280, 720)


def test_the_simulated_board_is_written_into_the_data_folder(tmp_path: Path) -> None:
    scene = open_scene("simulated", None, HandTurnedClock(1.0), 1, tmp_path)
    assert scene.board.source.is_relative_to(tmp_path)
    assert scene.hands is not None
    scene.camera.close()
