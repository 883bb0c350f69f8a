"""Pictures compared block by block with what is seen where they are laid."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.places.marks import Marks, Picture, Placed, marks_of

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Blocks = NDArray[np.float32]

BLOCKS = 10  # along a side of a picture
_PRINT_BLUR_PX = 0.8
_TEXTURE, _PLAIN, _ALIKE = 7.0, 9.0, 0.55  # levels of print and of noise; correlation
_OFF_TEXTURED, _OFF_PLAIN = 90.0, 28.0  # levels of the mean


@dataclass(frozen=True)
class Look:
    """One kind's picture: its marks, and which of its blocks have print."""

    kind: str
    image_bgr: Picture
    marks: Marks
    textured: Mask

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image_bgr.shape[:2]
        return width, height


def look_of(kind: str, image_bgr: Picture, size_wh: tuple[int, int]) -> Look:
    """A kind's picture at another size."""
    small = cv2.resize(image_bgr, size_wh, interpolation=cv2.INTER_AREA)
    print_bgr = np.asarray(cv2.GaussianBlur(small, (0, 0), _PRINT_BLUR_PX), np.uint8)
    _, spread = _moments(_blocks(print_bgr))
    return Look(kind, print_bgr, marks_of(print_bgr), spread > _TEXTURE)


@dataclass(frozen=True)
class Laid:
    """A picture laid somewhere: which blocks of it agree with what is seen."""

    look: Look
    where: Placed
    agree: Mask

    @property
    def evidence(self) -> int:
        """Blocks with print that agree."""
        return int((self.agree & self.look.textured).sum())

    @property
    def points_px(self) -> Array:
        """The middles of its blocks."""
        return _turned(middles(self.look.size_wh), self.where.turn_rad) + self.where.middle_px

    def shows(self, points_px: Array) -> Mask:
        """Which points lie in blocks that agree, so that it lies on top there."""
        away = _turned(points_px - self.where.middle_px, -self.where.turn_rad)
        cells = np.floor((away / self.look.size_wh + 0.5) * BLOCKS).astype(int)
        inside = np.all((cells >= 0) & (cells < BLOCKS), axis=1)
        column, row = np.clip(cells, 0, BLOCKS - 1).T
        return np.asarray(inside & self.agree.reshape(BLOCKS, BLOCKS)[row, column])


def laid(look: Look, where: Placed, scene_bgr: Picture, inside: Mask) -> Laid:
    """Compare a picture with a scene; only the blocks `inside` count."""
    width, height = look.size_wh
    c, s = math.cos(where.turn_rad), math.sin(where.turn_rad)
    shift_x = where.middle_px[0] - (c * width / 2 - s * height / 2)
    shift_y = where.middle_px[1] - (s * width / 2 + c * height / 2)
    motion = np.array([[c, -s, shift_x], [s, c, shift_y]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = np.asarray(cv2.warpAffine(scene_bgr, motion, (width, height), flags=flags), np.uint8)
    own, there = _blocks(look.image_bgr), _blocks(seen)
    (own_mean, own_spread), (mean, spread) = _moments(own), _moments(there)
    both = ((own - own_mean) * (there - mean)).mean(axis=(1, 2))
    alike = both / np.maximum(own_spread * spread, 1e-3)
    off = np.abs(own_mean - mean).mean(axis=(1, 2))
    print_agrees = (alike > _ALIKE) & (off < _OFF_TEXTURED)
    plain_agrees = (spread < _PLAIN) & (off < _OFF_PLAIN)
    return Laid(look, where, np.where(look.textured, print_agrees, plain_agrees) & inside)


def middles(size: tuple[float, float]) -> Array:
    """The middles of the blocks of a picture of this size, around its own middle."""
    steps = (np.arange(BLOCKS) + 0.5) / BLOCKS - 0.5
    y, x = np.meshgrid(steps * size[1], steps * size[0], indexing="ij")
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def _turned(points: Array, turn_rad: float) -> Array:
    cosine, sine = math.cos(turn_rad), math.sin(turn_rad)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]), np.float64)


def _blocks(image: Picture) -> Blocks:
    """A picture's blocks: (blocks, pixels, 3)."""
    height, width = (side // BLOCKS for side in image.shape[:2])
    cut = image[: BLOCKS * height, : BLOCKS * width]
    split = cut.reshape(BLOCKS, height, BLOCKS, width, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(split.reshape(BLOCKS * BLOCKS, -1, 3), np.float32)


def _moments(blocks: Blocks) -> tuple[Blocks, Blocks]:
    """The mean colour (blocks, 1, 3) and the spread (blocks,) of each block."""
    mean = blocks.mean(axis=1, keepdims=True)
    return mean, np.sqrt(((blocks - mean) ** 2).mean(axis=(1, 2)))
