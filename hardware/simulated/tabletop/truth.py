"""What is true of a photograph of a simulated table, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import View
from hardware.simulated.tabletop.laying import IN_DISH
from hardware.simulated.tabletop.layout import Floats, LaidBoard, LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import Window, eye_of
from hardware.simulated.tabletop.seen import HAND, Seen
from hardware.simulated.tabletop.solid import seen_outline_mm

_SHIFT = 4
_GLARE = 0.3  # so much mirrored light, of that of a white surface, washes a print out
_LEAST_SHARE = 0.04  # smaller shares of a place are not worth telling


def truth_of(layout: TableLayout, view: View, seen: Seen) -> list[dict[str, Any]]:
    """Per board: where it lies, what shows of its markers and places, and every piece on it."""
    pieces = len(layout.pieces)
    counts = np.bincount(np.clip(seen.owner, 0, None).ravel(), minlength=pieces + 1)
    shown = [int(count) for count in counts[1 : pieces + 1]]
    return [_board(layout, view, seen, shown, number) for number in range(len(layout.boards))]


def _board(
    layout: TableLayout, view: View, seen: Seen, shown: Sequence[int], number: int
) -> dict[str, Any]:
    board = layout.boards[number]
    places: dict[str, list[dict[str, Any]]] = {}
    thrown: list[dict[str, Any]] = []
    for index, piece in enumerate(layout.pieces):
        if piece.board != number:
            continue
        found = _piece(layout, view, shown[index], piece)
        if piece.place == IN_DISH:
            thrown.append({**found, "touches": list(piece.lie.touches)})
        else:
            places.setdefault(piece.place, []).append(found)
    width, height = board.size_mm
    corners = view.pixels(_points_on(board, ((0, 0), (width, 0), (width, height), (0, height))))
    covered, glare = _spoilt_places(view, seen, board)
    return {
        "board": board.art.name,
        "copy": board.copy,
        "middle_mm": _rounded(board.pose.middle_mm, 2),
        "turn_deg": round(board.pose.turn_deg, 2),
        "corners_px": [_rounded(corner, 2) for corner in corners],
        "tags": [
            {"id": tag.id, "visible": _marker_share(view, seen, board, number, tag.corners_mm)}
            for tag in board.art.tags[board.copy]
        ],
        "places": places,
        "dish": thrown,
        "covered": covered,
        "glare": glare,
    }


def _piece(layout: TableLayout, view: View, shown: int, piece: LaidPiece) -> dict[str, Any]:
    outline = view.pixels(seen_outline_mm(layout, piece, eye_of(view)))
    whole = abs(float(cv2.contourArea(outline.astype(np.float32))))
    return {
        "family": piece.art.family,
        "kind": (piece.art.back_kind or piece.art.kind) if piece.back else piece.art.kind,
        "turn_deg": round(piece.turn_deg % 360, 2),
        "level": piece.level,
        "centre_mm": _rounded(piece.middle_mm, 2),
        "visible": round(min(1.0, shown / max(whole, 1.0)), 3),
    }


def _spoilt_places(
    view: View, seen: Seen, board: LaidBoard
) -> tuple[dict[str, float], dict[str, float]]:
    """The share of each place that is hidden or outside the picture, and that glares."""
    covered, glare = {}, {}
    for place in board.art.places:
        region = _region(view, _points_on(board, place.outline_mm))
        hidden = 1 - region.share(seen.owner, lambda owner: owner != HAND)
        shining = region.share(seen.shine, lambda shine: shine > _GLARE)
        if hidden > _LEAST_SHARE:
            covered[place.name] = round(hidden, 3)
        if shining > _LEAST_SHARE:
            glare[place.name] = round(shining, 3)
    return covered, glare


def _marker_share(
    view: View,
    seen: Seen,
    board: LaidBoard,
    number: int,
    corners_mm: Sequence[tuple[float, float]],
) -> float:
    region = _region(view, _points_on(board, corners_mm))
    return round(region.share(seen.owner, lambda owner: owner == -1 - number), 3)


def _points_on(board: LaidBoard, points_mm: Sequence[tuple[float, float]]) -> Floats:
    points = np.asarray(points_mm, np.float64)
    return np.asarray(np.c_[board.on_table(points), board.lift_mm(points)], float)


@dataclass(frozen=True, eq=False)
class _Region:
    """An outline in the picture: its pixels within a window, and how many there are in all."""

    window: Window
    mask: NDArray[np.uint8]
    whole: int

    def share(
        self, plane: NDArray[Any], test: Callable[[NDArray[Any]], NDArray[np.bool_]]
    ) -> float:
        """The share of all its pixels that pass; those outside the picture do not."""
        left, top, width, height = self.window
        part = plane[top : top + height, left : left + width]
        return min(1.0, np.count_nonzero((self.mask > 0) & test(part)) / max(self.whole, 1))


def _region(view: View, outline_mm: Floats) -> _Region:
    pixels = view.pixels(outline_mm)
    left, top, width, height = window = view.window(outline_mm, 1)
    mask = np.zeros((height, width), np.uint8)
    if mask.size:
        _fill(mask, pixels - (left, top))
    # OpenCV fills every pixel that the outline crosses; the whole is counted the same way.
    whole = np.zeros(tuple(int(side) + 4 for side in np.ptp(pixels, axis=0)[::-1]), np.uint8)
    _fill(whole, pixels - pixels.min(axis=0) + 1)
    return _Region(window, mask, int(np.count_nonzero(whole)))


def _fill(mask: NDArray[np.uint8], pixels: Floats) -> None:
    corners = np.rint(pixels * 2**_SHIFT).astype(np.int32)
    cv2.fillPoly(mask, [corners], 1, cv2.LINE_8, _SHIFT)


def _rounded(values: Any, digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]
