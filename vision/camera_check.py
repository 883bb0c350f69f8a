"""What one picture says about camera, light and board, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.board import Marked
from companion.flow import Frame, Registration
from vision.focus import blur_px, white_level
from vision.graying import Gray, to_gray
from vision.registration import BoardFinder, BoardNotFound, FoundBoard

_BRIGHTEST = 95.0  # per cent of the pixels are darker
_EVERY = 8


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """The board's registration, or the sentence `why` there is none.

    `white` is the grey level (0..255) of the markers' white, without a board that of the
    picture's brightest part; `blur_px` the standard deviation of the blur, 0 without a board.
    """

    white: float
    blur_px: float = 0.0
    registration: Registration | None = None
    why: str = ""


def check_camera(frame: Frame, board: Marked) -> CameraCheck:
    """Measure a frame as the first of its camera, without what other frames have taught."""
    gray = to_gray(frame.image_bgr)
    try:
        return _measured(gray, BoardFinder(board).find(gray))
    except BoardNotFound as error:
        return _lost(gray, error.sentence)


def check_read(frame: Frame, found: FoundBoard | None, why: str) -> CameraCheck:
    """Measure a frame in which a reader has looked for the board: `found`, or `why` it was not."""
    gray = to_gray(frame.image_bgr)
    return _lost(gray, why) if found is None else _measured(gray, found)


def _lost(gray: Gray, why: str) -> CameraCheck:
    brightest = float(np.percentile(gray[::_EVERY, ::_EVERY], _BRIGHTEST))
    return CameraCheck(brightest, why=why)


def _measured(gray: Gray, found: FoundBoard) -> CameraCheck:
    white, blur = white_level(gray, found.markers), blur_px(gray, found.markers)
    return CameraCheck(white, blur, found.registration)
