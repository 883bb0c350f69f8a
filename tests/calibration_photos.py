"""Rendered photographs of the calibration sheet by a camera whose lens is known."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.calibrating.sheet import SHEETS, CalibrationSheet
from hardware.simulated.lens import Lens, View
from vision.marker_art import marker_bits

Picture = NDArray[np.uint8]

SIZE_WH = (1152, 648)
LENS = Lens(901.0, (584.0, 318.5), -0.11, 0.035, SIZE_WH)
SHEET = SHEETS["a4"]
_PX_PER_MM = 6.0
_MARGIN_MM = 15.0


@dataclass(frozen=True)
class Held:
    """How the sheet is held: leaning about the picture's axes, turned, aimed, how large."""

    lean_x_deg: float = 0.0
    lean_y_deg: float = 0.0
    turn_deg: float = 0.0
    aim: tuple[float, float] = (0.5, 0.5)
    share: float = 0.6


# A good set: every part of the picture, four leans, near and far.
GOOD = (
    Held(0, 0, 90, (0.5, 0.5), 0.95),
    Held(0, 0, 0, (0.5, 0.5), 0.5),
    Held(30, 0, 10, (0.22, 0.28), 0.55),
    Held(-30, 0, 80, (0.80, 0.27), 0.55),
    Held(0, 30, 85, (0.22, 0.72), 0.55),
    Held(0, -30, 5, (0.80, 0.72), 0.55),
    Held(25, 20, 95, (0.35, 0.5), 0.8),
    Held(-25, -20, 85, (0.65, 0.5), 0.8),
    Held(20, -25, 0, (0.5, 0.25), 0.45),
    Held(-20, 25, 180, (0.5, 0.75), 0.45),
    Held(0, 35, 90, (0.16, 0.5), 0.75),
    Held(0, -35, 90, (0.84, 0.5), 0.75),
    Held(15, 0, 45, (0.12, 0.15), 0.4),
    Held(-15, 10, -45, (0.88, 0.85), 0.4),
    Held(10, -10, 60, (0.88, 0.15), 0.4),
    Held(-10, -15, 30, (0.12, 0.85), 0.4),
)


@cache
def sheet_picture(sheet: CalibrationSheet = SHEET) -> Picture:
    """The flat sheet with its white rim, grey, _PX_PER_MM pixels to the millimetre."""
    width, height = sheet.size_mm
    canvas = np.full(
        (
            round((height + 2 * _MARGIN_MM) * _PX_PER_MM),
            round((width + 2 * _MARGIN_MM) * _PX_PER_MM),
        ),
        235,
        np.uint8,
    )

    def fill(x: float, y: float, side: float, value: int) -> None:
        left, top = ((each + _MARGIN_MM) * _PX_PER_MM for each in (x, y))
        right, bottom = left + side * _PX_PER_MM, top + side * _PX_PER_MM
        canvas[round(top) : round(bottom), round(left) : round(right)] = value

    for column, row in sheet.black_squares():
        fill(column * sheet.square_mm, row * sheet.square_mm, sheet.square_mm, 22)
    for tag_id, (x, y) in sheet.markers():
        bits = marker_bits(sheet.dictionary, tag_id)
        module = sheet.marker_mm / len(bits)
        for row, modules in enumerate(bits):
            for column, black in enumerate(modules):
                if black:
                    fill(x + column * module, y + row * module, module, 22)
    return canvas


def view_of(held: Held, lens: Lens = LENS, sheet: CalibrationSheet = SHEET) -> View:
    """Where the camera is for a sheet held so; `share` is the sheet's height in the picture's."""
    turn = _turn(0, held.lean_x_deg) @ _turn(1, held.lean_y_deg) @ _turn(2, held.turn_deg)
    middle = np.array([*(side / 2 for side in sheet.size_mm), 0.0])
    depth = lens.focal_px * sheet.size_mm[1] / (held.share * lens.size_wh[1])
    aim = np.array(held.aim) * lens.size_wh
    slope = lens.undistorted(aim[None])[0]
    return View(lens, turn, depth * np.array([*slope, 1.0]) - turn @ middle)


def photograph(
    held: Held, lens: Lens = LENS, seed: int = 1, blur_px: float = 0.7, art: Picture | None = None
) -> Picture:
    """A BGR photograph (height, width, 3) uint8 with uneven light and noise."""
    view = view_of(held, lens)
    art = sheet_picture() if art is None else art
    width, height = lens.size_wh
    fine = View(lens.scaled(2.0), view.turn, view.shift)
    at_mm = fine.plane_map(0.0, (0, 0, 2 * width, 2 * height))
    at_px = ((at_mm + np.float32(_MARGIN_MM)) * np.float32(_PX_PER_MM) - np.float32(0.5)).astype(
        np.float32
    )
    seen = cv2.remap(
        art,
        at_px[..., 0],
        at_px[..., 1],
        cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=96,
    )
    small = cv2.resize(seen, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = 0.85 + 0.12 * x * math.cos(seed) + 0.12 * y * math.sin(seed)
    soft = cv2.GaussianBlur(small * light.astype(np.float32), (0, 0), blur_px)
    noisy = soft + rng.normal(0, 2.0, soft.shape)
    grey = np.clip(noisy, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


@cache
def good_photos() -> tuple[Picture, ...]:
    """The photographs of GOOD by LENS; made once for all tests."""
    art = sheet_picture()
    return tuple(photograph(held, seed=number, art=art) for number, held in enumerate(GOOD))


def _turn(axis: int, angle_deg: float) -> NDArray[np.float64]:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
    return turn
