"""Table tops under a simulated board: planks of wood, woven cloth, a plain painted top."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.lens import Map
from hardware.simulated.paint import Bgr, Picture, Plane, cloud, linear_bgr, looked_up

TOP_PX_PER_MM = 1.5
_SIDE_PX = 2048
_WOODS = ("#a8743f", "#7a4a2a", "#c59a68", "#5a3a28", "#8d6a4a")
_CLOTHS = ("#3d5a4a", "#6b2d33", "#4a4f6a", "#b7ac98", "#2f3236")
_PAINTS = ("#d8d6d0", "#8c9298", "#3a3835")

KINDS = ("wood", "cloth", "painted")


@dataclass(frozen=True, eq=False)
class TableTop:
    """A square of table in linear light, repeated as a mirror beyond its edges."""

    image_bgr: Picture

    def at(self, places: Map, turn_deg: float, shift_mm: tuple[float, float]) -> Picture:
        """Colours at each x, y of a map, the table turned and shifted under the board."""
        c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        turn = np.array([[c, -s], [s, c]], np.float32) * TOP_PX_PER_MM
        grid = (
            places @ turn.T
            + np.asarray(shift_mm, np.float32) * TOP_PX_PER_MM
            + len(self.image_bgr) / 2
        )
        return looked_up(self.image_bgr, grid.astype(np.float32), cv2.BORDER_REFLECT)


def table_top(kind: str, rng: np.random.Generator, side_px: int = _SIDE_PX) -> TableTop:
    """Draw a square table top of one of the KINDS, `side_px` wide and high."""
    if kind == "wood":
        return TableTop(_wood(linear_bgr(_pick(_WOODS, rng)), rng, side_px))
    if kind == "cloth":
        return TableTop(_cloth(linear_bgr(_pick(_CLOTHS, rng)), rng, side_px))
    return TableTop(_painted(linear_bgr(_pick(_PAINTS, rng)), rng, side_px))


def _pick(colours: tuple[str, ...], rng: np.random.Generator) -> str:
    return colours[int(rng.integers(len(colours)))]


def _wood(colour: Bgr, rng: np.random.Generator, side_px: int) -> Picture:
    size = (side_px, side_px)
    image = np.empty((side_px, side_px, 3), np.float32)
    plank = int(rng.uniform(90, 190) * TOP_PX_PER_MM)
    bend = cloud(rng, size, 420, 3, stretch=3.0)
    pores = cloud(rng, size, 5, 2, stretch=18.0)
    streaks = cloud(rng, size, 26, 4, stretch=14.0)
    rows = np.arange(side_px, dtype=np.float32)[:, None]
    board_no = (rows // plank).astype(int)
    offsets = rng.uniform(0, 60, board_no.max() + 1).astype(np.float32)[board_no]
    pace = rng.uniform(0.02, 0.05, board_no.max() + 1).astype(np.float32)[board_no]
    rings = np.sin(rows * pace + 5 * bend + offsets) ** 3
    tone = rng.uniform(0.82, 1.15, board_no.max() + 1).astype(np.float32)[board_no]
    value = tone * (1 + 0.10 * rings + 0.16 * streaks - 0.16 * np.clip(pores, 0, 1))
    seam = np.minimum(rows % plank, plank - rows % plank)
    value = value * (1 - 0.75 * np.exp(-((seam / 1.3) ** 2)))
    warm = 1 + 0.10 * streaks
    image[..., 0] = colour[0] * value * (2 - warm)
    image[..., 1] = colour[1] * value
    image[..., 2] = colour[2] * value * warm
    return np.clip(image, 0.005, 1)


def _coloured(value: Plane, colour: Bgr) -> Picture:
    tinted = value[..., None] * np.asarray(colour, np.float32)
    return np.asarray(np.clip(tinted, 0.005, 1), np.float32)


def _cloth(colour: Bgr, rng: np.random.Generator, side_px: int) -> Picture:
    size = (side_px, side_px)
    steps = np.arange(side_px, dtype=np.float32) * (2 * np.pi / (TOP_PX_PER_MM * 2.3))
    weave = np.sin(steps)[None, :] * np.sin(steps * 1.07)[:, None]
    folds = cloud(rng, size, 500, 2, stretch=2.5)
    lint = rng.standard_normal((side_px, side_px), np.float32)
    value = 1 + 0.14 * weave + 0.12 * folds + 0.06 * lint
    return _coloured(np.asarray(value, np.float32), colour)


def _painted(colour: Bgr, rng: np.random.Generator, side_px: int) -> Picture:
    size = (side_px, side_px)
    value = 1 + 0.05 * cloud(rng, size, 300, 3) + 0.03 * cloud(rng, size, 8, 2)
    return _coloured(np.asarray(value, np.float32), colour)
