"""A calibration that is not this camera's: named itself, instead of the markers it misplaces."""

from __future__ import annotations

from dataclasses import replace

from companion.board import Board
from companion.flow import Sentence
from vision.graying import Gray
from vision.registration import BoardFinder, BoardNotFound


def blamed(error: BoardNotFound, board: Board, gray: Gray) -> str:
    """Why the board is not found, in a sentence: the error's, or that the calibration is wrong.

    It is wrong when the same picture (height, width) fits without it.
    """
    height, width = gray.shape
    if board.camera is None or not board.camera.has_shape((width, height)):
        return error.sentence
    try:
        BoardFinder(replace(board, camera=None)).find(gray)
    except BoardNotFound:
        return error.sentence
    return Sentence(
        "wrong_calibration",
        "{file}: [camera] is not the calibration of the camera that took this "
        "picture: with it the markers contradict each other, without it they agree; calibrate "
        "this camera, or leave [camera] out.",
        file=board.source.name,
    )


def calibration_note(board: Board, size_wh: tuple[int, int]) -> str | None:
    """A sentence when a calibration is left out because the picture has another shape."""
    camera = board.camera
    if camera is None or camera.has_shape(size_wh):
        return None
    return Sentence(
        "calibration_unused",
        "{file}: camera.size_wh is {described}, but the picture is {seen}, which is another "
        "shape; the calibration was not used.",
        file=board.source.name,
        described=f"{camera.size_wh[0]} x {camera.size_wh[1]}",
        seen=f"{size_wh[0]} x {size_wh[1]}",
    )
