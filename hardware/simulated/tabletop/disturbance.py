"""What may happen to a camera over a table while it looks: the lamp changes, somebody bumps it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Screen = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Disturbance:
    """How pictures differ from what they were when the camera was set up.

    `light` times as bright; `warmth` more red and less blue (a share); out of focus by a blur of
    `blur_px`; the camera bumped, so that the picture lies `shift_px` (right, down) and
    `turn_deg` clockwise of where it was.
    """

    light: float = 1.0
    warmth: float = 0.0
    blur_px: float = 0.0
    shift_px: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0

    def over(self, screen: Screen) -> Screen:
        """The picture (height, width, 3) as it is now."""
        if self.shift_px != (0.0, 0.0) or self.turn_deg:
            screen = self._bumped(screen)
        if self.blur_px:
            screen = np.asarray(cv2.GaussianBlur(screen, (0, 0), self.blur_px), np.uint8)
        gains = self.light * np.array([1 - self.warmth, 1.0, 1 + self.warmth])
        if (gains != 1).any():
            # Light adds up linearly, levels are its square root, nearly.
            table = np.arange(256.0)[:, None] * gains ** (1 / 2.2)
            screen = np.asarray(
                cv2.LUT(screen, np.clip(table, 0, 255).round().astype(np.uint8)[None]), np.uint8
            )
        return screen

    def _bumped(self, screen: Screen) -> Screen:
        height, width = screen.shape[:2]
        turned = cv2.getRotationMatrix2D((width / 2, height / 2), -self.turn_deg, 1.0)
        moved = np.asarray(turned, np.float64) + np.array([[0, 0, x] for x in self.shift_px])
        return np.asarray(
            cv2.warpAffine(screen, moved, (width, height), borderMode=cv2.BORDER_REPLICATE),
            np.uint8,
        )


NOTHING = Disturbance()
