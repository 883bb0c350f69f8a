"""How bright and how sharp a picture is, measured where that is known: at the markers."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Marker

Gray = NDArray[np.uint8]
_ENOUGH = 3  # markers that are looked at; they differ little


def white_level(gray: Gray, markers: Sequence[Marker]) -> float:
    """Grey level of the markers' white, the median over markers."""
    return float(
        np.median([np.percentile(_window(gray, marker)[::2, ::2], 90) for marker in markers])
    )


def blur_px(gray: Gray, markers: Sequence[Marker]) -> float:
    """Standard deviation in pixels of the blur of the markers' edges, the median over markers.

    A step of height h under Gaussian blur has its steepest slope at h / (sqrt(2 pi) sigma).
    """
    return float(np.median([_blur_of(_window(gray, marker)) for marker in markers[:_ENOUGH]]))


def _blur_of(window: Gray) -> float:
    low, high = np.percentile(window[::2, ::2], (8, 92))
    slope_x = cv2.Sobel(window, cv2.CV_32F, 1, 0, scale=0.125)
    slope_y = cv2.Sobel(window, cv2.CV_32F, 0, 1, scale=0.125)
    slopes = cv2.magnitude(slope_x, slope_y).ravel()
    steepest = float(np.partition(slopes, int(0.98 * len(slopes)))[int(0.98 * len(slopes))])
    return float((high - low) / (np.sqrt(2 * np.pi) * max(steepest, 0.1)))


def _window(gray: Gray, marker: Marker) -> Gray:
    low = np.floor(marker.corners_px.min(axis=0)).astype(int)
    high = np.ceil(marker.corners_px.max(axis=0)).astype(int)
    height, width = gray.shape
    x0, y0 = np.clip(low - 2, 0, (width - 4, height - 4)).tolist()
    x1, y1 = np.clip(high + 3, (x0 + 4, y0 + 4), (width, height)).tolist()
    return gray[y0:y1, x0:x1]
