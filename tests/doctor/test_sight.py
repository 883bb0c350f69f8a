"""The doctor on camera, light and board: numbers to findings, and pictures to numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from photographs import Photograph, Photographs

from companion.apps.doctor import seen_view, view_of
from companion.devices.device_words import CAMERA_STARTS
from companion.display.findings import State
from companion.doctor.pins import pins
from companion.doctor.table_view import Sight, View, view_findings
from companion.flow import Observation, Status
from companion.session.ports import Seen
from vision.camera_check import check_camera
from vision.registration import find_board

GOOD = Sight((2304, 1296), 0.2, 220.0, 4, markers=4, blur_px=1.1, rms_px=0.1, sigma_mm=0.05)
LOST = Sight((2304, 1296), 0.2, 120.0, 4, why="Only 1 marker is seen.")
FINE = ["camera_ok", "focus_ok", "light_ok", "markers_ok", "board_ok"]


@pytest.mark.parametrize(
    ("sight", "changed"),
    [
        (GOOD, {}),
        (replace(GOOD, age_s=20.1), {0: "camera_old"}),
        (replace(GOOD, blur_px=2.6), {1: "focus_soft"}),
        (replace(GOOD, blur_px=5.1), {1: "focus_blurred"}),
        (replace(GOOD, white=79.0), {2: "light_dim"}),
        (replace(GOOD, white=34.0), {2: "light_dark"}),
        (replace(GOOD, white=253.0), {2: "light_glaring"}),
        (replace(GOOD, markers=3), {3: "markers_some"}),
        (replace(GOOD, sigma_mm=0.51), {4: "board_coarse"}),
        (LOST, {1: "focus_unknown", 2: "light_unknown", 3: "markers_none", 4: "board_unknown"}),
        (
            replace(LOST, white=20.0),
            {1: "focus_unknown", 2: "light_dark", 3: "markers_none", 4: "board_unknown"},
        ),
    ],
)
def test_a_measured_picture(sight: Sight, changed: dict[int, str]) -> None:
    found = view_findings(View("usb 0", sight))
    assert [each.key for each in found] == [changed.get(n, key) for n, key in enumerate(FINE)]


def test_numbers_are_said() -> None:
    said = " ".join(each.what.en for each in view_findings(View("usb 0", GOOD)))
    for words in ("usb 0", "2304 x 1296", "1.1 pixels", "220 of 255", "All 4", "0.05 mm", "0.10 p"):
        assert words in said


def test_no_picture() -> None:
    found = view_findings(View("pi 0", None, "No camera is connected."))
    assert [each.key for each in found] == [
        "camera_lost", "focus_unknown", "light_unknown", "markers_unknown", "board_unknown",
    ]  # fmt: skip
    assert "No camera is connected." in found[0].what.en


def test_a_camera_that_starts_needs_no_repair() -> None:
    found = view_findings(View("pi 0", None, CAMERA_STARTS))
    assert (found[0].key, found[0].state) == ("camera_starting", State.LOOK)
    assert State.BAD not in {each.state for each in found}


@pytest.mark.parametrize(("blur_px", "key"), [(1.1, "focus_unfixed"), (3.0, "focus_soft")])
def test_a_camera_that_can_fix_nothing(blur_px: float, key: str) -> None:
    view = View("usb 0", replace(GOOD, blur_px=blur_px), unfixed="It has no focus control.")
    assert view_findings(view)[1].key == key


@pytest.mark.parametrize(
    ("asked", "found", "problems", "key"),
    [
        (False, False, (), "pins_none"),
        (True, False, (), "pins_absent"),
        (True, True, (), "pins_ok"),
        (True, True, ("Pin 17 is in use.", "Pin 22 is in use."), "pins_bad"),
    ],
)
def test_pins(asked: bool, found: bool, problems: tuple[str, ...], key: str) -> None:
    finding = pins(asked, found, problems)
    assert finding.key == key
    assert all(problem in finding.what.en for problem in problems)


# -- measured on photographs -------------------------------------------------------------


def measured_view(photo: Photograph, now_s: float) -> View:
    measured = check_camera(photo.frame, photo.board)
    return view_of(photo.frame, measured, len(photo.board.tags), now_s)


@pytest.mark.parametrize(
    ("status", "followed", "keys"),
    [
        (Status.READ, True, FINE),
        (Status.BAD_LIGHT, True, FINE),
        # The reader is just looking for the board again: the picture itself is asked.
        (Status.READ, False, FINE),
        (
            Status.NO_BOARD,
            True,  # its markers are there, but another print lies between them
            ["camera_ok", "focus_unknown", "light_unknown", "markers_none", "board_unknown"],
        ),
    ],
)
def test_what_a_reader_has_read(
    photographs: Photographs, status: Status, followed: bool, keys: list[str]
) -> None:
    photo = photographs.take("night")
    found = find_board(photo.frame, photo.board) if followed else None
    observation = Observation("night", 0.0, status, ("Another print lies there.",))
    view = seen_view(Seen(photo.frame, observation), found, photo.board, 0.0)
    assert [each.key for each in view_findings(view)] == keys
    if status is Status.NO_BOARD:
        assert view.sight is not None
        assert view.sight.why == "Another print lies there."


def test_what_a_running_camera_can_not_keep_fixed_is_told(photographs: Photographs) -> None:
    photo = photographs.take("night")
    found = find_board(photo.frame, photo.board)
    seen = Seen(photo.frame, Observation("night", 0.0, Status.READ))
    view = seen_view(seen, found, photo.board, 0.0, "It has no focus control.")
    told = view_findings(view)[1]
    assert told.key == "focus_unfixed"
    assert "It has no focus control." in told.what.en


def test_a_good_photograph(photographs: Photographs) -> None:
    photo = photographs.take("night")
    view = measured_view(photo, photo.frame.exposed_at_s + 1.0)
    assert view.sight is not None
    assert view.sight.age_s == 1.0
    assert [each.key for each in view_findings(view)] == FINE


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda image: cv2.GaussianBlur(image, (0, 0), 3.2), "focus_soft"),
        (lambda image: image // 8, "light_dark"),
        (lambda image: image // 4, "light_dim"),
        (lambda image: np.clip(image.astype(np.float32) * 2.5, 0, 255), "light_glaring"),
        (np.zeros_like, "markers_none"),
    ],
)
def test_a_spoilt_photograph(photographs: Photographs, spoil, key: str) -> None:  # type: ignore[no-untyped-def]
    photo = photographs.take("night")
    photo = photo.with_image(spoil(photo.frame.image_bgr))
    found = view_findings(measured_view(photo, 0.0))
    assert key in [each.key for each in found]


def test_measures(photographs: Photographs) -> None:
    photo = photographs.take("night")
    sharp = check_camera(photo.frame, photo.board)
    blurred = photo.with_image(cv2.GaussianBlur(photo.frame.image_bgr, (0, 0), 2.0))
    soft = check_camera(blurred.frame, photo.board)
    # Blurs add as squares.
    assert soft.blur_px == pytest.approx((sharp.blur_px**2 + 4.0) ** 0.5, rel=0.15)
    black = photo.with_image(np.zeros_like(photo.frame.image_bgr))
    dark = check_camera(black.frame, photo.board)
    assert dark.registration is None
    assert dark.why
    assert dark.white == 0.0


def test_a_busy_computer_that_draws_its_pictures_has_no_camera_to_unplug() -> None:
    view = View("simulated night", replace(GOOD, age_s=20.1))
    behind = view_findings(view)[0]
    assert (behind.key, behind.state) == ("camera_behind", State.LOOK)
    assert behind.todo is not None
    for said in (behind.what.en, behind.todo.en):
        assert not re.search("unplug|cable|hang", said, re.IGNORECASE)
    assert "busy" in behind.what.en
    fine = view_findings(replace(view, sight=GOOD))[0]
    assert fine.key == "camera_simulated"
    assert fine.what.zh.startswith("模擬相機（night）")
