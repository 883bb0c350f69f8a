"""Where pieces come to lie on pages: rows of equal outlines, neighbours as close as they may be.

Pieces with the same outline share rows; every second row is moved by half a place when that lets
rows of hexes or discs come closer.  Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.board import PointMm
from companion.printing.page_frame import Window

T = TypeVar("T")
Outline = tuple[PointMm, ...]


@dataclass(frozen=True, slots=True)
class Item(Generic[T]):
    """Something to lay out: what it is, its outline round its middle, the room round it."""

    what: T
    outline_mm: Outline
    gap_mm: float


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """An item on a page: its middle in page mm, turned clockwise by 0 or 90 degrees."""

    item: Item[T]
    middle_mm: PointMm
    angle_deg: float

    @property
    def outline_mm(self) -> Outline:
        """The outline where it lies, in page mm."""
        x, y = self.middle_mm
        return tuple((x + a, y + b) for a, b in _turned(self.item.outline_mm, self.angle_deg))


class TooLargeError(Exception):
    """An item that does not fit the window, whichever way it is turned."""

    def __init__(self, item: Item[Any]) -> None:
        super().__init__(item)
        self.item = item


@dataclass(frozen=True, slots=True)
class _Grid:
    """How equal outlines repeat: pitches, shift of odd rows, reach of one outline."""

    angle_deg: float
    pitch_x: float
    pitch_y: float
    shift: float
    box: tuple[float, float, float, float]  # left, top, right, bottom round the middle

    def columns(self, window: Window, odd: bool) -> int:
        """How many lie side by side in a row."""
        room = window.width - (self.box[2] - self.box[0]) - (self.shift if odd else 0.0)
        return math.floor(room / self.pitch_x + 1e-9) + 1 if room >= -1e-9 else 0


def pack(items: Sequence[Item[T]], window: Window) -> list[list[Placed[T]]]:
    """The items on as few pages as rows allow, in order of their outlines' first appearance.

    Raises TooLargeError for an item that fits no page.
    """
    groups: dict[tuple[Outline, float], list[Item[T]]] = {}
    for item in items:
        groups.setdefault((item.outline_mm, item.gap_mm), []).append(item)
    pages: list[list[Placed[T]]] = []
    bottom = math.inf  # of what lies on the last page, with its gap
    for (outline, gap), members in groups.items():
        grid = _best_grid(outline, gap, window)
        if grid is None:
            raise TooLargeError(members[0])
        waiting = list(members)
        while waiting:
            top = max(bottom, window.top)
            if top + grid.box[3] - grid.box[1] > window.top + window.height + 1e-9:
                pages.append([])
                top = window.top
            rows, bottom = _fill(waiting, grid, window, top, gap)
            pages[-1] += rows
    return pages


def _fill(
    waiting: list[Item[T]], grid: _Grid, window: Window, top: float, gap: float
) -> tuple[list[Placed[T]], float]:
    """Rows from `top` to the end of the page or of `waiting`, which is emptied on the way."""
    left, box = window.left, grid.box
    height = box[3] - box[1]
    placed: list[Placed[T]] = []
    row, bottom = 0, top
    while waiting and top + row * grid.pitch_y + height <= window.top + window.height + 1e-9:
        odd = row % 2 == 1
        x0 = left - box[0] + (grid.shift if odd else 0.0)
        y = top - box[1] + row * grid.pitch_y
        for column in range(min(grid.columns(window, odd), len(waiting))):
            middle = (x0 + column * grid.pitch_x, y)
            placed.append(Placed(waiting.pop(0), middle, grid.angle_deg))
        bottom = top + row * grid.pitch_y + height + gap
        row += 1
    return placed, bottom


def _best_grid(outline: Outline, gap: float, window: Window) -> _Grid | None:
    """The grid with most places on an empty page, upright when turning gains nothing."""
    best: tuple[int, _Grid] | None = None
    for angle in (0.0, 90.0):
        for grid in _grids(_turned(outline, angle), gap, angle):
            places = _places(grid, window)
            if places and (best is None or places > best[0]):
                best = (places, grid)
    return best[1] if best else None


def _grids(outline: Outline, gap: float, angle: float) -> list[_Grid]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    box = (min(xs), min(ys), max(xs), max(ys))
    pitch_x, pitch_y = box[2] - box[0] + gap, box[3] - box[1] + gap
    straight = _Grid(angle, pitch_x, pitch_y, 0.0, box)
    closest = _closest_row(outline, gap, pitch_x, pitch_y)
    return [straight, _Grid(angle, pitch_x, closest, pitch_x / 2, box)]


def _places(grid: _Grid, window: Window) -> int:
    height = grid.box[3] - grid.box[1]
    if height > window.height + 1e-9:
        return 0
    rows = math.floor((window.height - height) / grid.pitch_y + 1e-9) + 1
    odd = rows // 2
    return (rows - odd) * grid.columns(window, False) + odd * grid.columns(window, True)


def _closest_row(outline: Outline, gap: float, pitch_x: float, pitch_y: float) -> float:
    """The least pitch of rows that are shifted by half a place, at which outlines keep the gap.

    At half of `pitch_y` or more, so that no row can reach the row after the next.
    """
    hull = _hull(outline)
    low, high = pitch_y / 2, pitch_y
    for _ in range(24):
        middle = (low + high) / 2
        if min(_distance(hull, (side * pitch_x / 2, middle)) for side in (-1, 1)) >= gap:
            high = middle
        else:
            low = middle
    return high


def _distance(hull: Sequence[PointMm], shift: PointMm) -> float:
    """A lower bound of the distance of a convex outline and its shifted copy: the widest
    separating strip across an edge or across a line from corner to corner.
    """
    moved = [(x + shift[0], y + shift[1]) for x, y in hull]
    length = math.hypot(*shift)
    normals = [(shift[0] / length, shift[1] / length)]
    for (x0, y0), (x1, y1) in zip(hull, (*hull[1:], hull[0]), strict=True):
        edge = math.hypot(x1 - x0, y1 - y0)
        if edge > 0:
            normals.append(((y1 - y0) / edge, (x0 - x1) / edge))
    best = -math.inf
    for nx, ny in normals:
        mine = [x * nx + y * ny for x, y in hull]
        theirs = [x * nx + y * ny for x, y in moved]
        best = max(best, min(theirs) - max(mine), min(mine) - max(theirs))
    return best


def _hull(points: Sequence[PointMm]) -> list[PointMm]:
    """The convex hull, in order."""
    ordered = sorted(set(points))

    def half(run: Sequence[PointMm]) -> list[PointMm]:
        kept: list[PointMm] = []
        for x, y in run:
            while len(kept) > 1 and _left_turn(kept[-2], kept[-1], (x, y)) <= 0:
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return half(ordered) + half(ordered[::-1])


def _left_turn(a: PointMm, b: PointMm, c: PointMm) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _turned(outline: Outline, angle_deg: float) -> Outline:
    return tuple((-y, x) for x, y in outline) if angle_deg == 90.0 else outline
