"""Calibrated lenses in files: one `camera.toml` for each camera and picture size.

The table `[camera]` is that of a board description, with the camera's name; `[quality]` says how
good the calibration was.  A folder of such files is searched by name and size.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import msgspec

from companion.board import CameraModel
from companion.describing.table_checks import check_camera
from companion.describing.table_numbers import NonsenseError
from companion.describing.table_shapes import CameraTable, Shape, one_line, shape_sentence
from companion.errors import InputError
from companion.keeping.whole_file import write_whole

FOLDER = "cameras"
MAX_FILE_BYTES = 100_000
_MOST_NAMED = 60


class CameraFileError(InputError):
    """A calibration file that does not say what it has to say."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a calibration was: pictures used, residual, error in pictures left out (px)."""

    pictures: int
    rms_px: float
    held_out_px: float
    uncertain_px: float


@dataclass(frozen=True, slots=True)
class CameraFile:
    """A calibrated lens with the name of its camera; `quality` is None when nobody wrote it."""

    name: str
    model: CameraModel
    quality: Quality | None = None


class _CameraTable(CameraTable, frozen=True):
    """`[camera]`"""

    name: str = ""


class _File(Shape, frozen=True):
    camera: _CameraTable
    quality: Quality | None = None


def load_camera(path: Path) -> CameraFile:
    """Read a calibration.  Raises CameraFileError with one sentence that names file and key."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        _refuse(path, f"can't be read ({reason}); name a file made by companion calibrate")
    if len(data) > MAX_FILE_BYTES:
        _refuse(path, "is too large for a calibration; name a file made by companion calibrate")
    try:
        tables = msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), _File)
        table = tables.camera
        model = CameraModel(table.matrix, tuple(table.distortion), table.size_wh)
        check_camera(model)
    except msgspec.ValidationError as error:
        _refuse(path, shape_sentence(str(error)))
    except NonsenseError as error:
        _refuse(path, str(error))
    except (ValueError, RecursionError) as error:
        _refuse(path, f"is not TOML in UTF-8 ({one_line(str(error))}); calibrate anew")
    return CameraFile(table.name, model, tables.quality)


def dump_camera(file: CameraFile) -> str:
    """The text of a `camera.toml`; it reads back equal."""
    model = file.model
    rows = ", ".join(str(list(row)) for row in model.matrix)
    lines = ["[camera]", f"name = {json.dumps(file.name, ensure_ascii=False)}"]
    lines += [f"matrix = [{rows}]", f"distortion = {list(model.distortion)}"]
    lines.append(f"size_wh = {list(model.size_wh)}")
    if file.quality is not None:
        lines += ["", "[quality]", f"pictures = {file.quality.pictures}"]
        for key in ("rms_px", "held_out_px", "uncertain_px"):
            lines.append(f"{key} = {round(getattr(file.quality, key), 4)}")
    return "\n".join(lines) + "\n"


def store_camera(data: Path, file: CameraFile) -> Path:
    """Keep a calibration in the data folder, in the place of an older one of that name and size."""
    folder = data / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder} can't be made ({error.strerror}); choose another folder with --data"
        ) from None
    path = folder / _file_name(file.name, file.model.size_wh)
    write_whole(path, dump_camera(file).encode())
    return path


def find_camera(data: Path, name: str, size_wh: tuple[int, int] | None = None) -> CameraFile | None:
    """The stored calibration of the camera `name`, None when there is none.

    One of exactly that size comes first, then one of the same shape, the largest first; without
    a size the largest of all.  Files that can't be read are passed over.
    """
    known = [file for file in _stored(data) if file.name == name]
    if size_wh is not None:
        known = [file for file in known if file.model.has_shape(size_wh)]
    return max(
        known,
        key=lambda file: (file.model.size_wh == size_wh, file.model.size_wh),
        default=None,
    )


def _stored(data: Path) -> list[CameraFile]:
    found = []
    for path in sorted((data / FOLDER).glob("*.toml")):
        try:
            found.append(load_camera(path))
        except CameraFileError:
            continue
    return found


def _file_name(name: str, size_wh: tuple[int, int]) -> str:
    """A file name for any camera's name; what had to be left out is kept apart by a digest."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_MOST_NAMED]
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    return f"{plain or 'camera'}-{digest}-{size_wh[0]}x{size_wh[1]}.toml"


def _refuse(path: Path, words: str) -> NoReturn:
    raise CameraFileError(f"{one_line(str(path))}: {words}.") from None
