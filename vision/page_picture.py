"""The picture for the page: the dish large, every token ringed and numbered.

Returns new pictures, never draws on the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, PointMm
from companion.flow import Frame
from vision.registration import FoundBoard

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

LONGEST_SIDE_PX = 1280
_MARGIN_SHARE = 0.12
_INK: Colour = (38, 16, 11)
_SURE: Colour = (255, 255, 255)
_UNSURE: Colour = (70, 190, 255)
_GRID: Colour = (255, 225, 200)
_ROUND = np.linspace(0.0, 2 * np.pi, 73)
_DASH = 3  # of its 72 steps


@dataclass(frozen=True, slots=True)
class Mark:
    """A token to ring: its number, its footprint (board mm) and level, where it counts.

    `settled_mm` is None when it counts where it lies.  At `may_hide_mm`, if anywhere, another may
    lie below it.
    """

    label: str
    centre_mm: PointMm
    level: int
    sure: bool
    settled_mm: PointMm | None = None
    may_hide_mm: PointMm | None = None


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A BGR picture and the window of the frame (left, top, width, height, px) that it shows."""

    image_bgr: Picture
    window_xywh: tuple[int, int, int, int]


def page_picture(
    frame: Frame, board: Board, found: FoundBoard | None, marks: Sequence[Mark] | None
) -> PagePicture:
    """Cut out the dish and draw the marks.

    Without a found board, or with no marks (None) because nothing is settled, the whole frame.
    """
    window = _window(frame, board, found, marks)
    left, top, width, height = window
    scale = min(1.0, LONGEST_SIDE_PX / max(width, height))
    size_wh = max(1, round(width * scale)), max(1, round(height * scale))
    cut = frame.image_bgr[top : top + height, left : left + width]
    image = np.array(cv2.resize(cut, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    if found is not None:
        pen = _Pen(image, found, (left, top), scale)
        _draw_dish(pen, board)
        for mark in marks or ():
            _draw_mark(pen, board, mark)
    return PagePicture(image, window)


class _Pen:
    """Draws board millimetres on the cut-out picture."""

    def __init__(
        self, image: Picture, found: FoundBoard, origin_xy_px: tuple[int, int], scale: float
    ) -> None:
        self.image, self._found = image, found
        self._origin, self._scale = np.array(origin_xy_px, float), scale
        self.thick_px = max(1, round(max(image.shape[:2]) / 420))

    def pixels(self, points_mm: Any, z_mm: float) -> NDArray[np.float64]:
        """Project points of shape (N, 2) into the cut-out picture."""
        points = self._found.project_mm(np.asarray(points_mm, float).reshape(-1, 2), z_mm)
        # A pixel's centre has whole coordinates, its area reaches half a pixel to each side.
        return np.asarray((points - self._origin + 0.5) * self._scale - 0.5, float)

    def outline(self, points_mm: Any, z_mm: float, colour: Colour, thick_px: int) -> None:
        """Draw a closed line through board points."""
        points = np.round(self.pixels(points_mm, z_mm) * 16).astype(np.int32)
        cv2.polylines(self.image, [points], True, colour, thick_px, cv2.LINE_AA, 4)

    def dashes(self, points_mm: Any, z_mm: float) -> None:
        """Draw a broken line through board points: what may be there."""
        points = np.round(self.pixels(points_mm, z_mm) * 16).astype(np.int32)
        pieces = [points[i : i + _DASH + 1] for i in range(0, len(points) - 1, 2 * _DASH)]
        for colour, width in ((_INK, 4 * self.thick_px), (_UNSURE, 2 * self.thick_px)):
            cv2.polylines(self.image, pieces, False, colour, width, cv2.LINE_AA, 4)


def _window(
    frame: Frame, board: Board, found: FoundBoard | None, marks: Sequence[Mark] | None
) -> tuple[int, int, int, int]:
    """The part of the frame with the dish and every marked token."""
    width, height = frame.size_wh
    if found is None or marks is None:
        return 0, 0, width, height
    dish, wider = board.dish, 1 + _MARGIN_SHARE
    rings = [_circle(dish.centre_mm, dish.target_radius_mm * wider)]
    rings += [_circle(mark.centre_mm, 2 * board.tokens.radius_mm) for mark in marks]
    points = found.project_mm(np.concatenate(rings), 0.0)
    if not np.isfinite(points).all():
        return 0, 0, width, height
    low = np.clip(np.floor(points.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(points.max(axis=0)), low + 1, (width, height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _circle(centre_mm: PointMm, radius_mm: float) -> NDArray[np.float64]:
    ring = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
    return np.asarray(np.array(centre_mm) + radius_mm * ring, float)


def _draw_dish(pen: _Pen, board: Board) -> None:
    dish = board.dish
    for radius_mm in (dish.target_radius_mm, dish.hub_radius_mm):
        pen.outline(_circle(dish.centre_mm, radius_mm), 0.0, _GRID, 1)


def _draw_mark(pen: _Pen, board: Board, mark: Mark) -> None:
    thickness_mm, radius_mm = board.tokens.thickness_mm, board.tokens.radius_mm
    colour = _SURE if mark.sure else _UNSURE
    top_mm = thickness_mm * (mark.level + 1)
    ring = _circle(mark.centre_mm, radius_mm)
    pen.outline(ring, top_mm, _INK, 3 * pen.thick_px)
    pen.outline(ring, top_mm, colour, pen.thick_px)
    if mark.settled_mm is not None:
        settled = _circle(mark.settled_mm, radius_mm)
        pen.outline(settled, 0.0, _INK, 2 * pen.thick_px)
        pen.outline(settled, 0.0, _UNSURE, pen.thick_px)
        start, end = np.round(pen.pixels([mark.centre_mm, mark.settled_mm], 0.0)).astype(int)
        cv2.arrowedLine(
            pen.image, tuple(start), tuple(end), _UNSURE, pen.thick_px, cv2.LINE_AA, tipLength=0.4
        )
    if mark.may_hide_mm is not None:
        pen.dashes(_circle(mark.may_hide_mm, radius_mm), thickness_mm)
    _draw_badge(pen, pen.pixels(ring, top_mm), mark.label, colour)


def _draw_badge(pen: _Pen, ring_px: NDArray[np.float64], label: str, colour: Colour) -> None:
    """Write the number on a disc at the ring's upper right, inside the picture."""
    height, width = pen.image.shape[:2]
    spread = ring_px.max(axis=0) - ring_px.min(axis=0)
    radius = int(max(9.0, 0.32 * float(spread.mean())))
    corner = ring_px.mean(axis=0) + np.array([0.62, -0.62]) * spread
    x, y = (int(v) for v in np.clip(corner, radius, (width - 1 - radius, height - 1 - radius)))
    cv2.circle(pen.image, (x, y), radius, _INK, -1, cv2.LINE_AA)
    cv2.circle(pen.image, (x, y), radius - max(1, radius // 8), colour, -1, cv2.LINE_AA)
    size = radius / 15.0 * (0.75 if len(label) > 1 else 1.0)
    thick = max(1, round(radius / 7))
    (wide, tall), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    at = (x - wide // 2, y + tall // 2)
    cv2.putText(pen.image, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, thick, cv2.LINE_AA)
