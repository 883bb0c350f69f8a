"""The description drawn over a photograph, so that a person sees whether the two agree."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, Marked
from companion.describing.outlines import area_outline
from companion.flow import Frame
from companion.places import PlaceBoard
from vision.registration import FoundBoard

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

_BGR: dict[str, Colour] = {"red": (60, 60, 255), "yellow": (0, 230, 255), "blue": (255, 140, 40)}
_LEAST_TYPE = 0.55  # of the usual size: smaller words can't be read
_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
_GREEN: Colour = (60, 220, 60)
_MAGENTA: Colour = (255, 60, 255)


def draw_description(frame: Frame, board: Board, found: FoundBoard) -> Picture:
    """A copy of the picture (height, width, 3) BGR uint8 with the description drawn over it.

    Green: markers with their ids and the board's edge.  Coloured: the areas with their names.
    White: target and hub.  Magenta: one token of the described size in the middle of each area.
    """
    pen = _Pen(frame, found)
    _draw_markers(pen, board)
    dish = board.dish
    for area in dish.areas:
        outline = area_outline(area, dish)
        for ring in (outline.exterior, *outline.interiors):
            pen.outline(_densely(ring.coords[:-1]), _BGR[area.colour])
        middle = outline.representative_point()
        pen.outline(_circle((middle.x, middle.y), board.tokens.radius_mm), _MAGENTA)
        pen.label(np.array([middle.x, middle.y]), area.colour, _BGR[area.colour])
    for radius_mm in (dish.target_radius_mm, dish.hub_radius_mm):
        pen.outline(_circle(dish.centre_mm, radius_mm), _WHITE)
    pen.label(np.array(dish.centre_mm), "hub", _WHITE)
    return pen.picture


def draw_places(frame: Frame, board: PlaceBoard, found: FoundBoard) -> Picture:
    """The same for a board with places.

    Green: markers with their ids and the board's edge.  White: every place with its name, and a
    tick in the direction in which an upright piece points.  Magenta: in each place the largest
    piece that may lie there, in its middle.
    """
    pen = _Pen(frame, found)
    _draw_markers(pen, board)
    families = {family.name: family for family in board.families}
    for place in board.places:
        outline = np.array(place.outline_mm)
        middle = outline.mean(axis=0)
        angle = np.radians(place.up_deg)
        up = np.array([np.sin(angle), -np.cos(angle)])
        pieces = [np.array(families[name].outline_mm) for name in place.families]
        largest = max(pieces, key=lambda piece: float(np.ptp(piece, axis=0).prod()))
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        pen.outline(largest @ turn + middle, _MAGENTA)
        pen.outline(_densely([(x, y) for x, y in outline]), _WHITE)
        reach = float(np.abs((outline - middle) @ up).max())
        pen.outline(np.array([middle + 0.75 * reach * up, middle + reach * up]), _WHITE)
        pen.label(middle, place.name, _WHITE, reach)
    return pen.picture


def _draw_markers(pen: _Pen, board: Marked) -> None:
    """Markers with their ids and first corners, and the board's edge."""
    width, height = board.size_mm
    pen.outline(_densely([(0, 0), (width, 0), (width, height), (0, height)]), _GREEN)
    for tag in board.tags:
        pen.outline(np.array(tag.corners_mm), _GREEN)
        pen.label(np.mean(tag.corners_mm, axis=0), str(tag.id), _GREEN)
        pen.dot(np.array(tag.corners_mm[0]), _GREEN)


class _Pen:
    """Draws board millimetres onto a copy of a picture, with lines that suit its size."""

    def __init__(self, frame: Frame, found: FoundBoard) -> None:
        self.picture = frame.image_bgr.copy()
        self._found = found
        self._thick = max(1, round(max(frame.size_wh) / 1200))

    def outline(self, points_mm: Array, colour: Colour) -> None:
        """A closed line through points (n, 2), dark underneath so that it shows on any ground."""
        pixels = [self._pixels(points_mm).round().astype(np.int32)]
        cv2.polylines(self.picture, pixels, True, _BLACK, self._thick + 2, cv2.LINE_AA)
        cv2.polylines(self.picture, pixels, True, colour, self._thick, cv2.LINE_AA)

    def dot(self, point_mm: Array, colour: Colour) -> None:
        """A filled dot, such as on a marker's first corner."""
        x, y = self._pixels(point_mm[None])[0].round().astype(int).tolist()
        cv2.circle(self.picture, (x, y), 4 * self._thick, colour, cv2.FILLED, cv2.LINE_AA)

    def label(
        self, point_mm: Array, words: str, colour: Colour, room_mm: float | None = None
    ) -> None:
        """Words centred on a board point, small enough for `room_mm` to each side."""
        scale, font = 0.6 * self._thick, cv2.FONT_HERSHEY_SIMPLEX
        (width, height), _ = cv2.getTextSize(words, font, scale, self._thick)
        if room_mm is not None:
            ends = self._pixels(np.array([point_mm, np.add(point_mm, (room_mm, 0.0))]))
            room_px = 2 * float(np.linalg.norm(ends[1] - ends[0]))
            scale *= float(np.clip(room_px / width, _LEAST_TYPE, 1.0))
            (width, height), _ = cv2.getTextSize(words, font, scale, self._thick)
        x, y = self._pixels(point_mm[None])[0]
        at = (round(float(x)) - width // 2, round(float(y)) + height // 2)
        edge = self._thick + (3 if room_mm is None else 2)
        cv2.putText(self.picture, words, at, font, scale, _BLACK, edge, cv2.LINE_AA)
        cv2.putText(self.picture, words, at, font, scale, colour, self._thick, cv2.LINE_AA)

    def _pixels(self, points_mm: Array) -> Array:
        """Picture pixels, kept within what the drawing routines can take."""
        return np.clip(self._found.project_mm(points_mm), -1e5, 1e5)


def _circle(centre_mm: tuple[float, float], radius_mm: float) -> Array:
    angle = np.radians(np.arange(0, 360, 2))
    return np.column_stack([np.sin(angle), -np.cos(angle)]) * radius_mm + centre_mm


def _densely(corners_mm: list[tuple[float, float]], step_mm: float = 5.0) -> Array:
    """The closed line through the corners with points every few mm: a lens bends straight lines."""
    points = np.array(corners_mm, np.float64)
    pieces = []
    for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
        count = max(1, int(np.ceil(np.linalg.norm(end - start) / step_mm)))
        pieces.append(start + (end - start) * (np.arange(count) / count)[:, None])
    return np.vstack(pieces)
