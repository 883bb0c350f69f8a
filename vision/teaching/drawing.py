"""What was understood, drawn over the photograph that taught it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame, Registration
from companion.places import PlaceBoard
from vision.overlay import draw_places
from vision.pose import Pose
from vision.registration import FoundBoard

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_GREEN, _AMBER, _BLACK = (60, 220, 60), (0, 190, 255), (0, 0, 0)
LONGEST_PX = 1600


@dataclass(frozen=True)
class Drawn:
    """One piece that was found: its outline in the photograph, what it is, whether it is sure."""

    outline_px: Array
    words: str
    sure: bool


def draw_board(frame: Frame, board: PlaceBoard, pose: Pose, rms_px: float) -> Picture:
    """Markers, edge and places over the photograph, as `companion check-table` draws them."""
    found = FoundBoard(pose, (), Registration(len(board.tags), rms_px, 0.0))
    return smaller(draw_places(frame, board, found))


def draw_pieces(frame: Frame, pieces: Sequence[Drawn]) -> Picture:
    """The outline of every piece with its name: green is sure, amber is doubtful."""
    picture = frame.image_bgr.copy()
    thick = max(1, round(max(frame.size_wh) / 1000))
    for piece in pieces:
        colour = _GREEN if piece.sure else _AMBER
        corners = [np.round(np.clip(piece.outline_px, -1e5, 1e5)).astype(np.int32)]
        cv2.polylines(picture, corners, True, _BLACK, thick + 2, cv2.LINE_AA)
        cv2.polylines(picture, corners, True, colour, thick, cv2.LINE_AA)
        x = int(piece.outline_px[:, 0].min())
        y = int(piece.outline_px[:, 1].max() + 12 * thick)
        for ink, width in ((_BLACK, thick + 2), (colour, thick)):
            cv2.putText(
                picture,
                piece.words,
                (x, y),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.5 * thick,
                ink,
                width,
                cv2.LINE_AA,
            )
    return smaller(picture)


def smaller(picture: Picture) -> Picture:
    """The picture, not larger than a screen needs."""
    longer = max(picture.shape[:2])
    if longer <= LONGEST_PX:
        return picture
    share = LONGEST_PX / longer
    return np.asarray(
        cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8
    )
