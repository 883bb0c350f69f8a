"""Develops a picture a band at a time, so that no more than two whole pictures are held."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.paint import Picture
from hardware.simulated.sensor import Shot, automatic_gain, encoded, gathered, noise

_BAND_ROWS = 128
_SHARPEN_SIGMA_PX = 1.2


def developed(
    light_bgr: Picture, shot: Shot, rng: np.random.Generator, gain: float | None = None
) -> NDArray[np.uint8]:
    """Linear light as a BGR uint8 photograph; `gain` None: the automatic exposure."""
    exposed = gathered(light_bgr, shot)
    exposed *= np.float32(automatic_gain(exposed, shot) if gain is None else gain)
    screen = np.empty(exposed.shape, np.uint8)
    plain = replace(shot, sharpen=0.0)
    for top in range(0, len(exposed), _BAND_ROWS):
        band = exposed[top : top + _BAND_ROWS]
        screen[top : top + _BAND_ROWS] = encoded(band + noise(band, shot, rng), plain)
    if shot.sharpen <= 0:
        return screen
    soft = cv2.GaussianBlur(screen, (0, 0), _SHARPEN_SIGMA_PX)
    cv2.addWeighted(screen, 1 + shot.sharpen, soft, -shot.sharpen, 0, dst=screen)
    return screen
