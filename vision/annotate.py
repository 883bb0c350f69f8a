"""The photograph with the verdict drawn over it, so that two people agree on seeing it.

Left the dish as photographed: areas and hub outlined, every token's footprint on the board, the
slide into the target, a number.  Right what each token is, touches and gives.  Below it, for
every close call, the spot flattened and enlarged, with the band in which the token's rim lies
999 times in 1000.
Returns new pictures; the frame is never drawn on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.board import Board, PointMm
from companion.flow import Frame
from companion.outlines import area_outline
from vision.rectify import Grid, flatten
from vision.registration import FoundBoard

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rgb = tuple[int, int, int]

_HEIGHT_PX = 1240
_PANEL_PX = 760
_INSET_PX = 300
_INSET_RADII = 1.5  # half the side of an inset, in token radii
_PAPER: Rgb = (16, 20, 38)
_INK: Rgb = (236, 238, 246)
_FAINT: Rgb = (158, 166, 190)
_SURE: Rgb = (255, 255, 255)
_DOUBT: Rgb = (255, 176, 46)
_HUB: Rgb = (235, 235, 235)
_AREAS: dict[str, Rgb] = {
    "red": (255, 96, 96),
    "yellow": (255, 226, 90),
    "blue": (104, 172, 255),
    "hub": _HUB,
}
_SIGMAS = 3.09


@dataclass(frozen=True, slots=True)
class TossMark:
    """One judged token to draw.

    `touches` are (area, depth mm, sure), `close_calls` (area, gap mm, likely touching); `note`
    says what keeps the kind from being told.
    """

    kind: str | None
    centre_mm: PointMm
    settled_mm: PointMm
    outside: bool
    level: int
    sigma_mm: float
    touches: tuple[tuple[str, float, bool], ...]
    light: tuple[str, ...]
    close_calls: tuple[tuple[str, float, bool], ...]
    note: str = ""

    @property
    def certain(self) -> bool:
        """Whether kind and Light are beyond doubt."""
        return self.kind is not None and not self.close_calls


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
    panel = _panel(headline, problems, marks, photo.image.height)
    insets = _insets(frame, board, found, marks)
    width = photo.image.width + _PANEL_PX
    rows = -(-len(insets) // max(1, width // _INSET_PX))
    sheet = Image.new("RGB", (width, photo.image.height + rows * _INSET_PX), _PAPER)
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

    def draw_areas(self) -> None:
        """The areas in their colours, the hub, the target's edge."""
        dish = self._board.dish
        for area in dish.areas:
            inner = area_outline(area, dish).buffer(-0.8)
            for part in getattr(inner, "geoms", [inner]):
                if not part.is_empty:
                    points = np.array(part.exterior.coords)[:-1]
                    self._outline(points, 0.0, _AREAS[area.colour], 2)
        self._outline(_circle(dish.centre_mm, dish.hub_radius_mm), 0.0, _HUB, 2)
        self._outline(_circle(dish.centre_mm, dish.target_radius_mm), 0.0, _HUB, 2)

    def draw_mark(self, number: int, mark: TossMark, others: Sequence[TossMark]) -> None:
        """The footprint on the board, the slide if there is one, and the number."""
        radius_mm = self._board.tokens.radius_mm
        thickness_mm = self._board.tokens.thickness_mm
        colour = _SURE if mark.certain else _DOUBT
        ring = _circle(mark.centre_mm, radius_mm)
        self._outline(ring, 0.0, _PAPER, 6)
        self._outline(ring, 0.0, colour, 3)
        if mark.outside:
            self._outline(_circle(mark.settled_mm, radius_mm), 0.0, _DOUBT, 2)
            self._arrow(mark.centre_mm, mark.settled_mm)
        place_mm = np.array(mark.centre_mm) + 1.15 * radius_mm * _clear_side(mark, others)
        place = self._pixels([place_mm], thickness_mm * (mark.level + 1))[0]
        _badge(self._pen, place, str(number), colour)

    def _arrow(self, start_mm: PointMm, end_mm: PointMm) -> None:
        start, end = (np.array(p) for p in self._pixels([start_mm, end_mm], 0.0))
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        across = np.array([-along[1], along[0]])
        self._pen.line([tuple(start), tuple(end)], fill=_DOUBT, width=4)
        size = min(16.0, 0.6 * float(np.linalg.norm(end - start)))
        if size < 5:
            return
        tip = [end, end - size * (along + across / 2), end - size * (along - across / 2)]
        self._pen.polygon([tuple(corner) for corner in tip], fill=_DOUBT)


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


def _panel(
    headline: str, problems: Sequence[str], marks: Sequence[TossMark], height_px: int
) -> Image.Image:
    panel = Image.new("RGB", (_PANEL_PX, height_px), _PAPER)
    pen = ImageDraw.Draw(panel)
    y = 24.0
    pen.text((28, y), headline, fill=_INK, font=_font(34))
    y += 56
    for problem in problems:
        for line in _wrapped(problem, 62):
            pen.text((28, y), line, fill=_DOUBT, font=_font(21))
            y += 28
        y += 6
    # Thirteen tokens must fit: the rows share what is left.
    row_px = min(84.0, (height_px - y - 10) / max(1, len(marks)))
    size = 22 if row_px > 70 else 18
    for number, mark in enumerate(marks, 1):
        _row(pen, y, size, number, mark)
        y += row_px
    return panel


def _row(pen: ImageDraw.ImageDraw, y: float, size: int, number: int, mark: TossMark) -> None:
    _badge(pen, (46, y + 26), str(number), _SURE if mark.certain else _DOUBT)
    kind = mark.kind or "kind unknown"
    where = " on another" if mark.level else ""
    slide = ", slid inside" if mark.outside else ""
    title = f"{kind}{where}{slide}   \u00b1{mark.sigma_mm:.2f} mm"
    pen.text((84, y), title, fill=_INK, font=_font(size + 2))
    x = 84.0
    for area, depth_mm, sure in mark.touches:
        words = f"{area} {depth_mm:.1f} mm{'' if sure else '?'}"
        pen.text((x, y + size + 8), words, fill=_AREAS[area], font=_font(size - 2))
        x += pen.textlength(words, font=_font(size - 2)) + 18
    if not mark.touches:
        pen.text((x, y + size + 8), "touches no area", fill=_FAINT, font=_font(size - 2))
        x += 170
    light = ", ".join(mark.light) or "no Light"
    pen.text((x, y + size + 8), f"gives {light}", fill=_INK, font=_font(size - 2))
    doubt = [
        f"{area}: {gap_mm:.2f} mm {'inside' if touching else 'short'}, too close to call"
        for area, gap_mm, touching in mark.close_calls
    ]
    doubt += [mark.note] if mark.note else []
    if doubt:
        pen.text((84, y + 2 * size + 12), "; ".join(doubt), fill=_DOUBT, font=_font(size - 4))


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
            pen, grid, np.array(area_outline(area, dish).exterior.coords), _AREAS[area.colour]
        )
    _flat_line(pen, grid, _circle(dish.centre_mm, dish.hub_radius_mm), _HUB)
    for offset in (-_SIGMAS * mark.sigma_mm, _SIGMAS * mark.sigma_mm):
        _flat_line(pen, grid, _circle(mark.settled_mm, radius_mm + offset), _DOUBT)
    _badge(pen, (26, 26), str(number), _DOUBT)
    gap = "  ".join(f"{area} {gap_mm:.2f} mm" for area, gap_mm, _ in mark.close_calls)
    pen.rectangle([0, _INSET_PX - 30, _INSET_PX, _INSET_PX], fill=_PAPER)
    pen.text((8, _INSET_PX - 27), gap, fill=_DOUBT, font=_font(19))
    pen.rectangle([0, 0, _INSET_PX - 1, _INSET_PX - 1], outline=_FAINT)
    return image


def _flat_line(pen: ImageDraw.ImageDraw, grid: Grid, points_mm: Array, colour: Rgb) -> None:
    pixels = [(float(x), float(y)) for x, y in grid.to_px(points_mm)]
    pen.line([*pixels, pixels[0]], fill=colour, width=2, joint="curve")


def _badge(pen: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, colour: Rgb) -> None:
    x, y = centre
    pen.ellipse([x - 19, y - 19, x + 19, y + 19], fill=_PAPER)
    pen.ellipse([x - 17, y - 17, x + 17, y + 17], fill=colour)
    pen.text((x, y), words, fill=_PAPER, font=_font(23), anchor="mm")


def _circle(centre_mm: PointMm, radius_mm: float) -> Array:
    angle = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(np.array(centre_mm) + radius_mm * ring, np.float64)


def _wrapped(sentence: str, columns: int) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _font(size_px: int) -> Any:
    return ImageFont.load_default(size_px)
