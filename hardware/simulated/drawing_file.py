"""Drawings as picture files."""

from __future__ import annotations

import cv2

from companion.drawing import Drawing
from hardware.simulated.drawing_raster import WHITE, drawing_bgr


def drawing_png(drawing: Drawing, px_per_mm: float, ground: str = WHITE) -> bytes:
    """The drawing as a PNG file, on paper of the colour `ground`; the same bytes each time."""
    done, data = cv2.imencode(".png", drawing_bgr(drawing, px_per_mm, ground))
    if not done:
        raise ValueError(f"no picture can be made of {drawing.size_mm} mm")
    return data.tobytes()
