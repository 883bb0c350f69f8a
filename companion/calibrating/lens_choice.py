"""Which calibrated lens belongs to a picture: the one that is named, described, or kept for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from companion.board import Board, CameraModel
from companion.calibrating.lens_file import find_camera, load_camera
from companion.flow import Frame
from companion.keeping.data_folder import data_folder
from companion.places import PlaceBoard
from vision.pictures import decode_picture, read_bytes
from vision.taken import Taken, taken_by

AnyBoard = TypeVar("AnyBoard", Board, PlaceBoard)


def lens_of(
    camera_file: Path | None, data: Path, name: str, size_wh: tuple[int, int] | None = None
) -> CameraModel | None:
    """The lens of the camera `name`: of the file that was named, else the one that is kept.

    A kept one is not certain, since a name may have passed to another camera; readers drop it
    when the markers contradict it.  Raises CameraFileError for a file that can't be used.
    """
    if camera_file is not None:
        return load_camera(camera_file).model
    kept = find_camera(data, name, size_wh) if name else None
    return None if kept is None else replace(kept.model, certain=False)


def lens_of_photo(
    taken: Taken, size_wh: tuple[int, int], camera_file: Path | None, data: Path
) -> CameraModel | None:
    """The same for a picture file that was turned upright when it was opened.

    `size_wh` is its size as it stands upright.
    """
    if taken.quarters is None:
        return None
    stored_wh = size_wh if taken.quarters % 2 == 0 else (size_wh[1], size_wh[0])
    lens = lens_of(camera_file, data, taken.camera, stored_wh)
    return None if lens is None else lens.turned(taken.quarters)


def with_lens(board: AnyBoard, lens: CameraModel | None) -> AnyBoard:
    """The board with a lens; what its description says stays, unless the lens is certain."""
    if lens is None or (board.camera is not None and not lens.certain):
        return board
    return replace(board, camera=lens)


def photo_and_lens(
    photo: Path, camera_file: Path | None, data: Path | None
) -> tuple[Frame, CameraModel | None]:
    """A picture file as a frame, and the lens that took it, when that is known.

    Raises PictureError and CameraFileError, each one sentence.
    """
    encoded = read_bytes(photo)
    frame = decode_picture(encoded, str(photo))
    folder = data_folder() if data is None else data
    return frame, lens_of_photo(taken_by(encoded), frame.size_wh, camera_file, folder)
