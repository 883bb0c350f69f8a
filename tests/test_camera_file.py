"""Calibrations that are kept: files, found by camera and shape, turned with their pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board import CameraModel
from companion.calibrating.lens_file import (
    CameraFile,
    CameraFileError,
    Quality,
    dump_camera,
    find_camera,
    load_camera,
    store_camera,
)

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
