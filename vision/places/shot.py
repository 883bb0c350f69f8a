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
    """Looks through a picture once for all boards of a dictionary."""

    def __init__(self, dictionary: str) -> None:
        super().__init__(dictionary)
        self._seen: dict[str, tuple[Gray, list[Marker]]] = {}

    def everywhere(self, gray: Gray) -> list[Marker]:
        """All markers of the dictionary in a grey picture."""
        return self._once("everywhere", gray)

    def coarse(self, gray: Gray) -> list[Marker]:
        """Markers found at half size."""
        return self._once("coarse", gray)

    def _once(self, how: str, gray: Gray) -> list[Marker]:
        known = self._seen.get(how)
        if known is None or known[0] is not gray:
            found = super().everywhere(gray) if how == "everywhere" else super().coarse(gray)
            self._seen[how] = known = gray, found
        return list(known[1])
