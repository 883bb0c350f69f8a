"""What reading is measured against: OpenCV's ArUco detector with its default settings."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


class ArucoPass:
    """One full-frame pass of the default detector; OpenCV is held to one thread."""

    def __init__(self, dictionary: str) -> None:
        cv2.setNumThreads(1)
        table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        self._detector = cv2.aruco.ArucoDetector(table, cv2.aruco.DetectorParameters())

    def run(self, image_bgr: NDArray[np.uint8]) -> int:
        """Detect in a picture (height, width, 3) and say how many markers there were."""
        return len(self._detector.detectMarkers(image_bgr)[0])
