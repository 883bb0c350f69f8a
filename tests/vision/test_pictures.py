"""Picture files: what can't be used is refused in one sentence that names the file."""

from __future__ import annotations

import io
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.errors import PictureError
from vision import pictures
from vision.pictures import decode_picture, encode_jpeg, read_picture, write_picture


def image_bytes(
    kind: str, size_wh: tuple[int, int] = (64, 48), mode: str = "RGB", **save: object
) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, size_wh, 90).save(buffer, kind, **save)  # type: ignore[arg-type]
    return buffer.getvalue()


JPEG = image_bytes("JPEG")

REFUSED = [
    (b"", "is empty"),
    (b"just a text\n" * 20, "is not a picture"),
    (b"%PDF-1.4 nothing", "is not a picture"),
    (JPEG[: len(JPEG) // 2], "is damaged"),
    (JPEG[:20], "is (damaged|not a picture)"),
    (image_bytes("PNG")[:60], "is (damaged|not a picture)"),
    (image_bytes("PNG", (1, 1)), "has 1 x 1 pixels; at least 32 x 32"),
    (image_bytes("PNG", (31, 400)), "has 31 x 400 pixels"),
    (b"\0\0\0\x18ftypheic" + b"\0" * 40, "is a HEIC picture"),
]


@pytest.mark.parametrize(("encoded", "words"), REFUSED)
def test_what_is_no_whole_picture_is_refused(encoded: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "toss.jpg"
    path.write_bytes(encoded)
    with pytest.raises(PictureError, match=words) as caught:
        read_picture(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="does not exist"):
        read_picture(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        read_picture(tmp_path)
    with pytest.raises(PictureError, match="can't be read"):
        read_picture(Path("a\0b.jpg"))
    (tmp_path / "file").write_text("")
    with pytest.raises(PictureError, match=r"can't be read|does not exist"):
        read_picture(tmp_path / "file" / "below.jpg")


def test_a_pipe_without_a_writer_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "toss.jpg"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(PictureError, match="is a pipe or a device; name one picture file"):
            read_picture(path)


def test_what_a_shell_hands_over_is_read() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as file:
        file.write(JPEG)
    try:
        assert read_picture(Path(f"/dev/fd/{reading}")).size_wh == (64, 48)
    finally:
        os.close(reading)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locked.png"
    path.write_bytes(JPEG)
    path.chmod(0)
    with pytest.raises(PictureError, match="can't be read"):
        read_picture(path)


def test_a_hundred_megapixels_are_refused_before_they_are_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (10_000, 10_000)).save(path)

    def never(*_: object) -> None:
        raise AssertionError("decoded a picture that is too large")

    monkeypatch.setattr(pictures.ImageOps, "exif_transpose", never)
    with pytest.raises(PictureError, match="has 100 megapixels; shrink it to at most 64"):
        read_picture(path)


def test_a_file_of_too_many_bytes_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(pictures.MOST_BYTES + 1)
    with pytest.raises(PictureError, match="larger than 60 MB"):
        read_picture(path)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_usual_pictures_are_read(kind: str, mode: str) -> None:
    frame = decode_picture(image_bytes(kind, mode=mode), "toss")
    assert frame.size_wh == (64, 48)
    assert frame.camera == "toss"
    assert frame.image_bgr.shape == (48, 64, 3)


def test_channels_are_blue_green_red() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 40), (200, 100, 50)).save(buffer, "PNG")
    assert decode_picture(buffer.getvalue(), "x").image_bgr[5, 5].tolist() == [50, 100, 200]


def test_a_phone_s_orientation_mark_is_honoured() -> None:
    image = Image.new("RGB", (60, 40), (0, 0, 0))
    image.paste((255, 255, 255), (0, 0, 20, 40))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter clockwise
    buffer = io.BytesIO()
    image.save(buffer, "PNG", exif=exif)
    frame = decode_picture(buffer.getvalue(), "x")
    assert frame.size_wh == (40, 60)
    assert frame.image_bgr[5].mean() == 255
    assert frame.image_bgr[50].mean() == 0


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".JPEG"])
def test_a_picture_is_written_and_read_back(suffix: str, tmp_path: Path) -> None:
    image = np.full((50, 70, 3), (10, 120, 240), np.uint8)
    path = tmp_path / f"out{suffix}"
    write_picture(path, image)
    assert np.abs(read_picture(path).image_bgr.astype(int) - image).max() < 12
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["out.gif", "out", "out.txt", ".png"])
def test_an_odd_suffix_is_refused_and_nothing_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"must end in \.png or \.jpg"):
        write_picture(tmp_path / name, np.zeros((40, 40, 3), np.uint8))
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_target_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="can't be written"):
        write_picture(tmp_path / "no" / "such" / "out.png", np.zeros((40, 40, 3), np.uint8))
    (tmp_path / "out.png").mkdir()
    with pytest.raises(PictureError, match="can't be written"):
        write_picture(tmp_path / "out.png", np.zeros((40, 40, 3), np.uint8))
    assert [each.name for each in tmp_path.iterdir()] == ["out.png"]


def test_jpeg_bytes_for_the_page() -> None:
    encoded = encode_jpeg(np.full((40, 60, 3), 99, np.uint8))
    assert cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).shape == (40, 60, 3)
