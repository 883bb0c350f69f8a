"""One picture of the calibration sheet: its corners, or a sentence about why it is of no use."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.calibrating.sheet import CalibrationSheet
from companion.errors import InputError
from companion.flow import Sentence

Array = NDArray[np.float64]
Gray = NDArray[np.uint8]

FEWEST_CORNERS = 12
# Before the lens is known: a camera as in vision.pose, good enough to tell a lean from none.
GUESSED_FOCAL = 0.77  # picture widths
_LEAST_SPREAD = 0.04  # of the picture's longer side: corners on one line tell nothing
_BLURRED_PX = 0.0022  # of the longer side: standard deviation of an edge's blur
_LEANING_DEG = 12.0


class NoView(InputError):
    """A picture that calibrates nothing; the sentence says why."""


@dataclass(frozen=True, slots=True)
class View:
    """The sheet as one picture shows it.

    `ids` (n,) are corner numbers of the sheet, `corners_px` (n, 2) where they are seen.  `lean`
    is how the sheet leans to the camera by a guessed lens: `flat`, or the side of the picture
    (`left`, `right`, `top`, `bottom`) that is nearer.  `share` is how much of the picture the
    seen corners span (0..1).
    """

    name: str
    size_wh: tuple[int, int]
    ids: NDArray[np.int64]
    corners_px: Array
    lean: str
    share: float

    def at_size(self, size_wh: tuple[int, int]) -> View:
        """The same in a picture of another size of the same shape."""
        if size_wh == self.size_wh:
            return self
        scale = np.array(size_wh) / self.size_wh
        corners_px = (self.corners_px + 0.5) * scale - 0.5
        return replace(self, size_wh=size_wh, corners_px=corners_px)


class SheetFinder:
    """Finds the corners of a calibration sheet in grey pictures."""

    def __init__(self, sheet: CalibrationSheet) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, sheet.dictionary))
        self.board = cv2.aruco.CharucoBoard(
            (sheet.columns, sheet.rows), sheet.square_mm, sheet.marker_mm, dictionary
        )
        self.corners_mm = np.asarray(self.board.getChessboardCorners(), np.float64)[:, :2]
        self._detector = cv2.aruco.CharucoDetector(self.board)

    def find(self, gray: Gray, name: str) -> View:
        """The sheet in a picture (height, width) uint8.  Raises NoView with one sentence."""
        corners, ids, _, _ = self._detector.detectBoard(gray)
        found = 0 if ids is None else len(ids)
        if not found:
            raise NoView(
                Sentence(
                    "calibration_no_sheet",
                    "{name}: no calibration sheet is seen; print it by `companion markers "
                    "--charuco` and show it whole, flat and well lit.",
                    name=name,
                )
            )
        height, width = gray.shape
        corners_px = np.asarray(corners, np.float64).reshape(-1, 2)
        thin = np.linalg.svd(corners_px - corners_px.mean(axis=0), compute_uv=False)[-1]
        spread = float(thin) / math.sqrt(found) / max(width, height)
        if found < FEWEST_CORNERS or spread < _LEAST_SPREAD / 2:
            raise NoView(
                Sentence(
                    "calibration_few_corners",
                    "{name}: only {found} corners of the sheet are seen, at least {fewest} across "
                    "it are needed; uncover it, bring it nearer, light it evenly.",
                    name=name,
                    found=str(found),
                    fewest=str(FEWEST_CORNERS),
                )
            )
        if edge_blur_px(gray, corners_px) > _BLURRED_PX * max(width, height):
            raise NoView(
                Sentence(
                    "calibration_blurred",
                    "{name}: the sheet is blurred; hold it still, let the camera focus, give it "
                    "more light.",
                    name=name,
                )
            )
        numbers = np.asarray(ids, np.int64).ravel()
        lean = _lean(self.corners_mm[numbers], corners_px, (width, height))
        return View(name, (width, height), numbers, corners_px, lean, _share(corners_px, gray))


def edge_blur_px(gray: Gray, corners_px: Array) -> float:
    """Standard deviation of the blur of the chessboard's edges around its corners (median).

    An edge between black and white with a Gaussian blur has its steepest slope at
    contrast / (sigma * sqrt(2 pi)).
    """
    reach = max(6, round(max(gray.shape) * 0.004))
    blurs = []
    for x, y in np.round(corners_px).astype(int):
        patch = gray[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
        if min(patch.shape) < reach:
            continue
        patch32 = patch.astype(np.float32)
        low, high = np.percentile(patch32, (8, 92))
        slopes = np.hypot(
            cv2.Sobel(patch32, -1, 1, 0, scale=1 / 8), cv2.Sobel(patch32, -1, 0, 1, scale=1 / 8)
        )
        steepest = float(np.percentile(slopes, 97))
        if high - low > 20 and steepest > 0:
            blurs.append((high - low) / (steepest * math.sqrt(2 * math.pi)))
    return float(np.median(blurs)) if blurs else 0.0


def guessed_matrix(size_wh: tuple[int, int]) -> Array:
    """A pinhole matrix for a camera that nobody has calibrated."""
    focal = GUESSED_FOCAL * max(size_wh)
    return np.array(
        [[focal, 0, (size_wh[0] - 1) / 2], [0, focal, (size_wh[1] - 1) / 2], [0, 0, 1.0]]
    )


def _lean(corners_mm: Array, corners_px: Array, size_wh: tuple[int, int]) -> str:
    """To which side of the picture the sheet comes nearer, `flat` when to none.

    Judged by the sheet's normal against the ray to its middle, so that a flat sheet in a corner
    of the picture stays flat.
    """
    solid = np.column_stack([corners_mm, np.zeros(len(corners_mm))])
    matrix = guessed_matrix(size_wh)
    found, rotation, _ = cv2.solvePnP(
        solid, corners_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return "flat"
    normal = cv2.Rodrigues(rotation)[0][:, 2]
    away = normal if normal[2] > 0 else -normal
    if math.degrees(math.acos(min(1.0, float(away[2])))) < _LEANING_DEG:
        return "flat"
    # The normal points away from the camera; where it points sideways, that side is nearer.
    x, y = float(away[0]), float(away[1])
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "bottom" if y > 0 else "top"


def _share(corners_px: Array, gray: Gray) -> float:
    hull = cv2.convexHull(corners_px.astype(np.float32))
    return float(cv2.contourArea(hull)) / gray.size
