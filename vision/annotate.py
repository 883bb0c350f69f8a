"""The photograph with the verdict drawn over it, so that two people agree on seeing it.

Left the dish as photographed: areas and hub outlined, every token's footprint on the board, the
slide into the target, a number; a broken ring where another may lie below it.  Right what each
token is, touches and gives.  Below, for every close call, the spot flattened and enlarged, with
the band in which the token's rim lies 999 times in 1000.
Returns new pictures; the frame is never drawn on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.board import Board, PointMm
from companion.describing.outlines import area_outline
from companion.flow import Frame
from vision.rectify import Grid, flatten
from vision.registration import FoundBoard
from vision.toss_ink import (
    AREAS,
    DOUBT,
    FAINT,
    HUB,
    PAPER,
    SURE,
    Rgb,
    TossMark,
    badge,
    circle,
    font,
)
from vision.toss_panel import PANEL_PX, draw_panel

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_HEIGHT_PX = 1240
_INSET_PX = 300
_INSET_RADII = 1.5  # half the side of an inset, in token radii
_SIGMAS = 3.09
_DASH = 4  # points of a ring


def draw_toss(
    frame: Frame,
    board: Board,
    found: FoundBoard | None,
    headline: str,
    problems: Sequence[str],
    marks: Sequence[TossMark],
) -> Picture:
    """The annotated picture, BGR (height, width, 3) uint8.

    Without a found board the photograph stands beside the sentences that say why.
    """
    photo = _Photo(frame, board, found)
    if found is not None:
        photo.draw_areas()
        for number, mark in enumerate(marks, 1):
            photo.draw_mark(number, mark, [other for other in marks if other is not mark])
    panel = draw_panel(headline, problems, marks, photo.image.height)
    insets = _insets(frame, board, found, marks)
    width = photo.image.width + PANEL_PX
    rows = -(-len(insets) // max(1, width // _INSET_PX))
    sheet = Image.new("RGB", (width, photo.image.height + rows * _INSET_PX), PAPER)
    sheet.paste(photo.image, (0, 0))
    sheet.paste(panel, (photo.image.width, 0))
    per_row = max(1, width // _INSET_PX)
    for index, inset in enumerate(insets):
        place = (index % per_row * _INSET_PX, photo.image.height + index // per_row * _INSET_PX)
        sheet.paste(inset, place)
    return np.asarray(cv2.cvtColor(np.asarray(sheet), cv2.COLOR_RGB2BGR), np.uint8)


class _Photo:
    """The part of the photograph with the board, enlarged, to draw on in board millimetres."""

    def __init__(self, frame: Frame, board: Board, found: FoundBoard | None) -> None:
        self._board, self._found = board, found
        left, top, width, height = _window(frame, board, found)
        self._origin = np.array([left, top], np.float64)
        self._scale = _HEIGHT_PX / height
        cut = cv2.cvtColor(
            frame.image_bgr[top : top + height, left : left + width], cv2.COLOR_BGR2RGB
        )
        size_wh = (max(1, round(width * self._scale)), _HEIGHT_PX)
        self.image = Image.fromarray(cv2.resize(cut, size_wh, interpolation=cv2.INTER_AREA))
        self._pen = ImageDraw.Draw(self.image)

    def _pixels(self, points_mm: Any, height_mm: float) -> list[tuple[float, float]]:
        assert self._found is not None
        points = self._found.project_mm(np.asarray(points_mm, np.float64), height_mm)
        moved = (points - self._origin + 0.5) * self._scale - 0.5
        return [(float(x), float(y)) for x, y in moved]

    def _outline(self, points_mm: Any, height_mm: float, colour: Rgb, width_px: int) -> None:
        pixels = self._pixels(points_mm, height_mm)
        self._pen.line([*pixels, pixels[0]], fill=colour, width=width_px, joint="curve")

    def _dashes(self, ring_mm: Array) -> None:
        """A broken ring, where something may lie."""
        pixels = self._pixels(ring_mm, 0.0)
        for colour, width_px in ((PAPER, 6), (DOUBT, 3)):
            for start in range(0, len(pixels), 2 * _DASH):
                self._pen.line(pixels[start : start + _DASH + 1], fill=colour, width=width_px)

    def draw_areas(self) -> None:
        """The areas in their colours, the hub, the target's edge."""
        dish = self._board.dish
        for area in dish.areas:
            inner = area_outline(area, dish).buffer(-0.8)
            for part in getattr(inner, "geoms", [inner]):
                if not part.is_empty:
                    points = np.array(part.exterior.coords)[:-1]
                    self._outline(points, 0.0, AREAS[area.colour], 2)
        self._outline(circle(dish.centre_mm, dish.hub_radius_mm), 0.0, HUB, 2)
        self._outline(circle(dish.centre_mm, dish.target_radius_mm), 0.0, HUB, 2)

    def draw_mark(self, number: int, mark: TossMark, others: Sequence[TossMark]) -> None:
        """The footprint on the board, the slide or what it may hide, and the number."""
        radius_mm = self._board.tokens.radius_mm
        thickness_mm = self._board.tokens.thickness_mm
        colour = SURE if mark.certain else DOUBT
        ring = circle(mark.centre_mm, radius_mm)
        self._outline(ring, 0.0, PAPER, 6)
        self._outline(ring, 0.0, colour, 3)
        if mark.may_hide_mm is not None:
            self._dashes(circle(mark.may_hide_mm, radius_mm))
        if mark.outside:
            self._outline(circle(mark.settled_mm, radius_mm), 0.0, DOUBT, 2)
            self._arrow(mark.centre_mm, mark.settled_mm)
        place_mm = np.array(mark.centre_mm) + 1.15 * radius_mm * _clear_side(mark, others)
        place = self._pixels([place_mm], thickness_mm * (mark.level + 1))[0]
        badge(self._pen, place, str(number), colour)

    def _arrow(self, start_mm: PointMm, end_mm: PointMm) -> None:
        start, end = (np.array(p) for p in self._pixels([start_mm, end_mm], 0.0))
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        across = np.array([-along[1], along[0]])
        self._pen.line([tuple(start), tuple(end)], fill=DOUBT, width=4)
        size = min(16.0, 0.6 * float(np.linalg.norm(end - start)))
        if size < 5:
            return
        tip = [end, end - size * (along + across / 2), end - size * (along - across / 2)]
        self._pen.polygon([tuple(corner) for corner in tip], fill=DOUBT)


def _clear_side(mark: TossMark, others: Sequence[TossMark]) -> Array:
    """Unit vector away from the nearest other token: there the number hides nothing."""
    away = [np.array(mark.centre_mm) - other.centre_mm for other in others]
    nearest = min(away, key=lambda step: float(np.linalg.norm(step)), default=np.zeros(2))
    length = float(np.linalg.norm(nearest))
    if length < 1e-6:
        return np.array([np.sqrt(0.5), -np.sqrt(0.5)])
    return np.asarray(nearest / length, np.float64)


def _window(frame: Frame, board: Board, found: FoundBoard | None) -> tuple[int, int, int, int]:
    width, height = frame.size_wh
    if found is None:
        return 0, 0, width, height
    x, y = board.size_mm
    corners = found.project_mm(np.array([[-8.0, -8], [x + 8, -8], [x + 8, y + 8], [-8, y + 8]]))
    low = np.clip(np.floor(corners.min(axis=0)), 0, (width - 2, height - 2)).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 2, (width, height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _insets(
    frame: Frame, board: Board, found: FoundBoard | None, marks: Sequence[TossMark]
) -> list[Image.Image]:
    if found is None:
        return []
    return [
        _inset(frame, board, found, number, mark)
        for number, mark in enumerate(marks, 1)
        if mark.close_calls
    ]


def _inset(
    frame: Frame, board: Board, found: FoundBoard, number: int, mark: TossMark
) -> Image.Image:
    """The spot of a close call, flattened at board height: true lines, the rim as a band."""
    radius_mm = board.tokens.radius_mm
    reach = _INSET_RADII * radius_mm
    x, y = mark.settled_mm
    grid = Grid((x - reach, y - reach), _INSET_PX / (2 * reach), (_INSET_PX, _INSET_PX))
    flat = flatten(frame.image_bgr, found.pose, grid, 0.0)
    image = Image.fromarray(cv2.cvtColor(flat, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(image)
    dish = board.dish
    for area in dish.areas:
        _flat_line(
            pen, grid, np.array(area_outline(area, dish).exterior.coords), AREAS[area.colour]
        )
    _flat_line(pen, grid, circle(dish.centre_mm, dish.hub_radius_mm), HUB)
    for offset in (-_SIGMAS * mark.sigma_mm, _SIGMAS * mark.sigma_mm):
        _flat_line(pen, grid, circle(mark.settled_mm, radius_mm + offset), DOUBT)
    badge(pen, (26, 26), str(number), DOUBT)
    gap = "  ".join(f"{area} {gap_mm:.2f} mm" for area, gap_mm, _ in mark.close_calls)
    pen.rectangle([0, _INSET_PX - 30, _INSET_PX, _INSET_PX], fill=PAPER)
    pen.text((8, _INSET_PX - 27), gap, fill=DOUBT, font=font(19))
    pen.rectangle([0, 0, _INSET_PX - 1, _INSET_PX - 1], outline=FAINT)
    return image


def _flat_line(pen: ImageDraw.ImageDraw, grid: Grid, points_mm: Array, colour: Rgb) -> None:
    pixels = [(float(x), float(y)) for x, y in grid.to_px(points_mm)]
    pen.line([*pixels, pixels[0]], fill=colour, width=2, joint="curve")
