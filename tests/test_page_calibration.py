"""Calibrating from the page: pictures over HTTP, what is missing, going on after a restart."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_photographs import as_jpeg
from calibration_photos import LENS, Picture, good_photos
from play_served import PhoneClient, ServedGame

from companion.calibrating.jobs import CalibrationStep, FinishJob, LookJob
from companion.calibrating.lens_file import find_camera
from companion.calibrating.page import PageCalibration
from companion.flow import Frame, Sentence

CAMERA = "Acme Phone 5"


@pytest.fixture(scope="module")
def photos() -> tuple[Picture, ...]:
    return good_photos()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path / "data")
    yield table
    table.stop()


def call(
    served: ServedGame, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    try:
        sent = {"X-Join-Code": served.code, "Content-Type": "image/jpeg"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def ask(served: ServedGame, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
    status, raw = call(served, "POST", f"/api/calibration/{path}", body, **headers)
    return status, json.loads(raw)


def test_pictures_come_one_by_one_and_survive_a_restart(
    served: ServedGame, photos: tuple[Picture, ...]
) -> None:
    status, first = ask(served, "picture", as_jpeg(photos[2], camera=CAMERA))
    assert (status, first["pictures"], first["camera"]) == (200, 1, CAMERA)
    assert first["note"]["tone"] == "ok"
    assert sum(map(sum, first["cells"])) > 30
    assert any(
        "out to the edge" in text["en"] and "邊緣" in text["zh"] for text in first["missing"]
    )
    status, again = ask(served, "picture", as_jpeg(photos[2], camera=CAMERA))
    assert again["pictures"] == 1
    assert "nothing new" in again["note"]["text"]["en"]
    assert again["note"]["text"]["zh"].startswith("這張照片")
    status, early = ask(served, "finish")
    assert early["note"]["tone"] == "refused"
    assert not early["done"]
    served.stop()
    served.start()
    resumed = json.loads(call(served, "GET", "/api/calibration.json")[1])
    assert (resumed["pictures"], resumed["camera"]) == (1, CAMERA)
    assert resumed["cells"] == first["cells"]
    assert ask(served, "forget")[1]["pictures"] == 0


def test_what_can_t_be_used_is_said(served: ServedGame, photos: tuple[Picture, ...]) -> None:
    status, heic = ask(served, "picture", b"\0\0\0\x18ftypheic" + b"\0" * 40)
    assert status == 415
    assert "HEIC" in heic["note"]["text"]["zh"]
    status, nameless = ask(served, "picture", as_jpeg(photos[1]))
    assert status == 200
    assert "does not say which camera" in nameless["note"]["text"]["en"]
    assert nameless["pictures"] == 0
    status, none = ask(served, "take")
    assert status == 409
    assert "no camera of its own" in none["note"]["text"]["en"]
    assert call(served, "POST", "/api/calibration/else", b"{}")[0] == 404


def test_changes_need_the_join_code(served: ServedGame) -> None:
    for path in ("take", "finish", "forget", "picture"):
        assert ask(served, path, b"{}", X_Join_Code="")[0] == 401


def test_the_sheet_and_the_page_are_served(served: ServedGame) -> None:
    status, pdf = call(served, "GET", "/api/calibration-sheet-a3.pdf")
    assert status == 200
    assert pdf.startswith(b"%PDF")
    assert call(served, "GET", "/api/calibration-sheet-a5.pdf")[0] == 404
    status, page = call(served, "GET", "/calibrate")
    assert status == 200
    assert b"calibrate.js" in page
    assert PhoneClient(served).call("GET", "/static/calibrate.js")[0] == 200


def steps(photos: tuple[Picture, ...], camera: str = CAMERA) -> CalibrationStep:
    step = CalibrationStep("", "", 0, (), ())
    for photo in photos:
        encoded = as_jpeg(photo, camera=camera)
        step = LookJob(step.kept, step.camera, encoded).run()
    return step


def test_a_whole_set_calibrates_and_is_kept_for_its_camera(
    photos: tuple[Picture, ...], tmp_path: Path
) -> None:
    step = steps(photos)
    assert step.pictures > 12
    assert step.missing == ()
    done = FinishJob(step.kept, step.camera, tmp_path).run()
    assert done.stored
    kept = find_camera(tmp_path, CAMERA, LENS.size_wh)
    assert kept is not None
    assert abs(kept.model.matrix[0][0] / LENS.focal_px - 1) < 0.005


def test_another_camera_s_picture_is_not_mixed_in(photos: tuple[Picture, ...]) -> None:
    step = steps(photos[:1])
    other = LookJob(step.kept, step.camera, as_jpeg(photos[4], camera="Acme Phone 6")).run()
    assert other.refused
    assert other.pictures == 1
    assert isinstance(other.said, Sentence)
    assert other.said.key == "calibration_other_camera"


def test_the_table_s_own_camera_takes_pictures(photos: tuple[Picture, ...], tmp_path: Path) -> None:
    taken = Frame(photos[0].copy(), 1.0, "usb 0")
    page = PageCalibration(tmp_path, lambda wait_s: taken)
    shown = page.take()
    assert (shown.camera, shown.pictures, shown.takes) == ("usb 0", 1, True)
    assert page.state().pictures == 1


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '[{"name": "x"}]', "{}"])
def test_a_broken_file_begins_anew(text: str) -> None:
    assert LookJob(text, CAMERA).run().pictures == 0
