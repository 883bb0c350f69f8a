"""Find printed square markers in a picture (OpenCV's ArUco detector).

One threshold window with sub-pixel corners, as measured best at 2304 x 1296; the "Aruco3" mode
loses markers and corner refinements must never be mixed.  Looking is coarse to fine: the
picture at half size first, then the places of what is missing, the whole picture last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import sample

Gray = NDArray[np.uint8]
Corners = NDArray[np.float64]

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
        return [
            _refined(gray, marker.id, marker.corners_px * 2 + 0.5)
            for marker in found
            if marker.side_px > _SMALLEST_SIDE_PX
        ]

    def finely(self, gray: Gray) -> list[Marker]:
        """Markers found at double size: modules of less than 3 px merge at full size; slow."""
        double = cv2.resize(gray, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        found = _detect(self._detector, np.asarray(double, np.uint8))
        return [_refined(gray, marker.id, marker.corners_px / 2 - 0.25) for marker in found]

    def near(self, gray: Gray, expected: dict[int, Corners]) -> list[Marker]:
        """The expected markers (id to corners (4, 2) px) that lie there, give or take a little.

        Corners are refined from the expected ones; a marker counts when its printed pattern is
        found between them.
        """
        markers = [_refined(gray, tag_id, corners) for tag_id, corners in expected.items()]
        return [marker for marker in markers if self._shows_pattern(gray, marker)]

    def _shows_pattern(self, gray: Gray, marker: Marker) -> bool:
        """Whether the modules between the corners are those printed for this id."""
        pattern = self._pattern(marker.id)
        modules = len(pattern)
        square, middles = _modules(modules)
        to_image = cv2.getPerspectiveTransform(square, marker.corners_px.astype(np.float32))
        places = np.asarray(cv2.perspectiveTransform(middles, to_image), np.float32)
        seen = sample(gray, places).reshape(modules, modules)
        white, black = float(seen[pattern].mean()), float(seen[~pattern].mean())
        if white - black < _LEAST_CONTRAST:
            return False
        level = (white + black) / 2
        wrong = int(np.count_nonzero(np.where(pattern, seen < level, seen > level)))
        return wrong <= _MOST_WRONG_MODULES

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
    pairs = zip((int(i) for i in ids.ravel()), quads, strict=True)
    return [_refined(gray, tag_id, quad[0]) for tag_id, quad in pairs]


def _refined(gray: Gray, tag_id: int, corners_px: Corners) -> Marker:
    """Corners moved to where the grey edges meet; the window grows with the marker."""
    side = Marker(tag_id, np.asarray(corners_px, np.float64)).side_px
    reach = int(np.clip(side / 12, 2, 6))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.01)
    # An expected corner may lie just outside the picture, which the refinement does not take.
    edge = np.array(gray.shape[::-1]) - 1
    inside = np.clip(np.asarray(corners_px, np.float64), 0, edge)
    points = inside.astype(np.float32).reshape(-1, 1, 2)
    cv2.cornerSubPix(gray, points, (reach, reach), (-1, -1), criteria)
    return Marker(tag_id, np.asarray(points[:, 0], np.float64))
