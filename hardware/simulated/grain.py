"""Noise, fresh in every frame and quick: one grain, cut out elsewhere for each band of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.sensor import Shot, noise_sigma

Screen = NDArray[np.uint8]
_MARGIN_PX = 64
_STEPS = 24  # of one standard deviation: eight bits hold five of them
_BAND_PX = 108


@dataclass(frozen=True)
class Grain:
    """The noise of one camera at one exposure."""

    size_wh: tuple[int, int]
    shot: Shot
    seed: int

    def over(self, screen: Screen, number: int) -> Screen:
        """The picture with the noise of frame `number`, BGR uint8."""
        rng = np.random.default_rng((self.seed, 14, number))
        height, width = screen.shape[:2]
        noisy = np.empty_like(screen)
        # In bands: numbers with fractions for the whole picture would take 80 MB.
        for top in range(0, height, _BAND_PX):
            band = slice(top, top + _BAND_PX)
            sigma = cv2.LUT(screen[band], self._sigma_by_value)
            x, y = (int(v) for v in rng.integers(0, _MARGIN_PX, 2))
            grain = self._grain[y : y + len(sigma), x : x + width].astype(np.float32)
            noise = cv2.multiply(sigma, grain, scale=1 / _STEPS)
            noisy[band] = cv2.add(screen[band], noise, dtype=cv2.CV_8U)
        return noisy

    @cached_property
    def _grain(self) -> NDArray[np.int8]:
        """Noise of about unit strength, in steps of 1 / _STEPS; enough for a band."""
        width, _ = self.size_wh
        rng = np.random.default_rng((self.seed, 13))
        drawn = rng.standard_normal((_BAND_PX + _MARGIN_PX, width + _MARGIN_PX, 3), np.float32)
        smooth = np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.6), np.float32)
        return np.asarray(np.clip(np.rint(smooth * (1.3 * _STEPS)), -127, 127), np.int8)

    @cached_property
    def _sigma_by_value(self) -> NDArray[np.float32]:
        """The noise of each screen value, in screen values."""
        value = np.arange(256, dtype=np.float32) / 255
        light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
        slope = np.gradient(value * 255, np.maximum(light, 1e-6) + value * 1e-6)
        sigma = noise_sigma(light.astype(np.float32), self.shot) * slope
        return np.asarray(np.minimum(sigma * (1 + 0.4 * self.shot.sharpen), 30), np.float32)
