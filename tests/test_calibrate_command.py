"""Calibrating by the command, from photographs and from a running camera."""

from __future__ import annotations

from pathlib import Path

import pytest
from calibration_photos import (
    LENS,
    Picture,
    good_photos,
)
from command_line import run_companion

from companion.calibrating.from_camera import collect
from companion.calibrating.lens_file import (
    find_camera,
    load_camera,
)
from companion.errors import CameraError, InputError
from companion.flow import Frame
from vision.pictures import write_picture


@pytest.fixture(scope="module")
def photos() -> tuple[Picture, ...]:
    return good_photos()


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
    (("--live", "--camera", "simulated"), "sees its own table and nothing else"),
    (("--live", "--camera", "simulated:night"), "name a real one here: folder:DIR, usb:N or pi"),
    (("--live", "--camera", "webcam"), "there is no camera called 'webcam'"),
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


class Absent(Shown):
    """A camera that is not there."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        raise CameraError("no camera", "The camera is not there; plug it in.")


def test_a_camera_that_is_not_there_is_told_at_once(photos: tuple[Picture, ...]) -> None:
    camera = Absent(photos[:1])
    with pytest.raises(CameraError, match="not there"):
        collect(camera, camera, 60, lambda words: None)
    assert camera.at_s < 1


def test_a_camera_that_shows_too_little_is_given_up(photos: tuple[Picture, ...]) -> None:
    camera = Shown(photos[:2])
    with pytest.raises(InputError, match=r"do not suffice. Show the sheet in these parts"):
        collect(camera, camera, 5, lambda words: None)
    assert camera.at_s < 6
