"""A pinhole camera with radial distortion over a board: projection there and back.

World: board millimetres, x right, y down, and a height above the board; a height h is the
third coordinate -h, which makes the axes right-handed.  Pixel centres are at integers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Map = NDArray[np.float32]
"""(height, width, 2): for each pixel, x and y in millimetres on some level plane."""
_FEW_SHARE = 1 / 16  # of the picture's pixels

_ROWS = 128  # of the picture that are straightened at once


@dataclass(frozen=True)
class Lens:
    """What belongs to the camera alone: focal length and centre in pixels, k1, k2, size."""

    focal_px: float
    centre_xy_px: tuple[float, float]
    k1: float
    k2: float
    size_wh: tuple[int, int] = (2304, 1296)

    @property
    def matrix(self) -> list[list[float]]:
        """The 3 x 3 pinhole matrix."""
        cx, cy = self.centre_xy_px
        return [[self.focal_px, 0.0, cx], [0.0, self.focal_px, cy], [0.0, 0.0, 1.0]]

    def scaled(self, factor: float) -> Lens:
        """The same lens on a picture `factor` times as large."""
        cx, cy = ((c + 0.5) * factor - 0.5 for c in self.centre_xy_px)
        width, height = (round(side * factor) for side in self.size_wh)
        return Lens(self.focal_px * factor, (cx, cy), self.k1, self.k2, (width, height))

    def distorted(self, rays: Floats) -> Floats:
        """Pixels (n, 2) of undistorted ray slopes (n, 2)."""
        square = np.sum(rays**2, axis=-1, keepdims=True)
        bent = rays * (1 + self.k1 * square + self.k2 * square**2)
        return np.asarray(bent * self.focal_px + self.centre_xy_px, np.float64)

    def undistorted(self, pixels: Floats) -> Floats:
        """Ray slopes (..., 2) of pixels (..., 2)."""
        bent = (pixels - np.asarray(self.centre_xy_px)) / self.focal_px
        radius = np.sqrt(np.sum(bent**2, axis=-1))
        factor = np.interp(radius, *self._straightening)
        return np.asarray(bent * factor[..., None], np.float64)

    @cached_property
    def _straightening(self) -> tuple[Floats, Floats]:
        straight = np.linspace(0, 1.1, 8192)
        gain = 1 + self.k1 * straight**2 + self.k2 * straight**4
        return straight * gain, 1 / gain

    @cached_property
    def slopes(self) -> Map:
        """Ray slopes of every pixel, (height, width, 2) float32."""
        return self._slopes_in((0, 0, *self.size_wh), 1)

    def slopes_in(self, window_xywh_px: tuple[int, int, int, int], step: int = 1) -> Map:
        """Ray slopes of a window's pixels, or of the middles of blocks of `step` pixels a side.

        For a few of them the slopes of the whole picture are neither computed nor kept.
        """
        left, top, width, height = window_xywh_px
        few = width * height < _FEW_SHARE * self.size_wh[0] * self.size_wh[1] * step * step
        if step > 1 or (few and "slopes" not in self.__dict__):
            return self._slopes_in(window_xywh_px, step)
        return self.slopes[top : top + height, left : left + width]

    def _slopes_in(self, window_xywh_px: tuple[int, int, int, int], step: int) -> Map:
        left, top, width, height = window_xywh_px
        columns = left + (np.arange(width // step) + 0.5) * step - 0.5
        rows = top + (np.arange(height // step) + 0.5) * step - 0.5
        slopes = np.empty((len(rows), len(columns), 2), np.float32)
        for first in range(0, len(rows), _ROWS):
            grid = np.stack(np.meshgrid(columns, rows[first : first + _ROWS]), axis=-1)
            slopes[first : first + _ROWS] = self.undistorted(grid)
        return slopes


@dataclass(frozen=True, eq=False)
class View:
    """A lens somewhere over a board: camera = turn @ world + shift (mm)."""

    lens: Lens
    turn: Floats
    shift: Floats

    @property
    def tilt_deg(self) -> float:
        """Angle between the optical axis and the board's normal."""
        return math.degrees(math.acos(min(1.0, float(self.turn[2, 2]))))

    @cached_property
    def camera_mm(self) -> Floats:
        """Where the camera is: x, y, height above the board."""
        place = -self.turn.T @ self.shift
        return place * (1, 1, -1)

    def pixels(self, points_mm: Floats) -> Floats:
        """Pixels (n, 2) of points (n, 3): x, y, height."""
        seen = (points_mm * (1, 1, -1)) @ self.turn.T + self.shift
        return self.lens.distorted(seen[:, :2] / seen[:, 2:])

    def plane_map(
        self, height_mm: float, window_xywh_px: tuple[int, int, int, int], step: int = 1
    ) -> Map:
        """Where the rays of a window of pixels meet the level plane of that height.

        With a `step` only the middle of each block of that many pixels a side is looked up.
        """
        slopes = self.lens.slopes_in(window_xywh_px, step)
        to_camera = np.c_[self.turn[:, :2], self.shift - self.turn[:, 2] * height_mm]
        back = np.linalg.inv(to_camera).astype(np.float32)
        x, y = slopes[..., 0], slopes[..., 1]
        depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
        out = np.empty_like(slopes)
        out[..., 0] = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth
        out[..., 1] = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth
        return out

    def window(self, points_mm: ArrayLike, margin_px: int = 4) -> tuple[int, int, int, int]:
        """The window x, y, width, height of the picture that holds all points (n, 3)."""
        pixels = self.pixels(np.asarray(points_mm, np.float64))
        width, height = self.lens.size_wh
        low = np.floor(pixels.min(axis=0)).astype(int) - margin_px
        high = np.ceil(pixels.max(axis=0)).astype(int) + margin_px + 1
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        right, bottom = min(width, int(high[0])), min(height, int(high[1]))
        return left, top, max(0, right - left), max(0, bottom - top)


def _rotation(axis: int, angle_deg: float) -> Floats:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
    return turn


@dataclass(frozen=True, slots=True)
class Stand:
    """How a camera is put up: `tilt_deg` from the vertical towards `azimuth_deg`, the board
    turned by `turn_deg` in the picture, taking `share` of its height, `aim_xy` of the free
    room (each -1..1) off the middle.
    """

    tilt_deg: float
    azimuth_deg: float
    turn_deg: float
    share: float
    aim_xy: tuple[float, float]


def view_of(board_size_mm: tuple[float, float], lens: Lens, stand: Stand) -> View:
    """Put the camera where the board fills its share of the picture and wholly fits in it."""
    lean = (
        _rotation(2, stand.azimuth_deg)
        @ _rotation(0, stand.tilt_deg)
        @ _rotation(2, -stand.azimuth_deg)
    )
    turn = lean @ _rotation(2, stand.turn_deg)
    width, height = board_size_mm
    corners = np.array([(x, y, 0.0) for x in (0.0, width) for y in (0.0, height)])
    middle = np.array([width / 2, height / 2, 0.0])
    size = np.asarray(lens.size_wh, float)
    aim = (size - 1) / 2
    depth = lens.focal_px * height / (stand.share * size[1])
    view = _facing(lens, turn, middle, aim, depth)
    for _ in range(12):
        pixels = view.pixels(corners)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        wanted = stand.share * size[1]
        spread = high - low
        depth *= max(float(spread[1]) / wanted, float(spread[0]) / (0.97 * float(size[0])))
        room = np.maximum(0.0, (size - (high - low)) / 2 - 8)
        goal = (size - 1) / 2 + room * np.asarray(stand.aim_xy)
        aim = aim + goal - (low + high) / 2
        view = _facing(lens, turn, middle, aim, depth)
    return view


def _facing(lens: Lens, turn: Floats, middle: Floats, aim_xy_px: Floats, depth: float) -> View:
    slope = lens.undistorted(aim_xy_px[None])[0]
    return View(lens, turn, depth * np.array([*slope, 1.0]) - turn @ middle)
