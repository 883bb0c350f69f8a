"""Lens calibration from rendered photographs of the printed chessboard by a known camera."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from calibration_photos import (
    GOOD,
    LENS,
    SHEET,
    Held,
    Picture,
    good_photos,
    photograph,
    sheet_picture,
    view_of,
)

from companion.calibrating.sheet import SHEETS, CalibrationSheet
from hardware.simulated.lens import Lens
from vision.calibration.coverage import coverage_of
from vision.calibration.judge import Calibration, NotCalibrated
from vision.calibration.session import CalibrationSession
from vision.calibration.views import NoView, SheetFinder


@pytest.fixture(scope="module")
def art() -> Picture:
    return sheet_picture()


@pytest.fixture(scope="module")
def photos() -> tuple[Picture, ...]:
    return good_photos()


def session_of(photos: Iterator[Picture] | tuple[Picture, ...]) -> CalibrationSession:
    session = CalibrationSession()
    for number, photo in enumerate(photos):
        session.keep(session.look(photo, f"{number:02}.png"))
    return session


@pytest.fixture(scope="module")
def calibration(photos: tuple[Picture, ...]) -> Calibration:
    return session_of(photos).finish()


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_the_sheet_is_opencv_s(sheet: CalibrationSheet) -> None:
    board = SheetFinder(sheet).board
    assert board.getIds().ravel().tolist() == [tag_id for tag_id, _ in sheet.markers()]
    corners = [points[0][:2] for points in board.getObjPoints()]
    assert np.allclose(corners, [at for _, at in sheet.markers()], atol=1e-4)
    assert len(board.getChessboardCorners()) == sheet.corners
    image = board.generateImage((700, 900))
    side = 100
    for column, row in sheet.black_squares():
        middle = image[row * side + side // 2, column * side + side // 2]
        assert middle == 0


def test_the_known_lens_is_recovered(calibration: Calibration) -> None:
    (focal_px, _, cx), (_, fy, cy), _ = calibration.model.matrix
    assert focal_px == fy
    assert abs(focal_px / LENS.focal_px - 1) < 0.003
    assert math.dist((cx, cy), LENS.centre_xy_px) < 2.5
    assert calibration.rms_px < 0.25
    assert calibration.held_out_px < 0.25
    assert calibration.odd == ()


def test_what_it_does_to_the_picture_s_rim_is_right(calibration: Calibration) -> None:
    """Where rays meet the picture, up to a small turn of the camera: that is what counts."""
    width, height = LENS.size_wh
    rim = np.array([(x, y) for x in (0.0, width - 1) for y in (0.0, height / 2, height - 1)])
    truth = LENS.undistorted(rim)
    seen = cv2.undistortPoints(
        rim[:, None], np.array(calibration.model.matrix), np.array(calibration.model.distortion)
    )[:, 0]
    off_px = (seen - truth) * LENS.focal_px
    off_px -= off_px.mean(axis=0)
    assert np.linalg.norm(off_px, axis=1).max() < 2.0
    assert np.sqrt((off_px**2).sum(axis=1).mean()) < 4 * calibration.uncertain_px


@pytest.mark.slow
def test_a_lens_that_bends_more_takes_more_coefficients_only_when_they_help(art: Picture) -> None:
    plain = replace(LENS, k1=0.0, k2=0.0)
    photos = tuple(photograph(held, plain, seed, art=art) for seed, held in enumerate(GOOD))
    model = session_of(photos).finish().model
    assert model.distortion[2:] == (0.0, 0.0, 0.0)
    assert abs(model.distortion[0]) < 0.02


def without(photos: tuple[Picture, ...], *numbers: int) -> tuple[Picture, ...]:
    return tuple(photo for number, photo in enumerate(photos) if number not in numbers)


def test_no_picture_of_the_sheet_is_refused() -> None:
    with pytest.raises(NotCalibrated, match="No picture shows the calibration sheet"):
        CalibrationSession().finish()


def test_what_is_missing_is_said(photos: tuple[Picture, ...]) -> None:
    with pytest.raises(NotCalibrated, match=r"parts of the picture, out to the edge: .*right"):
        session_of(photos[:3]).finish()
    flat = [0, 1, 12, 13, 15]
    sentences = " ".join(coverage_of([session_of(photos).views[n] for n in flat]).missing())
    assert "Lean the sheet" in sentences
    assert "at least 10 are needed" in sentences
    assert "nearer" in " ".join(session_of(without(photos, 0)).coverage.missing())
    assert list(session_of(photos).coverage.missing()) == []


def test_a_picture_of_another_zoom_is_left_out_and_named(
    photos: tuple[Picture, ...], art: Picture
) -> None:
    other = photograph(GOOD[6], replace(LENS, focal_px=LENS.focal_px * 1.25), 7, art=art)
    done = session_of((*photos, other)).finish()
    assert done.odd == ("16.png",)


def test_two_cameras_mixed_are_refused_by_name(photos: tuple[Picture, ...], art: Picture) -> None:
    zoomed = replace(LENS, focal_px=LENS.focal_px * 1.3, k1=0.1)
    others = tuple(photograph(held, zoomed, 40 + n, art=art) for n, held in enumerate(GOOD[2:12]))
    with pytest.raises(NotCalibrated, match=r"\d\d\.png.*(of several cameras|at one zoom)"):
        session_of((*photos[:10], *others)).finish()


def test_pictures_of_several_sizes_are_refused(photos: tuple[Picture, ...], art: Picture) -> None:
    session = session_of(photos[:2])
    view = session.look(cv2.resize(photos[3], (960, 540)), "small.png")
    with pytest.raises(NoView, match=r"small.png has 960 x 540 pixels"):
        session.keep(view)


USELESS = [
    (np.full((648, 1152, 3), 128, np.uint8), "no calibration sheet is seen"),
    (np.zeros((40, 40, 3), np.uint8), "no calibration sheet is seen"),
]


@pytest.mark.parametrize(("picture", "words"), USELESS)
def test_a_picture_of_no_use_says_why(picture: Picture, words: str) -> None:
    with pytest.raises(NoView, match=words) as caught:
        CalibrationSession().look(picture, "table.jpg")
    assert str(caught.value).startswith("table.jpg: ")


def test_a_corner_of_the_sheet_and_a_blurred_one_say_so(art: Picture) -> None:
    session = CalibrationSession()
    cut = photograph(Held(aim=(1.02, 1.05), share=0.6), art=art)
    with pytest.raises(NoView, match=r"corners of the sheet are seen, at least|no calibration"):
        session.look(cut, "cut.jpg")
    with pytest.raises(NoView, match=r"blurred|no calibration sheet"):
        session.look(photograph(GOOD[0], blur_px=4.5, art=art), "soft.jpg")


@pytest.mark.parametrize(
    ("held", "lean"),
    [
        (Held(30, 0, 0), "top"),
        (Held(-30, 0, 0), "bottom"),
        (Held(0, 30, 90), "right"),
        (Held(0, -30, 90), "left"),
        (Held(0, 0, 45), "flat"),
        (Held(0, 0, 0, (0.2, 0.3)), "flat"),
    ],
)
def test_how_the_sheet_leans_is_seen(held: Held, lean: str, art: Picture) -> None:
    view = CalibrationSession().look(photograph(held, art=art), "x")
    assert view.lean == lean
    deeper = view_of(held)
    near = deeper.pixels(np.array([(0.0, 0, 0), (SHEET.size_mm[0], SHEET.size_mm[1], 0)]))
    assert np.isfinite(near).all()


@pytest.mark.slow
def test_a_wide_lens_is_recovered_too(art: Picture) -> None:
    wide = Lens(760.0, (580.0, 320.0), -0.15, 0.02, LENS.size_wh)
    photos = tuple(photograph(held, wide, seed, art=art) for seed, held in enumerate(GOOD))
    done = session_of(photos).finish()
    assert abs(done.model.matrix[0][0] / wide.focal_px - 1) < 0.004
