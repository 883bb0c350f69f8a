"""Picture files and uploads, checked before anything looks at them.

Pillow opens them: it tells the size before decoding, refuses truncated files, and honours the
camera's orientation tag.
"""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.errors import PictureError
from companion.flow import Frame

Picture = NDArray[np.uint8]

# What it finds wrong in a file is told once, by the sentence of PictureError.
logging.getLogger("PIL").setLevel(logging.CRITICAL)

SMALLEST_WH = (32, 32)
MOST_PIXELS = 64_000_000
MOST_BYTES = 60_000_000


def read_picture(path: Path) -> Frame:
    """The picture file as a frame, turned upright by its orientation tag.

    Raises PictureError, a sentence naming the file, for anything that is not a whole picture of
    a usable size.
    """
    try:
        if path.is_dir():
            raise PictureError(f"{path} is a folder; name one picture file.")
        size_bytes = path.stat().st_size
        if size_bytes > MOST_BYTES:
            raise PictureError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB; shrink it.")
        encoded = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist; check the name of the picture.") from None
    except (OSError, ValueError) as error:
        raise PictureError(f"{path} can't be read: {error}.") from error
    return decode_picture(encoded, str(path))


def decode_picture(encoded: bytes, name: str) -> Frame:
    """The bytes of a JPEG, PNG, WebP, ... as a frame; `name` is used in the sentences."""
    if not encoded:
        raise PictureError(f"{name} is empty; copy the picture again.")
    if encoded[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheif"):
        raise PictureError(
            f"{name} is a HEIC picture, which can't be read here; "
            "save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes and of broken remarks beside the picture
            image = Image.open(io.BytesIO(encoded))
            _check_size(image.size, name)
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except UnidentifiedImageError:
        raise PictureError(f"{name} is not a picture; give a JPEG or PNG file.") from None
    except PictureError:
        raise
    except Exception as error:  # a stranger's bytes bring decoders to every kind of fall
        said = " ".join(str(error).split()) or type(error).__name__
        raise PictureError(f"{name} is damaged ({said}); copy or take it again.") from error
    rgb = np.asarray(upright, np.uint8)
    return Frame(np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8), 0.0, name)


def encode_jpeg(image_bgr: Picture, quality: int = 85) -> bytes:
    """A BGR picture (height, width, 3) uint8 as JPEG bytes."""
    _, encoded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(encoded)


def write_picture(path: Path, image_bgr: Picture) -> None:
    """Write a BGR picture as PNG or JPEG, whole or not at all.  Raises PictureError."""
    suffix = path.suffix.lower()
    if suffix not in (".png", ".jpg", ".jpeg"):
        raise PictureError(f"{path} must end in .png or .jpg to be written as a picture.")
    _, encoded = cv2.imencode(suffix, image_bgr)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(bytes(encoded))
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise PictureError(f"{path} can't be written: {error.strerror}.") from error


def _check_size(size_wh: tuple[int, int], name: str) -> None:
    width, height = size_wh
    longer, shorter = max(size_wh), min(size_wh)
    if longer < SMALLEST_WH[0] or shorter < SMALLEST_WH[1]:
        raise PictureError(
            f"{name} has {width} x {height} pixels; at least "
            f"{SMALLEST_WH[0]} x {SMALLEST_WH[1]} are needed to see anything."
        )
    if width * height > MOST_PIXELS:
        raise PictureError(
            f"{name} has {width * height / 1e6:.0f} megapixels; shrink it to at most "
            f"{MOST_PIXELS // 1_000_000}."
        )
