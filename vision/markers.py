"""Find printed square markers in a picture (OpenCV's ArUco detector).

One threshold window with sub-pixel corners, as measured best at 2304 x 1296; the "Aruco3" mode
loses markers and corner refinements must never be mixed.  Looking is coarse to fine: the
picture at half size first, then the places of what is missing, the whole picture last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import sample

Gray = NDArray[np.uint8]
Corners = NDArray[np.float64]

MOST_REACH_PX = 6  # of the window around a corner that is refined, to either side
_THRESHOLD_WINDOW_PX = 23
_STILL_PX = 0.15
_LEAST_CONTRAST = 18.0  # grey levels between a marker's black and white
_MOST_WRONG_MODULES = 1
_SMALLEST_SIDE_PX = 14.0  # of a marker at half size: six modules of 2.3 px
_LEAST_ROUND = 0.02  # of the picture's longer side: the length of a marker's outline
_FOREIGN = ("DICT_4X4_50", "DICT_5X5_50", "DICT_6X6_50", "DICT_7X7_50", "DICT_APRILTAG_36h11")


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker seen: its id and its corners (4, 2) px, top-left first, clockwise as printed."""

    id: int
    corners_px: Corners

    @property
    def side_px(self) -> float:
        """Mean length of the four sides in pixels."""
        return float(
            np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean()
        )

    @property
    def bounds_px(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the whole pixels around the corners."""
        left, top = self.corners_px.min(axis=0).tolist()
        right, bottom = self.corners_px.max(axis=0).tolist()
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


class MarkerFinder:
    """Finds the markers of one dictionary; `dictionary` is OpenCV's name, such as DICT_4X4_50."""

    def __init__(self, dictionary: str) -> None:
        self.dictionary = dictionary
        self._detector = _detector(dictionary)
        self._patterns: dict[int, NDArray[np.bool_]] = {}

    def everywhere(self, gray: Gray) -> list[Marker]:
        """All markers of the dictionary in a grey picture (height, width) uint8."""
        return _detect(self._detector, gray)

    def coarse(self, gray: Gray) -> list[Marker]:
        """Markers found at half size, their corners refined at full size; quick."""
        half = cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        found = _detect(self._detector, np.asarray(half, np.uint8))
        large = [marker for marker in found if marker.side_px > _SMALLEST_SIDE_PX]
        return _refined(gray, [Marker(m.id, m.corners_px * 2 + 0.5) for m in large])

    def finely(self, gray: Gray) -> list[Marker]:
        """Markers found at double size: modules of less than 3 px merge at full size; slow."""
        double = cv2.resize(gray, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        found = _detect(self._detector, np.asarray(double, np.uint8))
        return _refined(gray, [Marker(m.id, m.corners_px / 2 - 0.25) for m in found])

    def near(self, gray: Gray, expected: dict[int, Corners]) -> list[Marker]:
        """The expected markers (id to corners (4, 2) px) that lie there, give or take a little.

        Corners are refined from the expected ones; a marker counts when its printed pattern is
        found between them.
        """
        markers = _refined(gray, [Marker(tag_id, at) for tag_id, at in expected.items()])
        return self._showing_patterns(gray, markers) if markers else []

    def _showing_patterns(self, gray: Gray, markers: Sequence[Marker]) -> list[Marker]:
        """Those of the markers between whose corners the modules are as printed for their ids."""
        white = np.array([self._pattern(marker.id).ravel() for marker in markers])
        places = np.array(
            [_middles_px(marker, len(self._pattern(marker.id))) for marker in markers]
        )
        seen = sample(gray, places).astype(np.float32)
        lit = white.astype(np.float32)
        light, dark = _means(seen, lit), _means(seen, 1 - lit)
        level = (light + dark)[:, None] / 2
        wrong = np.count_nonzero(np.where(white, seen < level, seen > level), axis=1)
        good = (light - dark >= _LEAST_CONTRAST) & (wrong <= _MOST_WRONG_MODULES)
        return [marker for marker, shows in zip(markers, good.tolist(), strict=True) if shows]

    def _pattern(self, tag_id: int) -> NDArray[np.bool_]:
        if tag_id not in self._patterns:
            self._patterns[tag_id] = _printed(self.dictionary, tag_id)
        return self._patterns[tag_id]


def stood_still(before: Sequence[Marker], now: Sequence[Marker]) -> bool:
    """Whether nothing moved but noise: then the earlier pose is as good, and its maps remain."""
    earlier = {marker.id: marker.corners_px for marker in before}
    moved = np.array([marker.corners_px - earlier[marker.id] for marker in now])
    return bool(
        np.sqrt((moved**2).mean()) < _STILL_PX and np.abs(moved.mean(axis=1)).max() < _STILL_PX
    )


def foreign_dictionary(gray: Gray, own: str) -> str | None:
    """The name of another common dictionary whose markers are in the picture, if any."""
    for name in _FOREIGN:
        if name != own and len(_detect(_detector(name), gray)) >= 3:
            return name
    return None


@cache
def _modules(across: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The corners (4, 2) of a marker so many modules wide, and their middles (n, 1, 2)."""
    square = np.array([[0, 0], [across, 0], [across, across], [0, across]], np.float32)
    middles = np.stack(np.meshgrid(np.arange(across), np.arange(across)), axis=-1) + 0.5
    return square, middles.reshape(-1, 1, 2).astype(np.float32)


def _middles_px(marker: Marker, across: int) -> NDArray[np.float32]:
    """Where in the picture the middles (n, 2) of a marker's modules are, row by row."""
    square, middles = _modules(across)
    to_image = cv2.getPerspectiveTransform(square, marker.corners_px.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(middles, to_image)[:, 0], np.float32)


def _means(values: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The weighted mean (n,) of each row of values (n, m)."""
    return np.asarray((values * weights).sum(axis=1) / weights.sum(axis=1))


def _printed(dictionary: str, tag_id: int) -> NDArray[np.bool_]:
    """Modules of a marker with its black border, True where white."""
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    modules = table.markerSize + 2
    image = cv2.aruco.generateImageMarker(table, tag_id, modules, borderBits=1)
    return np.asarray(image > 127)


def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    number = getattr(cv2.aruco, dictionary)
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = _THRESHOLD_WINDOW_PX
    parameters.adaptiveThreshWinSizeMax = _THRESHOLD_WINDOW_PX
    parameters.minMarkerPerimeterRate = _LEAST_ROUND
    # Small or blurred markers are lost at the default of four: modules then bleed into each other.
    parameters.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(number), parameters)


def _detect(detector: cv2.aruco.ArucoDetector, gray: Gray) -> list[Marker]:
    quads, ids, _ = detector.detectMarkers(gray)
    if ids is None:
        return []
    pairs = zip(map(int, ids.ravel()), quads, strict=True)
    return _refined(gray, [Marker(tag_id, quad[0]) for tag_id, quad in pairs])


def _refined(gray: Gray, rough: Sequence[Marker]) -> list[Marker]:
    """Corners moved to where the grey edges meet; the window grows with the marker."""
    if not rough:
        return []
    corners_px = np.array([marker.corners_px for marker in rough], np.float64)
    sides_px = np.hypot(*(corners_px - corners_px[:, (3, 0, 1, 2)]).transpose(2, 0, 1)).mean(axis=1)
    reaches_px = [int(min(max(side_px / 12, 2), MOST_REACH_PX)) for side_px in sides_px.tolist()]
    # An expected corner may lie just outside the picture, which the refinement does not take.
    edge = np.array(gray.shape[::-1]) - 1
    points = corners_px.clip(0, edge).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.01)
    for reach_px in set(reaches_px):
        alike = [row for row, reach in enumerate(reaches_px) if reach == reach_px]
        some = points[alike].reshape(-1, 1, 2)
        cv2.cornerSubPix(gray, some, (reach_px, reach_px), (-1, -1), criteria)
        points[alike] = some.reshape(-1, 4, 2)
    exact_px = points.astype(np.float64)
    return [Marker(marker.id, each) for marker, each in zip(rough, exact_px, strict=True)]
