"""A bare table as one camera sees it, whole or kept in a quarter of the memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.paint import Picture, Plane
from hardware.simulated.solids import Window

_CODES = np.linspace(0, 1, 256, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Ground:
    """What tokens and a hand change nothing of.

    `around_bgr` (height, width, 3) is the lit table top with the board's edges; in the window of
    the board `face_bgr` is its print, not yet lit, times `cover`, the share of the pixel it takes.
    """

    around_bgr: Picture
    window: Window
    face_bgr: Picture
    cover: Plane

    def unpacked(self) -> Ground:
        """The same, to be painted on."""
        return Ground(self.around_bgr.copy(), self.window, self.face_bgr.copy(), self.cover)

    def kept(self) -> KeptGround:
        """The same in a quarter of the memory, as exact as a screen is."""
        return KeptGround(
            _packed(self.around_bgr), self.window, _packed(self.face_bgr), _packed(self.cover)
        )


@dataclass(frozen=True, eq=False)
class Packed:
    """Light in eight bits: the square of a code's share of 255, times `most`."""

    codes: NDArray[np.uint8]
    most: float

    def unpacked(self) -> NDArray[np.float32]:
        """The light, float32."""
        return np.take(_CODES**2 * np.float32(self.most), self.codes)

    def cut(self, rows: slice, columns: slice) -> Packed:
        """A part of it, in memory of its own."""
        return Packed(self.codes[rows, columns].copy(), self.most)


@dataclass(frozen=True, eq=False)
class KeptGround:
    """A ground that is kept for long."""

    around: Packed
    window: Window
    face: Packed
    cover: Packed

    def unpacked(self) -> Ground:
        """The same, to be painted on."""
        return Ground(
            self.around.unpacked(), self.window, self.face.unpacked(), self.cover.unpacked()
        )

    def cropped(self, window: Window) -> KeptGround:
        """The part of it in a window of the picture."""
        left, top, width, height = window
        face_left, face_top, face_width, face_height = self.window
        first_x, first_y = max(left, face_left), max(top, face_top)
        end_x = max(first_x, min(left + width, face_left + face_width))
        end_y = max(first_y, min(top + height, face_top + face_height))
        face = (
            slice(first_y - face_top, end_y - face_top),
            slice(first_x - face_left, end_x - face_left),
        )
        return KeptGround(
            self.around.cut(slice(top, top + height), slice(left, left + width)),
            (first_x - left, first_y - top, end_x - first_x, end_y - first_y),
            self.face.cut(*face),
            self.cover.cut(*face),
        )


def _packed(light: NDArray[np.float32]) -> Packed:
    most = max(float(light.max()), 1e-6)
    codes = np.sqrt(np.clip(light / np.float32(most), 0, 1)) * np.float32(255) + np.float32(0.5)
    return Packed(codes.astype(np.uint8), most)
