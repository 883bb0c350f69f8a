"""What a small camera makes of light: blur, white balance, noise, tone curve, sharpening."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lighting import lamp_tint
from hardware.simulated.paint import Bgr, Picture, screen_from_linear


@dataclass(frozen=True, slots=True)
class Shot:
    """How one photograph is taken.

    `balance` is how much of the lamp's colour the white balance takes off (1: all);
    `blur_px` sigma of defocus; `motion_px` length and `motion_deg` direction of shake;
    `vignette` the light lost in the corners (0..1); `exposure_ev` off the automatic exposure.
    """

    lux: float
    kelvin: float
    balance: float = 0.85
    blur_px: float = 0.6
    motion_px: float = 0.0
    motion_deg: float = 0.0
    sharpen: float = 0.5
    vignette: float = 0.2
    exposure_ev: float = 0.0
    jpeg_quality: int = 90


def develop(light_bgr: Picture, shot: Shot, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Turn linear light into an 8-bit BGR photograph of the same size."""
    exposed = expose(light_bgr, shot)
    noisy = exposed + noise(exposed, shot, rng)
    return encoded(noisy, shot)


def expose(light_bgr: Picture, shot: Shot) -> Picture:
    """What falls on the sensor, brought to the automatic exposure; no noise yet."""
    image = gathered(light_bgr, shot)
    image *= np.float32(automatic_gain(image, shot))
    return image


def gathered(
    light_bgr: Picture,
    shot: Shot,
    within: tuple[tuple[int, int], tuple[int, int]] | None = None,
) -> Picture:
    """Lens blur, shake, lamp colour and white balance, vignette; exposure not yet set.

    `within` says where a part belongs: its left and top, and the whole picture's size.
    """
    image = np.asarray(cv2.GaussianBlur(light_bgr, (0, 0), max(0.3, shot.blur_px)), np.float32)
    if shot.motion_px > 0.3:
        image = _shaken(image, shot)
    image *= np.asarray(cast_bgr(shot), np.float32)
    height, width = image.shape[:2]
    at_xy, whole_wh = within or ((0, 0), (width, height))
    image *= _vignette((*at_xy, width, height), whole_wh, shot.vignette)[..., None]
    return image


def cast_bgr(shot: Shot) -> Bgr:
    """The colour cast that the white balance leaves of the lamp's colour."""
    blue, green, red = (part ** (1 - shot.balance) for part in lamp_tint(shot.kelvin))
    return blue, green, red


def automatic_gain(image: Picture, shot: Shot) -> float:
    """The gain that brings a picture's middle tones up without losing its lights."""
    thumb = cv2.resize(image, (96, 54), interpolation=cv2.INTER_AREA)
    brightness = np.asarray(thumb, np.float32) @ np.array([0.1, 0.6, 0.3], np.float32)
    gain = min(0.17 / float(brightness.mean()), 0.75 / float(np.percentile(brightness, 99)))
    return float(gain * 2**shot.exposure_ev)


def _shaken(image: Picture, shot: Shot) -> Picture:
    side = 2 * math.ceil(shot.motion_px / 2) + 3
    kernel = np.zeros((side * 8, side * 8), np.float32)
    middle, half = side * 4, shot.motion_px * 4
    dx, dy = (half * f(math.radians(shot.motion_deg)) for f in (math.cos, math.sin))
    cv2.line(
        kernel,
        (round(middle - dx), round(middle - dy)),
        (round(middle + dx), round(middle + dy)),
        1.0,
        8,
    )
    kernel = np.asarray(kernel + kernel[::-1, ::-1], np.float32)  # no shift of the picture
    small = np.asarray(cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(cv2.filter2D(image, -1, small / small.sum()), np.float32)


def _vignette(
    part_xywh: tuple[int, int, int, int], whole_wh: tuple[int, int], depth: float
) -> NDArray[np.float32]:
    left, top, wide, high = part_xywh
    width, height = whole_wh
    x = (np.arange(left, left + wide, dtype=np.float32) - (width - 1) / 2) / (width / 2)
    y = (np.arange(top, top + high, dtype=np.float32) - (height - 1) / 2) / (width / 2)
    square = x[None, :] ** 2 + y[:, None] ** 2
    return np.asarray(1 - depth * square / (1 + (height / width) ** 2), np.float32)


def noise(exposed: Picture, shot: Shot, rng: np.random.Generator) -> Picture:
    """Photon and read noise in linear light, a little smoothed as camera software does."""
    sigma = noise_sigma(exposed, shot)
    grain = rng.standard_normal(exposed.shape, np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6), np.float32) * np.float32(1.3)
    return np.asarray(grain * sigma, np.float32)


def noise_sigma(exposed: NDArray[np.float32], shot: Shot) -> NDArray[np.float32]:
    """Standard deviation of the noise at each value of linear light."""
    full = float(np.clip(7.5 * shot.lux, 250, 6000))  # electrons of a white surface
    return np.asarray(np.sqrt(np.clip(exposed, 0, 1) / full + (3.0 / full) ** 2), np.float32)


def encoded(exposed: Picture, shot: Shot) -> NDArray[np.uint8]:
    """Roll off the highlights, encode for the screen and sharpen."""
    over = np.maximum(exposed - 0.7, 0)
    rolled = np.minimum(exposed, 0.7) + 0.3 * (1 - np.exp(-over / 0.3))
    screen = screen_from_linear(rolled.astype(np.float32))
    if shot.sharpen <= 0:
        return screen
    soft = cv2.GaussianBlur(screen, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(screen, 1 + shot.sharpen, soft, -shot.sharpen, 0), np.uint8)
