"""Picture files and uploads, checked before anything looks at them.

Pillow opens them: it tells the size before decoding, refuses truncated files, and honours the
camera's orientation tag.
"""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.errors import PictureError
from companion.flow import Frame, Sentence
from vision.picture_formats import FIRST_BYTES, FORMATS, unreadable

Picture = NDArray[np.uint8]

# What it finds wrong in a file is told once, by the sentence of PictureError.
logging.getLogger("PIL").setLevel(logging.CRITICAL)

SMALLEST_WH = (32, 32)
MOST_PIXELS = 64_000_000
MOST_BYTES = 60_000_000
_OPEN_FILES = Path("/dev/fd"), Path("/proc/self/fd")


def read_picture(path: Path) -> Frame:
    """The picture file as a frame, turned upright by its orientation tag.

    Raises PictureError, a sentence naming the file, for anything that is not a whole picture of
    a usable size.
    """
    return decode_picture(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """What a picture file holds.  Raises PictureError, a sentence naming the file."""
    try:
        if path.is_dir():
            raise PictureError(f"{path} is a folder; name one picture file.")
        if path.exists() and not (path.is_file() or _is_handed_over(path)):
            raise PictureError(f"{path} is a pipe or a device; name one picture file.")
        with path.open("rb") as file:  # a pipe may never end
            encoded = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist; check the name of the picture.") from None
    except OSError as error:
        raise PictureError(f"{path} can't be read: {error.strerror}.") from error
    except ValueError as error:
        raise PictureError(f"{path} can't be read: {error}.") from error
    if len(encoded) > MOST_BYTES:
        raise PictureTooLarge(f"{path} is larger than {MOST_BYTES // 1_000_000} MB; shrink it.")
    return encoded


def _is_handed_over(path: Path) -> bool:
    """Whether it is open already, by a shell's `|` or `<(...)`: its writer is known to be there."""
    return path == Path("/dev/stdin") or path.parent in _OPEN_FILES


class PictureTooLarge(PictureError):
    """A picture of too many bytes or pixels."""

    http_status = 413


class PictureKindError(PictureError):
    """A file of a kind that can't be read as a picture here."""

    http_status = 415


def decode_picture(
    encoded: bytes, name: str, longest_px: int | None = None, upright: bool = True
) -> Frame:
    """The bytes of a JPEG, PNG, WebP, ... as a frame; `name` is used in the sentences.

    A picture whose longer side has more than `longest_px` pixels is made smaller.  With `upright`
    it is turned by its orientation tag, otherwise it stays as the sensor saw it.
    """
    if not encoded:
        raise PictureError(
            Sentence("picture_empty", "{name} is empty; copy the picture again.", name=name)
        )
    refusal = unreadable(encoded[:FIRST_BYTES], name)
    if refusal is not None:
        raise PictureKindError(refusal)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes and of broken remarks beside the picture
            image = Image.open(io.BytesIO(encoded), formats=FORMATS)
            _check_size(image.size, name)
            rgb = _decoded(image, longest_px, upright)
    except UnidentifiedImageError:
        raise PictureKindError(
            Sentence("picture_none", "{name} is not a picture; give a JPEG or PNG file.", name=name)
        ) from None
    except Image.DecompressionBombError:  # raised before our own look at the size
        raise _too_many_pixels(f"> {2 * (Image.MAX_IMAGE_PIXELS or 0) / 1e6:.0f}", name) from None
    except PictureError:
        raise
    except Exception as error:  # a stranger's bytes bring decoders to every kind of fall
        said = " ".join(str(error).split()) or type(error).__name__
        raise PictureError(
            Sentence(
                "picture_damaged",
                "{name} is damaged ({said}); copy or take it again.",
                name=name,
                said=said,
            )
        ) from error
    return Frame(np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8), 0.0, name)


def _decoded(image: Image.Image, longest_px: int | None, upright: bool) -> Picture:
    """The picture's pixels, RGB, at most `longest_px` along its longer side."""
    longer = max(image.size)
    small_wh = image.size
    if longest_px is not None and longer > longest_px:
        width, height = (max(1, round(side * longest_px / longer)) for side in image.size)
        small_wh = width, height
        image.draft("RGB", small_wh)  # a JPEG is decoded at a half or a quarter straight away
    turned = ImageOps.exif_transpose(image) if upright else image
    rgb = np.asarray(turned.convert("RGB"), np.uint8)
    if max(rgb.shape[:2]) <= max(small_wh):
        return rgb
    scale = max(small_wh) / max(rgb.shape[:2])
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def picture_size(path: Path) -> tuple[int, int] | None:
    """Width and height of a picture file as it says itself; None when it says none."""
    try:
        with Image.open(path, formats=FORMATS) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def encode_jpeg(image_bgr: Picture, quality: int = 85) -> bytes:
    """A BGR picture (height, width, 3) uint8 as JPEG bytes."""
    _, encoded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(encoded)


def encode_png(image_bgr: Picture) -> bytes:
    """A BGR picture (height, width, 3) uint8 as PNG bytes, without loss."""
    _, encoded = cv2.imencode(".png", image_bgr)
    return bytes(encoded)


def write_picture(path: Path, image_bgr: Picture, given: Iterable[Path] = ()) -> None:
    """Write a BGR picture as PNG or JPEG, whole or not at all.

    Raises PictureError, also when it would take the place of one of the files `given`.
    """
    suffix = path.suffix.lower()
    if suffix not in (".png", ".jpg", ".jpeg"):
        raise PictureError(f"{path} must end in .png or .jpg to be written as a picture.")
    if path.exists() and any(path.samefile(each) for each in given):
        raise PictureError(f"{path} is one of the pictures to be read; name another to be written.")
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
            Sentence(
                "picture_small",
                "{name} has {size} pixels; at least {least} are needed to see anything.",
                name=name,
                size=f"{width} x {height}",
                least=f"{SMALLEST_WH[0]} x {SMALLEST_WH[1]}",
            )
        )
    if width * height > MOST_PIXELS:
        raise _too_many_pixels(f"{width * height / 1e6:.0f}", name)


def _too_many_pixels(megapixels: str, name: str) -> PictureTooLarge:
    return PictureTooLarge(
        Sentence(
            "picture_pixels",
            "{name} has {seen} megapixels; shrink it to at most {most}.",
            name=name,
            seen=megapixels,
            most=str(MOST_PIXELS // 1_000_000),
        )
    )
