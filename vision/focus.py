"""How bright and how sharp a picture is, measured where that is known: at the markers."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Marker

Gray = NDArray[np.uint8]
_ENOUGH = 3  # markers whose edges are looked at; they differ little


def white_level(gray: Gray, markers: Sequence[Marker]) -> float:
    """Grey level of the markers' white, the median over markers."""
    return median(_levels(_window(gray, marker), (90.0,))[0] for marker in markers)


def blur_px(gray: Gray, markers: Sequence[Marker]) -> float:
    """Standard deviation in pixels of the blur of the markers' edges, the median over markers.

    A step of height h under Gaussian blur has its steepest slope at h / (sqrt(2 pi) sigma).
    """
    return median(_blur_of(_window(gray, marker)) for marker in markers[:_ENOUGH])


def _blur_of(window: Gray) -> float:
    low, high = _levels(window, (8.0, 92.0))
    slope_x = cv2.Sobel(window, cv2.CV_32F, 1, 0, scale=0.125)
    slope_y = cv2.Sobel(window, cv2.CV_32F, 0, 1, scale=0.125)
    slopes = cv2.magnitude(slope_x, slope_y).ravel()
    rank = int(0.98 * len(slopes))
    steepest = float(np.partition(slopes, rank)[rank])
    return float((high - low) / (np.sqrt(2 * np.pi) * max(steepest, 0.1)))


def _levels(window: Gray, per_cent: Sequence[float]) -> list[float]:
    """Grey levels that these shares of a window's pixels stay below; every fourth is looked at."""
    values = window[::2, ::2].ravel()
    ranks = [int(share / 100 * (values.size - 1)) for share in per_cent]
    return [float(level) for level in np.partition(values, ranks)[ranks]]


def _window(gray: Gray, marker: Marker) -> Gray:
    left, top, right, bottom = marker.bounds_px
    height, width = gray.shape
    x0, y0 = min(max(left - 2, 0), width - 4), min(max(top - 2, 0), height - 4)
    return gray[y0 : max(bottom + 3, y0 + 4), x0 : max(right + 3, x0 + 4)]
