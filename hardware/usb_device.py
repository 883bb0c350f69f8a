"""A video device as OpenCV opens it, and what is known of one before and after that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool:  # noqa: N802
        """Whether the device could be opened."""

    def read(self) -> tuple[bool, Any]:
        """Wait for the next picture: whether it came, and the picture."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        """Ask for a setting; the device may choose another."""

    def get(self, propId: int) -> float:  # noqa: N803
        """Read a setting back."""

    def release(self) -> None:
        """Let the device go."""


OpenCapture = Callable[[int | str], Capture]


def open_v4l2(device: int | str) -> Capture:
    """Open a video device through Video4Linux."""
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


def exists(device: int | str) -> bool:
    """Whether there is such a device."""
    return Path(f"/dev/video{device}" if isinstance(device, int) else device).exists()


def claimed_name(device: int | str) -> str:
    """One name for a device, whatever it is called by."""
    path = Path(f"/dev/video{device}" if isinstance(device, int) else device)
    return str(path.resolve())


def fits(image: NDArray[Any], size_wh: tuple[int, int]) -> bool:
    """Whether a picture is what the device said it would be."""
    width, height = size_wh
    return image.shape == (height, width, 3) and image.dtype == np.uint8
