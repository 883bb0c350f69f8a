"""Lens calibration from rendered photographs of the printed chessboard by a known camera."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

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
from command_line import run_companion

from companion.board import CameraModel
from companion.calibrating_live import collect
from companion.calibration_sheet import SHEETS, CalibrationSheet
from companion.camera_file import (
    CameraFile,
    CameraFileError,
    Quality,
    dump_camera,
    find_camera,
    load_camera,
    store_camera,
)
from companion.errors import CameraError, InputError
from companion.flow import Frame
from hardware.simulated.lens import Lens
from vision.calibration.coverage import coverage_of
from vision.calibration.judge import Calibration, NotCalibrated
from vision.calibration.session import CalibrationSession
from vision.calibration.views import NoView, SheetFinder
from vision.pictures import write_picture


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


# -- files ----------------------------------------------------------------------------------

MODEL = CameraModel(
    ((900.5, 0.0, 580.0), (0.0, 900.5, 320.0), (0.0, 0.0, 1.0)), (-0.1, 0.03, 0, 0, 0), (1152, 648)
)


def test_a_calibration_file_reads_back_equal(tmp_path: Path) -> None:
    file = CameraFile('phone "5" 手機', MODEL, Quality(16, 0.1, 0.11, 0.8))
    path = store_camera(tmp_path, file)
    assert load_camera(path) == file
    assert find_camera(tmp_path, file.name, MODEL.size_wh) == file


def test_it_is_found_by_name_and_shape(tmp_path: Path) -> None:
    large = replace(MODEL, size_wh=(2304, 1296))
    square = replace(MODEL, size_wh=(800, 600))
    for model in (MODEL, large, square):
        store_camera(tmp_path, CameraFile("usb 0", model))
    store_camera(tmp_path, CameraFile("usb 1", MODEL))
    (tmp_path / "cameras" / "broken.toml").write_text("[camera]\nname = 3")

    def size_of(name: str, size_wh: tuple[int, int] | None = None) -> tuple[int, int] | None:
        found = find_camera(tmp_path, name, size_wh)
        return None if found is None else found.model.size_wh

    assert size_of("usb 0", (1152, 648)) == (1152, 648)
    assert size_of("usb 0", (640, 360)) == (2304, 1296)
    assert size_of("usb 0", (640, 480)) == (800, 600)
    assert size_of("usb 0", (500, 500)) is None
    assert size_of("usb 0") == (2304, 1296)
    assert size_of("usb 2") is None
    assert find_camera(tmp_path / "nothing", "usb 0") is None


BROKEN = [
    ("", r"\[camera\] is missing"),
    ("[camera]\nname = 3\n", "camera.*(missing|has to be text)"),
    ("not toml", "is not TOML"),
    (dump_camera(CameraFile("x", replace(MODEL, distortion=(0.1,)))), "camera.distortion has 1"),
    (dump_camera(CameraFile("x", MODEL)).replace("900.5", "-900.5"), "camera.matrix has to be"),
    ("x" * 200_000, "too large"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_a_wrong_calibration_file_is_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "camera.toml"
    path.write_text(text)
    with pytest.raises(CameraFileError, match=words) as caught:
        load_camera(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3, 4])
def test_a_lens_turns_with_its_pictures(quarters: int) -> None:
    model = replace(MODEL, distortion=(-0.1, 0.03, 0.004, -0.007, 0.01))
    rays = np.array([[0.3, 0.2, 1], [-0.5, 0.1, 1.0], [0.0, -0.3, 1.0]])
    pixels, (width, height) = project(model, rays), model.size_wh
    for _ in range(quarters):
        rays = np.c_[-rays[:, 1], rays[:, 0], rays[:, 2]]
        pixels = np.c_[height - 1 - pixels[:, 1], pixels[:, 0]]
        width, height = height, width
    turned = model.turned(quarters)
    assert turned.size_wh == (width, height)
    assert np.allclose(project(turned, rays), pixels, atol=1e-9)


def project(model: CameraModel, rays: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    still = np.zeros(3)
    pixels, _ = cv2.projectPoints(
        rays, still, still, np.array(model.matrix), np.array(model.distortion)
    )
    return np.asarray(pixels)[:, 0]


# -- command and camera ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(photos: tuple[Picture, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for number, photo in enumerate(photos):
        write_picture(folder / f"{number:02}.png", photo)
    return folder


def test_the_command_writes_and_keeps_a_calibration(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.toml"
    done = run_companion(
        "calibrate", folder, "--out", out, "--name", "usb 0", "--data", tmp_path / "data"
    )
    assert done.returncode == 0, done.stderr
    assert "16 pictures show the sheet" in done.stdout
    assert "px in pictures left out" in done.stdout
    kept = find_camera(tmp_path / "data", "usb 0", LENS.size_wh)
    assert kept is not None
    assert kept == load_camera(out)
    assert kept.quality is not None
    assert kept.quality.pictures == 16


COMMANDS = [
    ((), "takes photographs, or --live"),
    (("--live",), "--live with --camera"),
    (("FOLDER", "--camera", "usb:0"), "--camera goes with --live"),
    (("EMPTY",), "holds no pictures"),
    (("FOLDER/00.png", "FOLDER/01.png"), "out to the edge"),
    (("FOLDER/nothing.png",), "does not exist"),
    (("FOLDER",), "give --name, or --out"),
]


@pytest.mark.parametrize(("words", "sentence"), COMMANDS)
def test_the_command_refuses_in_one_sentence(
    words: tuple[str, ...], sentence: str, folder: Path, tmp_path: Path
) -> None:
    said = [each.replace("FOLDER", str(folder)).replace("EMPTY", str(tmp_path)) for each in words]
    done = run_companion("calibrate", *said, "--data", tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


class Shown:
    """A camera that shows each picture twice, as a sheet that is held still, then has ended."""

    problem = ""

    def __init__(self, photos: tuple[Picture, ...]) -> None:
        self._left = [photo for photo in photos for _ in range(2)]
        self._now = self._left[0]
        self.at_s = 0.0

    def now_s(self) -> float:
        return self.at_s

    def wait_s(self, duration_s: float) -> None:
        self.at_s += duration_s

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        self.at_s += 0.1
        if self._left:
            self._now = self._left.pop(0)
        return Frame(self._now.copy(), self.at_s, "usb 7")

    def still(self, wait_s: float) -> Frame:
        return Frame(self._now.copy(), self.at_s, "usb 7")

    def moved(self) -> bool:
        return False

    def settle(self) -> str:
        return ""

    def close(self) -> None: ...


def test_a_camera_is_watched_until_enough_was_shown(photos: tuple[Picture, ...]) -> None:
    said: list[str] = []
    camera = Shown(photos)
    session, name = collect(camera, camera, 60, said.append)
    assert name == "usb 7"
    assert session.coverage.complete
    assert said[-1].endswith("That is enough.")
    assert "Hold the sheet still." in said
    assert abs(session.finish().model.matrix[0][0] / LENS.focal_px - 1) < 0.005


class Slow(Shown):
    """The same, not there for the first seconds."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        if self.at_s < 3:
            raise CameraError("starting", "the camera is starting")
        return super().frame(newer_than_s, wait_s)


class Lost(Shown):
    """The same, gone after the first picture."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        if self.at_s > 0:
            raise CameraError("stopped", "the cable is loose")
        return super().frame(newer_than_s, wait_s)


def test_a_camera_that_starts_slowly_is_waited_for(photos: tuple[Picture, ...]) -> None:
    camera = Slow(photos)
    session, _ = collect(camera, camera, 60, lambda words: None)
    assert session.coverage.complete


def test_a_camera_that_is_lost_is_told(photos: tuple[Picture, ...]) -> None:
    camera = Lost(photos)
    with pytest.raises(CameraError, match="the cable is loose"):
        collect(camera, camera, 60, lambda words: None)


def test_a_camera_that_shows_too_little_is_given_up(photos: tuple[Picture, ...]) -> None:
    camera = Shown(photos[:2])
    with pytest.raises(InputError, match=r"do not suffice. Show the sheet in these parts"):
        collect(camera, camera, 5, lambda words: None)
    assert camera.at_s < 6


@pytest.mark.slow
def test_a_wide_lens_is_recovered_too(art: Picture) -> None:
    wide = Lens(760.0, (580.0, 320.0), -0.15, 0.02, LENS.size_wh)
    photos = tuple(photograph(held, wide, seed, art=art) for seed, held in enumerate(GOOD))
    done = session_of(photos).finish()
    assert abs(done.model.matrix[0][0] / wide.focal_px - 1) < 0.004
