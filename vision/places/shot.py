"""One frame, with what several boards in it need of it: worked out once, looked through once."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame
from vision.graying import Gray, to_gray
from vision.markers import Marker, MarkerFinder

Picture = NDArray[np.uint8]


class Shot:
    """One frame, with what all boards in it need of it."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    @cached_property
    def gray(self) -> Gray:
        """The frame in grey."""
        return to_gray(self.frame.image_bgr)

    @cached_property
    def half_bgr(self) -> Picture:
        """The frame at half its size."""
        half = cv2.resize(self.frame.image_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return np.asarray(half, np.uint8)


class OnceFinder(MarkerFinder):
    """Looks through a picture once for all boards of a dictionary.

    Among several boards one at least has markers too small to be found at half size, so the
    whole picture is looked through at once.
    """

    def __init__(self, dictionary: str) -> None:
        super().__init__(dictionary)
        self._seen: tuple[Gray, list[Marker]] | None = None
        self._finely: tuple[Gray, list[Marker]] | None = None

    def everywhere(self, gray: Gray) -> list[Marker]:
        """All markers of the dictionary in a grey picture."""
        if self._seen is None or self._seen[0] is not gray:
            self._seen = gray, super().everywhere(gray)
        return list(self._seen[1])

    def coarse(self, gray: Gray) -> list[Marker]:
        """The same."""
        return self.everywhere(gray)

    def finely(self, gray: Gray) -> list[Marker]:
        """All markers of the dictionary in the grey picture at double size."""
        if self._finely is None or self._finely[0] is not gray:
            self._finely = gray, super().finely(gray)
        return list(self._finely[1])
