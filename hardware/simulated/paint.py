"""Paint for simulated things: exact coverage of shapes, cloud noise, colours in linear light.

A canvas of p pixels to the millimetre holds board position x mm at pixel coordinate
x * p - 0.5 (pixel centres at integers), in both directions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Picture = NDArray[np.float32]
"""(height, width, 3) BGR in linear light, 1 is a white surface under full light."""
Plane = NDArray[np.float32]
"""(height, width), one value to a pixel."""
Bgr = tuple[float, float, float]

_FINER = 2  # coverage is drawn this much finer and averaged
_NO_MAP = np.empty(0, np.float32)
_SHIFT = 8  # fractional bits of OpenCV's polygon corners


def linear_bgr(colour: str) -> Bgr:
    """Turn a screen colour like `#1b2a4d` into linear B, G, R in 0..1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    to_linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (blue, green, red)
    ]
    return to_linear[0], to_linear[1], to_linear[2]


@cache
def _screen_table() -> NDArray[np.uint8]:
    """The screen value of every 16-bit step of linear light."""
    light = np.linspace(0, 1, 65536)
    encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(encoded * 255), np.uint8)


def screen_from_linear(linear: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Encode linear light as 8-bit screen values of the same shape."""
    steps = np.clip(linear * np.float32(65535) + np.float32(0.5), 0, 65535).astype(np.uint16)
    return np.asarray(_screen_table()[steps], np.uint8)


def resized(
    image: NDArray[np.floating[Any]], size_wh: tuple[int, int], how: int
) -> NDArray[np.float32]:
    """Resize with one of OpenCV's interpolations; pixel edges stay on pixel edges."""
    return np.asarray(cv2.resize(image, size_wh, interpolation=how), np.float32)


def looked_up(
    image: NDArray[np.float32],
    grid_xy_px: NDArray[np.float32],
    border: int,
) -> NDArray[np.float32]:
    """The image at each pixel position of a grid (height, width, 2); 0 past a constant border."""
    return np.asarray(
        cv2.remap(image, grid_xy_px, _NO_MAP, cv2.INTER_LINEAR, borderMode=border, borderValue=0),
        np.float32,
    )


def cloud(
    rng: np.random.Generator,
    size_wh: tuple[int, int],
    cell_px: float,
    octaves: int = 3,
    stretch: float = 1.0,
) -> Plane:
    """Smooth noise, mean about 0, about -1..1; `stretch` draws it out along x."""
    width, height = size_wh
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(octaves):
        cell = max(1.0, cell_px / 2**octave)
        grid_wh = max(2, round(width / cell / stretch)), max(2, round(height / cell))
        grid = rng.uniform(-1, 1, grid_wh[::-1]).astype(np.float32)
        total += weight * resized(grid, size_wh, cv2.INTER_CUBIC)
        weight *= 0.55
    return np.asarray(total / 1.6, np.float32)


def coverage(
    shape: BaseGeometry,
    px_per_mm: float,
    window_xywh_px: tuple[int, int, int, int],
) -> Plane:
    """Share (0..1) of each pixel of a window that the shape, in millimetres, covers."""
    left, top, width, height = window_xywh_px
    mask = np.zeros((height * _FINER, width * _FINER), np.uint8)
    scale = px_per_mm * _FINER
    # OpenCV also fills every pixel that the outline crosses: take that half pixel off first.
    for part in getattr(shape, "geoms", [shape]):
        inner = part.simplify(0.05 / scale).buffer(-0.5 / scale, quad_segs=1, join_style="mitre")
        for piece in getattr(inner, "geoms", [inner]):
            if piece.is_empty:
                continue
            outlines = []
            for ring in (piece.exterior, *piece.interiors):
                corners = np.asarray(ring.coords, np.float64)[:, :2] * scale
                corners -= np.array([left * _FINER + 0.5, top * _FINER + 0.5])
                outlines.append(np.rint(corners * 2**_SHIFT).astype(np.int32))
            cv2.fillPoly(mask, outlines, 255, lineType=cv2.LINE_8, shift=_SHIFT)
    fine = np.asarray(mask, np.float32) / 255
    return resized(fine, (width, height), cv2.INTER_AREA)


class Canvas:
    """A picture in linear light that shapes in millimetres are painted on."""

    def __init__(self, size_mm: tuple[float, float], px_per_mm: float, ground: Bgr) -> None:
        self.px_per_mm = px_per_mm
        width, height = (round(side * px_per_mm) for side in size_mm)
        self.image_bgr: Picture = np.empty((height, width, 3), np.float32)
        self.image_bgr[:] = ground

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        height, width = self.image_bgr.shape[:2]
        return width, height

    def fill(
        self, shape: BaseGeometry, colour: Bgr, opacity: float = 1.0, grain: Plane | None = None
    ) -> None:
        """Paint a shape; `grain` (whole canvas, about -1..1) makes its colour uneven."""
        if shape.is_empty:
            return
        width, height = self.size_wh
        bounds = np.asarray(shape.bounds) * self.px_per_mm
        left, top = (max(0, int(np.floor(b)) - 2) for b in bounds[:2])
        right, bottom = min(width, int(bounds[2]) + 3), min(height, int(bounds[3]) + 3)
        if left >= right or top >= bottom:
            return
        window = self.image_bgr[top:bottom, left:right]
        share = coverage(shape, self.px_per_mm, (left, top, right - left, bottom - top))
        paint = np.empty_like(window)
        paint[:] = colour
        if grain is not None:
            paint *= (1 + grain[top:bottom, left:right])[..., None]
        window += (opacity * share)[..., None] * (paint - window)

    def mottle(self, grain: Plane) -> None:
        """Make everything painted so far uneven by `grain` (whole canvas, about -1..1)."""
        self.image_bgr *= (1 + grain)[..., None]
