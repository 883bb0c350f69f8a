"""Noise, fresh in every frame and quick: one large grain, cut out elsewhere each time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.sensor import Shot, noise_sigma

Screen = NDArray[np.uint8]
_MARGIN_PX = 64


@dataclass(frozen=True)
class Grain:
    """The noise of one camera at one exposure."""

    size_wh: tuple[int, int]
    shot: Shot
    seed: int

    def over(self, screen: Screen, number: int) -> Screen:
        """The picture with the noise of frame `number`, BGR uint8."""
        rng = np.random.default_rng((self.seed, 14, number))
        x, y = (int(v) for v in rng.integers(0, _MARGIN_PX, 2))
        height, width = screen.shape[:2]
        grain = self._grain[y : y + height, x : x + width]
        noise = cv2.multiply(cv2.LUT(screen, self._sigma_by_value), grain)
        return np.asarray(cv2.add(screen, noise, dtype=cv2.CV_8U), np.uint8)

    @cached_property
    def _grain(self) -> NDArray[np.float32]:
        width, height = self.size_wh
        rng = np.random.default_rng((self.seed, 13))
        shape = (height + _MARGIN_PX, width + _MARGIN_PX, 3)
        grain = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), 0.6)
        return np.asarray(grain, np.float32) * np.float32(1.3)

    @cached_property
    def _sigma_by_value(self) -> NDArray[np.float32]:
        """The noise of each screen value, in screen values."""
        value = np.arange(256, dtype=np.float32) / 255
        light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
        slope = np.gradient(value * 255, np.maximum(light, 1e-6) + value * 1e-6)
        sigma = noise_sigma(light.astype(np.float32), self.shot) * slope
        return np.asarray(np.minimum(sigma * (1 + 0.4 * self.shot.sharpen), 30), np.float32)
