"""Rays of a camera over a table, and light without edges, for a part of the picture at a time.

All maps are (height, width, 2) float32.  What leads from one level or frame to another is
affine, so it is one 2 x 3 matrix that OpenCV applies to a whole map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from hardware.simulated.lens import Map, View
from hardware.simulated.lighting import Lamp, gleam, lit
from hardware.simulated.paint import Plane, resized
from hardware.simulated.tabletop.layout import Floats, turning

Window = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""
Eye = tuple[float, float, float]
"""Where the camera is: x, y, height in millimetres."""

_COARSE = 8
BOARD_SHARPNESS = 90.0


def moved(places: Map, step: Floats) -> Map:
    """A map with a 2 x 3 matrix applied to each x, y."""
    return np.asarray(cv2.transform(places, step), np.float32)


def then(first: Floats, second: Floats) -> Floats:
    """The matrix of one step after another."""
    return np.asarray(second[:, :2] @ first + np.c_[np.zeros((2, 2)), second[:, 2]])


def to_height(eye: Eye, height_mm: float) -> Floats:
    """From where rays meet the level 0 to where they meet another one: rays are straight."""
    share = height_mm / eye[2]
    return np.array([[1 - share, 0, eye[0] * share], [0, 1 - share, eye[1] * share]])


def to_frame(middle_mm: tuple[float, float], turn_deg: float) -> Floats:
    """From the table to the frame of a thing turned on it, its middle at 0, 0."""
    turn = turning(turn_deg)
    return np.asarray(np.c_[turn, -turn @ np.asarray(middle_mm)], float)


def to_picture(size_mm: tuple[float, float], px_per_mm: float) -> Floats:
    """From a thing's frame to the pixels of its picture, whose middle is the thing's."""
    half = np.asarray(size_mm) / 2 * px_per_mm - 0.5
    return np.array([[px_per_mm, 0, half[0]], [0, px_per_mm, half[1]]])


def lifted(places: Map, eye: Eye, height_mm: Plane) -> Map:
    """Where rays meet an uneven surface that is `height_mm` high at each of the places."""
    share = height_mm * np.float32(1 / eye[2])
    out = np.empty_like(places)
    for axis in (0, 1):
        out[..., axis] = places[..., axis] + (np.float32(eye[axis]) - places[..., axis]) * share
    return out


def finer(places: Map, rays: int) -> Map:
    """The same window with `rays` rays to a pixel and side."""
    return resized(places, (places.shape[1] * rays, places.shape[0] * rays), cv2.INTER_LINEAR)


def eye_of(view: View) -> Eye:
    """Where the camera is."""
    x, y, z = (float(v) for v in view.camera_mm)
    return x, y, z


def px_per_mm(view: View, at_mm: tuple[float, float]) -> float:
    """How many pixels the camera gives to a millimetre of level ground there."""
    x, y = at_mm
    points = np.array([(x, y, 0.0), (x + 1, y, 0.0), (x, y + 1, 0.0)])
    here, right, down = view.pixels(points)
    return float(np.sqrt(abs(np.linalg.det(np.stack([right - here, down - here])))))


def scaled(picture: np.ndarray, factor: Plane) -> None:
    """Multiply every channel of a float32 picture by a plane, in place."""
    channels = picture.shape[2]
    cv2.multiply(picture, cv2.merge([factor] * channels), dst=picture)


@dataclass(frozen=True, eq=False)
class Glow:
    """Direct, ambient and mirrored light on the level 0, known at every eighth pixel."""

    view: View
    lamp: Lamp
    aim_mm: tuple[float, float]

    @cached_property
    def _fields(self) -> tuple[Plane, Plane, Plane]:
        width, height = self.view.lens.size_wh
        whole = 0, 0, width, height
        coarse_wh = max(2, width // _COARSE), max(2, height // _COARSE)
        at = resized(self.view.plane_map(0.0, whole), coarse_wh, cv2.INTER_AREA)
        direct, ambient = lit(self.lamp, at, 0.0, self.aim_mm)
        mirrored = gleam(self.lamp, self.view, at, 0.0, BOARD_SHARPNESS) * direct
        return direct, ambient, np.asarray(mirrored, np.float32)

    def on(self, window: Window) -> tuple[Plane, Plane, Plane]:
        """The three for every pixel of a window."""
        direct, ambient, mirrored = (
            enlarged(plane, self.view.lens.size_wh, window) for plane in self._fields
        )
        return direct, ambient, mirrored


@lru_cache(maxsize=4)
def glow_of(view: View, lamp: Lamp, aim_mm: tuple[float, float]) -> Glow:
    """The light of one lamp in one view, worked out once."""
    return Glow(view, lamp, aim_mm)


def enlarged(coarse: Plane, whole_wh: tuple[int, int], window: Window) -> Plane:
    """A window of a picture that is known on a coarser grid of the whole."""
    left, top, width, height = window
    step_x, step_y = coarse.shape[1] / whole_wh[0], coarse.shape[0] / whole_wh[1]
    to_coarse = np.array(
        [[step_x, 0, (left + 0.5) * step_x - 0.5], [0, step_y, (top + 0.5) * step_y - 0.5]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    wide = cv2.warpAffine(
        coarse, to_coarse, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(wide, np.float32)
