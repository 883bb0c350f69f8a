"""What is true of a photograph of a simulated table, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import View
from hardware.simulated.tabletop.laying import IN_DISH
from hardware.simulated.tabletop.layout import Floats, LaidBoard, LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import eye_of
from hardware.simulated.tabletop.scene import HAND
from hardware.simulated.tabletop.solid import seen_outline_mm

_SHIFT = 4


def truth_of(layout: TableLayout, view: View, owner: NDArray[np.int16]) -> list[dict[str, Any]]:
    """Per board: where it lies, what shows of its markers and places, and every piece on it.

    `owner` says what each pixel shows, as in `scene.Seen`.
    """
    counts = np.bincount(np.clip(owner, 0, None).ravel(), minlength=len(layout.pieces) + 1)
    shown = [int(count) for count in counts[1 : len(layout.pieces) + 1]]
    return [_board(layout, view, owner, shown, number) for number in range(len(layout.boards))]


def _board(
    layout: TableLayout,
    view: View,
    owner: NDArray[np.int16],
    shown: Sequence[int],
    number: int,
) -> dict[str, Any]:
    board = layout.boards[number]
    pieces = [(n, piece) for n, piece in enumerate(layout.pieces) if piece.board == number]
    places: dict[str, list[dict[str, Any]]] = {}
    thrown: list[dict[str, Any]] = []
    for index, piece in pieces:
        found = _piece(layout, view, shown[index], piece)
        if piece.place == IN_DISH:
            thrown.append({**found, "touches": list(piece.lie.touches)})
        else:
            places.setdefault(piece.place, []).append(found)
    corners = view.pixels(_on_face(board, board.size_mm))
    return {
        "board": board.art.name,
        "copy": board.copy,
        "middle_mm": _rounded(board.pose.middle_mm, 2),
        "turn_deg": round(board.pose.turn_deg, 2),
        "corners_px": [_rounded(corner, 2) for corner in corners],
        "tags": [
            {"id": tag.id, "visible": _face_share(view, owner, board, number, tag.corners_mm)}
            for tag in board.art.tags[board.copy]
        ],
        "places": places,
        "dish": thrown,
        "covered": _covered(view, owner, board),
    }


def _piece(layout: TableLayout, view: View, shown: int, piece: LaidPiece) -> dict[str, Any]:
    outline = seen_outline_mm(layout, piece, eye_of(view))
    whole = _area(view.pixels(outline))
    return {
        "family": piece.art.family,
        "kind": (piece.art.back_kind or piece.art.kind) if piece.back else piece.art.kind,
        "turn_deg": round(piece.turn_deg % 360, 2),
        "level": piece.level,
        "centre_mm": _rounded(piece.middle_mm, 2),
        "visible": round(min(1.0, shown / max(whole, 1.0)), 3),
    }


def _covered(view: View, owner: NDArray[np.int16], board: LaidBoard) -> dict[str, float]:
    """Places that a hand hides or that lie outside the picture, and how much of each."""
    found = {}
    for place in board.art.places:
        outline = _points_on(board, np.asarray(place.outline_mm, float))
        mask, window, whole = _mask(view, outline)
        if mask is None:
            found[place.name] = 1.0
            continue
        left, top, width, height = window
        part = owner[top : top + height, left : left + width]
        hidden = 1 - np.count_nonzero((mask > 0) & (part != HAND)) / max(whole, 1.0)
        if hidden > 0.04:
            found[place.name] = round(min(1.0, hidden), 3)
    return found


def _face_share(
    view: View,
    owner: NDArray[np.int16],
    board: LaidBoard,
    number: int,
    corners_mm: tuple[tuple[float, float], ...],
) -> float:
    mask, window, whole = _mask(view, _points_on(board, np.asarray(corners_mm, float)))
    if mask is None:
        return 0.0
    left, top, width, height = window
    part = owner[top : top + height, left : left + width]
    return round(min(1.0, np.count_nonzero((mask > 0) & (part == -1 - number)) / max(whole, 1)), 3)


def _on_face(board: LaidBoard, size_mm: tuple[float, float]) -> Floats:
    width, height = size_mm
    return _points_on(board, np.array([(0, 0), (width, 0), (width, height), (0, height)], float))


def _points_on(board: LaidBoard, points_mm: Floats) -> Floats:
    return np.asarray(np.c_[board.on_table(points_mm), board.lift_mm(points_mm)], float)


def _mask(
    view: View, outline_mm: Floats
) -> tuple[NDArray[np.uint8] | None, tuple[int, int, int, int], float]:
    """Pixels of an outline within a window of the picture, and its whole area in pixels."""
    pixels = view.pixels(outline_mm)
    window = view.window(outline_mm, 1)
    left, top, width, height = window
    if width < 1 or height < 1:
        return None, window, _area(pixels)
    mask = np.zeros((height, width), np.uint8)
    shifted = np.rint((pixels - (left, top)) * 2**_SHIFT).astype(np.int32)
    cv2.fillPoly(mask, [shifted], 1, cv2.LINE_8, _SHIFT)
    # OpenCV fills every pixel that the outline crosses; the whole is counted the same way.
    whole = np.zeros(tuple(int(side) + 4 for side in np.ptp(pixels, axis=0)[::-1]), np.uint8)
    own = np.rint((pixels - pixels.min(axis=0) + 1) * 2**_SHIFT).astype(np.int32)
    cv2.fillPoly(whole, [own], 1, cv2.LINE_8, _SHIFT)
    return mask, window, float(np.count_nonzero(whole))


def _area(pixels: Floats) -> float:
    return abs(float(cv2.contourArea(pixels.astype(np.float32))))


def _rounded(values: Any, digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]
