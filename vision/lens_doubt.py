"""A calibration that is not this camera's: named itself, instead of the markers it misplaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from companion.board import Board
from companion.flow import Sentence
from companion.places import PlaceBoard
from vision.graying import Gray
from vision.markers import MarkerFinder
from vision.registration import BoardFinder, BoardNotFound

AnyBoard = TypeVar("AnyBoard", Board, PlaceBoard)


def blamed(
    error: BoardNotFound, board: AnyBoard, gray: Gray, finder: MarkerFinder | None = None
) -> str:
    """Why the board is not found, in a sentence: the error's, or that the calibration is wrong.

    It is wrong when the same picture (height, width) fits without it.  A `finder` may know the
    picture's markers already.
    """
    height, width = gray.shape
    camera = board.camera
    if camera is None or not camera.certain or not camera.has_shape((width, height)):
        return error.sentence
    try:
        BoardFinder(replace(board, camera=None), finder).find(gray)
    except BoardNotFound:
        return error.sentence
    return Sentence(
        "wrong_calibration",
        "{file}: [camera] is not the calibration of the camera that took this "
        "picture: with it the markers contradict each other, without it they agree; calibrate "
        "this camera, or leave out [camera] and --camera-file.",
        file=board.source.name,
    )


def lens_notes(finder: BoardFinder, size_wh: tuple[int, int]) -> Iterator[Sentence]:
    """What a person should know about the lens by which a board was found in such a picture."""
    camera, described = finder.camera, finder.board.camera
    if camera is None and described is not None:
        yield Sentence(
            "calibration_dropped",
            "The stored calibration does not fit this camera any more and was not used; run "
            "companion calibrate again.",
        )
    elif camera is not None and not camera.has_shape(size_wh):
        yield Sentence(
            "calibration_unused",
            "The calibration is of pictures of {described}, but this one is {seen}, which is "
            "another shape; the calibration was not used.",
            described=f"{camera.size_wh[0]} x {camera.size_wh[1]}",
            seen=f"{size_wh[0]} x {size_wh[1]}",
        )
