"""Which colours the areas of a dish show in a photograph, compared with the description.

Colour is judged against the white of the markers in the same photograph, so that the lamp's
colour cancels; only the hue counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from companion.board import Board
from companion.describing.outlines import area_outline
from companion.flow import Frame
from vision.marker_art import marker_bits
from vision.markers import Marker
from vision.registration import FoundBoard

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEAST_SHARE = 0.35
# How long a piece of an outline may lack its colour just inside it: tokens lie there, too.
LONGEST_LACKING_MM = 45.0
LONGEST_LACKING_SHARE = 0.4
# How much of an outline may show its colour just outside it.
MOST_BEYOND_SHARE = 0.25
_BESIDE_MM = 2.5
_STEP_MM = 1.0
_WINDOW = 15  # points along an outline that are judged together
_LEAST_SATURATION = 0.2
_LEAST_BRIGHTNESS = 0.3  # of white; darker ground has no colour that counts
_HUES_DEG = {"red": (325.0, 385.0), "yellow": (25.0, 80.0), "blue": (170.0, 290.0)}


def colour_problems(board: Board, colours: SeenColours) -> Iterator[str]:
    """Areas of another colour than described, and areas that are described too large."""
    for index, area in enumerate(board.dish.areas):
        key, inside = f"dish.area[{index}]", _inside_of(board, index)
        shares = {name: float(colours.shows(name, inside).mean()) for name in _HUES_DEG}
        own = shares.pop(area.colour)
        other = max(shares, key=shares.__getitem__)
        if shares[other] > max(own, LEAST_SHARE):
            yield f"{key} is described as {area.colour} but looks {other}; correct it."
        elif own < LEAST_SHARE:
            yield (
                f"{key} is described as {area.colour}, but only {own:.0%} of it looks so;"
                " photograph the empty dish in white light, or correct the outline."
            )
        else:
            yield from _edge_problems(board, index, colours, own)


def _edge_problems(board: Board, index: int, colours: SeenColours, own: float) -> Iterator[str]:
    colour, line = board.dish.areas[index].colour, _line_beside(board, index, -_BESIDE_MM)
    if not len(line):
        return
    lacking = _smooth(colours.shows(colour, line)) < own / 2
    longest, middle = _longest_run(lacking)
    if longest * _STEP_MM > min(LONGEST_LACKING_MM, LONGEST_LACKING_SHARE * len(line) * _STEP_MM):
        x, y = line[middle]
        yield (
            f"dish.area[{index}] reaches past the {colour} in the picture near"
            f" [{x:.0f}, {y:.0f}] mm; compare its outline with the overlay and correct it."
        )


def colour_notes(board: Board, colours: SeenColours) -> Iterator[str]:
    """Areas whose colour goes on beyond the outline that is described."""
    for index, area in enumerate(board.dish.areas):
        line, inside = _line_beside(board, index, _BESIDE_MM), _inside_of(board, index)
        if not len(line) or colours.shows(area.colour, inside).mean() < LEAST_SHARE:
            continue
        # Darker ground of the same hue is the board round the area, not the area.
        bright = colours.brightness(line) > 0.7 * np.median(colours.brightness(inside))
        beyond = _smooth(bright & colours.shows(area.colour, line)) > 0.6
        if beyond.mean() > MOST_BEYOND_SHARE:
            x, y = line[_longest_run(beyond)[1]]
            yield (
                f"The {area.colour} of dish.area[{index}] goes on beyond the outline near"
                f" [{x:.0f}, {y:.0f}] mm."
            )


class SeenColours:
    """The colours of a photograph at places of the board, white being the markers' white."""

    def __init__(
        self, frame: Frame, found: FoundBoard, dictionary: str, markers: Sequence[Marker]
    ) -> None:
        self._frame, self._found = frame, found
        self._white = _marker_white(frame, dictionary, markers)

    def shows(self, colour: str, points_mm: Array) -> Flags:
        """Whether each board point (n, 2) shows `colour`; outside the picture nothing does."""
        hsv, inside = self._hsv(points_mm)
        low, high = _HUES_DEG[colour]
        in_hue = (hsv[:, 0] - low) % 360 <= high - low
        vivid = (hsv[:, 1] > _LEAST_SATURATION) & (hsv[:, 2] > _LEAST_BRIGHTNESS)
        return np.asarray(inside & vivid & in_hue)

    def brightness(self, points_mm: Array) -> Array:
        """How bright each board point (n, 2) is, white being 1."""
        return np.asarray(self._hsv(points_mm)[0][:, 2], np.float64)

    def _hsv(self, points_mm: Array) -> tuple[Array, Flags]:
        """Hue (degrees), saturation and value (0..1) per point (n, 3); which are in the picture."""
        points_px = self._found.project_mm(points_mm)
        inside = inside_picture(self._frame, points_px)
        columns, rows = np.where(inside[:, None], points_px, 0).astype(int).T
        balanced = np.clip(self._frame.image_bgr[rows, columns] / self._white, 0, 1)
        hsv = cv2.cvtColor(balanced[None].astype(np.float32), cv2.COLOR_BGR2HSV)[0]
        return np.asarray(hsv, np.float64), inside


def inside_picture(frame: Frame, points_px: Array) -> Flags:
    """Whether each picture point (n, 2) lies in the picture."""
    return np.asarray(((points_px >= 0) & (points_px < frame.size_wh)).all(axis=1))


def _hub(board: Board) -> shapely.Polygon:
    return shapely.Point(board.dish.centre_mm).buffer(board.dish.hub_radius_mm)


def _inside_of(board: Board, index: int) -> Array:
    """Points (n, 2) of a grid well inside an area, hub left out; at least one."""
    outline = area_outline(board.dish.areas[index], board.dish)
    shape = outline.difference(_hub(board)).buffer(-_BESIDE_MM)
    if shape.is_empty:
        shape = outline
    left, top, right, bottom = shape.bounds
    x, y = np.meshgrid(np.arange(left, right, _STEP_MM), np.arange(top, bottom, _STEP_MM))
    points = np.column_stack([x.ravel(), y.ravel()])
    points = points[shapely.contains_xy(shape, points[:, 0], points[:, 1])]
    some = shape.representative_point()
    return np.vstack([points, [[some.x, some.y]]])


def _line_beside(board: Board, index: int, beside_mm: float) -> Array:
    """Points (n, 2) along an area's outline, `beside_mm` outside it (negative: inside).

    The hub, and for points outside also areas of the same colour, are left out; may be empty.
    """
    areas, hub = board.dish.areas, _hub(board).buffer(2 * _BESIDE_MM)
    line = area_outline(areas[index], board.dish).buffer(beside_mm).boundary
    if line.is_empty:
        return np.empty((0, 2))
    count = max(1, int(line.length / _STEP_MM))
    places = [line.interpolate(step * _STEP_MM) for step in range(count)]
    points = np.array([(place.x, place.y) for place in places])
    kept = ~shapely.contains_xy(hub, points[:, 0], points[:, 1])
    for other, area in enumerate(areas):
        if beside_mm > 0 and other != index and area.colour == areas[index].colour:
            near = area_outline(area, board.dish).buffer(_BESIDE_MM)
            kept &= ~shapely.contains_xy(near, points[:, 0], points[:, 1])
    return np.asarray(points[kept], np.float64)


def _smooth(flags: Flags) -> Array:
    """The share of set flags in a window that slides along a closed line."""
    window = min(_WINDOW, len(flags))
    ring = np.concatenate([flags[-(window // 2) :] if window > 1 else flags[:0], flags, flags])
    share = np.convolve(ring.astype(np.float64), np.full(window, 1 / window), "valid")
    return np.asarray(share[: len(flags)], np.float64)


def _longest_run(flags: Flags) -> tuple[int, int]:
    """The length of the longest run of set flags, and the index of its middle."""
    best, start = (0, 0), 0
    for is_set, run in itertools.groupby(flags.tolist()):
        length = len(list(run))
        if is_set and length > best[0]:
            best = (length, start + length // 2)
        start += length
    return best


def _marker_white(frame: Frame, dictionary: str, markers: Sequence[Marker]) -> Array:
    """The brightness (B, G, R) of the markers' white modules, never below 1."""
    values = []
    for marker in markers:
        bits = marker_bits(dictionary, marker.id)
        side = len(bits)
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        to_px = cv2.getPerspectiveTransform(square, marker.corners_px.astype(np.float32))
        white = [
            (column + 0.5, row + 0.5)
            for row, column in itertools.product(range(side), repeat=2)
            if not bits[row][column]
        ]
        places = cv2.perspectiveTransform(np.array(white, np.float32).reshape(-1, 1, 2), to_px)
        columns, rows = places.reshape(-1, 2).astype(int).T
        height, width = frame.image_bgr.shape[:2]
        inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        values.append(frame.image_bgr[rows[inside], columns[inside]])
    return np.asarray(np.maximum(np.median(np.vstack(values), axis=0), 1.0), np.float64)
