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


class StillCamera:
    """JPEG pictures of one scene in which only the noise differs, as a webcam sends them.

    OpenCV is held to one thread.
    """

    _QUALITY = 92
    _PICTURES = 5  # shown in turn
    _NOISE_LEVELS = 3.0

    def __init__(self, image_bgr: NDArray[np.uint8], seed: int = 1) -> None:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(seed)
        self._jpegs = [self._encoded(image_bgr, rng) for _ in range(self._PICTURES)]

    def picture(self, number: int) -> NDArray[np.uint8]:
        """Decode picture `number`: BGR uint8 of shape (height, width, 3)."""
        jpeg = self._jpegs[number % len(self._jpegs)]
        decoded = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        assert decoded is not None
        return np.asarray(decoded, np.uint8)

    def _encoded(self, image_bgr: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
        noise = rng.normal(0.0, self._NOISE_LEVELS, image_bgr.shape).astype(np.float32)
        noisy = np.clip(image_bgr + noise, 0, 255).astype(np.uint8)
        done, jpeg = cv2.imencode(".jpg", noisy, (cv2.IMWRITE_JPEG_QUALITY, self._QUALITY))
        assert done
        return np.asarray(jpeg, np.uint8)
