"""Photographs of the dish that phones send: judged on their own, by the phone's own lens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from board_photographs import as_jpeg
from photographs import Photograph, Photographs, spread_out

from companion.board import CameraModel
from companion.calibrating.lens_choice import lens_of_photo, photo_and_lens, with_lens
from companion.calibrating.lens_file import CameraFile, store_camera
from companion.display.model import Picture, Text
from companion.photos.jobs import DishJob
from companion.photos.process import PhotoError, PhotoProcess
from companion.photos.sent import DishPhotos
from companion.session.dish_photo import dish_answer
from vision.taken import Taken, taken_by
from vision.toss import TossReader


@pytest.fixture(scope="module")
def shown(photographs: Photographs) -> Photograph:
    return photographs.take("night", spread_out(photographs.studio("night").art))


def test_the_tokens_of_a_photograph_are_told(shown: Photograph, tmp_path: Path) -> None:
    photos = DishPhotos(shown.board, tmp_path)
    answer = photos.judge(as_jpeg(np.asarray(shown.frame.image_bgr), orientation=8))
    assert answer.note.text.en == "6 tokens are read."
    assert answer.note.text.zh == "判讀了 6 枚餘燼。"
    (section,) = answer.sections
    assert [card.mark for card in section.cards] == list("123456")
    card = section.cards[0]
    assert card.crop is not None
    assert card.crop.picture_wh == shown.frame.size_wh
    name = card.crop.picture.removeprefix("/api/picture/").removesuffix(".jpg")
    jpeg = photos.picture(name)
    assert jpeg is not None
    assert taken_by(jpeg) == Taken("", 0)
    assert photos.picture("nothing") is None
    assert any("not calibrated" in note.text.en for note in section.notes)


@pytest.mark.parametrize(
    ("many", "problems", "doubtful", "english", "chinese"),
    [
        (1, (), False, "1 token is read.", "判讀了 1 枚餘燼。"),
        (1, ("A lamp.",), False, "1 token is seen, but there is a doubt; see below.", "請看下方"),
        (2, ("A lamp.",), False, "2 tokens are seen, but there is a doubt; see below.", "請看下方"),
        (2, ("A lamp.",), True, "2 tokens are seen, 2 of them in doubt.", "其中 2 枚不確定"),
        (0, ("A lamp.",), False, "No token is seen, but not all of the dish can be", "無法判讀"),
    ],
)
def test_tokens_in_doubt_are_counted_where_there_are_any(
    shown: Photograph,
    many: int,
    problems: tuple[str, ...],
    doubtful: bool,
    english: str,
    chinese: str,
) -> None:
    read = TossReader(shown.board).read(shown.frame)
    kind = None if doubtful else read.sightings[0].kind
    sightings = tuple(replace(each, kind=kind) for each in read.sightings[:many])
    seen = replace(read, sightings=sightings, problems=problems)
    note = dish_answer(seen, shown.board, "", Picture("", (9, 9), (0, 0, 9, 9), Text("", ""))).note
    assert note.text.en.startswith(english)
    assert chinese in note.text.zh


def test_a_photograph_with_a_token_that_may_hide_another_says_which(shown: Photograph) -> None:
    read = TossReader(shown.board).read(shown.frame)
    first, second, *_ = read.sightings
    hiding = replace(second, may_hide_mm=second.centre_mm)
    seen = replace(read, sightings=(first, hiding), problems=())
    answer = dish_answer(seen, shown.board, "", Picture("", (9, 9), (0, 0, 9, 9), Text("", "")))
    assert answer.note.text.en == "2 tokens are seen, but there is a doubt; see below."
    assert any("below token 2;" in note.text.en for note in answer.sections[0].notes)


def test_a_photograph_of_something_else_says_why(shown: Photograph, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    answer = DishPhotos(shown.board, tmp_path).judge(as_jpeg(noise))
    assert "no marker was seen" in answer.note.text.en
    assert "標記" in answer.note.text.zh
    assert answer.sections[0].cards == ()


@pytest.mark.error_log("a picture could not be read: .* timed out")
def test_a_job_that_takes_too_long_is_ended(shown: Photograph, tmp_path: Path) -> None:
    job = DishJob(as_jpeg(np.asarray(shown.frame.image_bgr)), shown.board, tmp_path)
    with pytest.raises(PhotoError, match="could not be read") as caught:
        PhotoProcess(longest_s=0.05).run(job)
    assert caught.value.http_status == 503


MODEL = CameraModel(
    ((900.0, 0.0, 580.0), (0.0, 900.0, 320.0), (0.0, 0.0, 1.0)), (-0.1, 0.03, 0, 0, 0), (1152, 648)
)


@pytest.mark.parametrize(("orientation", "quarters"), [(1, 0), (6, 1), (3, 2), (8, 3)])
def test_a_phone_s_lens_is_found_and_turned_with_its_picture(
    orientation: int, quarters: int, tmp_path: Path
) -> None:
    store_camera(tmp_path, CameraFile("Acme Phone 5", MODEL))
    upright_wh = (1152, 648) if quarters % 2 == 0 else (648, 1152)
    image = np.full((upright_wh[1], upright_wh[0], 3), 90, np.uint8)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(as_jpeg(image, orientation, "Acme Phone 5"))
    frame, lens = photo_and_lens(photo, None, tmp_path)
    assert frame.size_wh == upright_wh
    assert lens is not None
    assert not lens.certain
    assert lens.size_wh == upright_wh
    assert lens.turned(-quarters) == replace(MODEL, certain=False)


def test_a_mirrored_or_unknown_picture_has_no_lens(tmp_path: Path) -> None:
    store_camera(tmp_path, CameraFile("Acme Phone 5", MODEL))
    known = Taken("Acme Phone 5", 0)
    assert lens_of_photo(known, (2304, 1296), None, tmp_path) is not None
    assert lens_of_photo(known, (1200, 900), None, tmp_path) is None
    assert lens_of_photo(Taken("Acme Phone 5", None), (1152, 648), None, tmp_path) is None
    assert lens_of_photo(Taken("", 0), (1152, 648), None, tmp_path) is None


def test_what_a_description_says_of_its_camera_stays(shown: Photograph) -> None:
    uncertain = replace(MODEL, certain=False)
    described = replace(shown.board, camera=MODEL)
    assert with_lens(described, uncertain).camera is MODEL
    assert with_lens(described, None).camera is MODEL
    other = replace(MODEL, size_wh=(2304, 1296))
    assert with_lens(described, other).camera is other
    assert with_lens(replace(shown.board, camera=None), uncertain).camera is uncertain


def phone_lens(shown: Photograph, focal: float = 1.0) -> CameraModel:
    """The lens that truly took the picture, as if calibrated at twice its size."""
    lens = shown.scene.view.lens.scaled(2.0)
    cx, cy = lens.centre_xy_px
    matrix = ((lens.focal_px * focal, 0.0, cx), (0.0, lens.focal_px * focal, cy), (0.0, 0.0, 1.0))
    return CameraModel(matrix, (lens.k1, lens.k2, 0.0, 0.0, 0.0), lens.size_wh)


def test_a_kept_lens_is_scaled_to_a_smaller_picture_and_used(
    shown: Photograph, tmp_path: Path
) -> None:
    encoded = as_jpeg(np.asarray(shown.frame.image_bgr), 1, "Acme Phone 5")
    estimated = DishJob(encoded, shown.board, tmp_path).run().observation.registration
    assert estimated is not None
    assert estimated.lens == "estimated"
    store_camera(tmp_path, CameraFile("Acme Phone 5", phone_lens(shown)))
    calibrated = DishJob(encoded, shown.board, tmp_path).run().observation.registration
    assert calibrated is not None
    assert calibrated.lens == "calibrated"
    assert calibrated.sigma_mm <= estimated.sigma_mm


def test_a_kept_lens_that_the_markers_contradict_is_dropped_and_told(
    shown: Photograph, tmp_path: Path
) -> None:
    wrong = replace(phone_lens(shown, 4.0), distortion=(0.8, 0.0, 0.0, 0.0, 0.0))
    store_camera(tmp_path, CameraFile("Acme Phone 5", wrong))
    encoded = as_jpeg(np.asarray(shown.frame.image_bgr), 1, "Acme Phone 5")
    seen = DishJob(encoded, shown.board, tmp_path).run().observation
    assert len(seen.sightings) == 6
    assert seen.registration is not None
    assert seen.registration.lens == "estimated"
    assert any("stored calibration does not fit" in note for note in seen.notes)
