"""Paints the table top and the boards' faces, a band of the picture at a time."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.backdrop import TOP_PX_PER_MM, table_top
from hardware.simulated.lens import Map, View
from hardware.simulated.paint import Picture, Plane, screen_from_linear
from hardware.simulated.tabletop.faces import LINEAR, WALL_BGR, Face, in_light
from hardware.simulated.tabletop.layout import BOARD_THICK_MM, Floats, LaidBoard, turning
from hardware.simulated.tabletop.rays import (
    Glow,
    Window,
    eye_of,
    finer,
    lifted,
    moved,
    scaled,
    then,
    to_frame,
    to_height,
    to_picture,
)
from hardware.simulated.tabletop.seen import Seen
from hardware.simulated.tabletop.shade import Shades

BAND_ROWS = 72
_CLOTH_PX = 1400
_RAYS = 2
_WALL_STEPS = (1.0, 0.5)
_NO_MAP = np.empty(0, np.float32)


@dataclass(frozen=True, eq=False)
class Cloth:
    """A table top as a screen picture, turned and shifted under the boards."""

    image_bgr: NDArray[np.uint8]
    turn_deg: float
    shift_mm: tuple[float, float]

    @property
    def from_table(self) -> Floats:
        """From table millimetres to its pixels."""
        turn = turning(self.turn_deg).T * TOP_PX_PER_MM
        middle = self.image_bgr.shape[0] / 2
        shift = np.asarray(self.shift_mm) * TOP_PX_PER_MM + middle
        return np.asarray(np.c_[turn, shift], float)

    def at(self, grid: Map) -> Picture:
        """Linear colours at each of its pixels; a mirror image goes on beyond its edges."""
        seen = cv2.remap(
            self.image_bgr, grid, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(cv2.LUT(seen, LINEAR), np.float32)


def table_picture(kind: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A table top of one of the backdrop's kinds, BGR uint8."""
    linear = table_top(kind, rng, _CLOTH_PX).image_bgr
    picture = np.empty(linear.shape, np.uint8)
    for top in range(0, len(linear), 256):
        picture[top : top + 256] = screen_from_linear(linear[top : top + 256])
    return picture


@dataclass(frozen=True, eq=False)
class Ground:
    """What the pieces lie on."""

    view: View
    glow: Glow
    shades: Shades
    cloth: Cloth
    boards: tuple[LaidBoard, ...]
    faces: tuple[Face, ...]
    gloss: float

    def paint(self, seen: Seen, within: Window | None = None) -> None:
        """Paint everything over the whole picture, or over a window of it: see `banded`."""
        left, first, width, height = within or (0, 0, *self.view.lens.size_wh)
        windows = [self._window(board) for board in self.boards]
        for top in range(first, first + height, BAND_ROWS):
            band = left, top, width, min(BAND_ROWS, first + height - top)
            self._table(seen, band)
            for number, window in enumerate(windows):
                part = common(band, window)
                if part is not None:
                    self._board(seen, number, part)

    def _window(self, board: LaidBoard) -> Window:
        highest = 2 * (abs(board.bend.across_mm) + abs(board.bend.down_mm) + 1)
        corners = [np.c_[board.outline_mm, np.full(4, high)] for high in (-BOARD_THICK_MM, highest)]
        return self.view.window(np.concatenate(corners))

    def _table(self, seen: Seen, band: Window) -> None:
        at = moved(self.view.plane_map(0.0, band), to_height(eye_of(self.view), -BOARD_THICK_MM))
        direct, ambient, mirrored = self.glow.on(band)
        hidden, near = self.shades.level(-BOARD_THICK_MM).at(at)
        paint = self.cloth.at(moved(at, self.cloth.from_table))
        light = direct * (1 - hidden) + ambient * (1 - 0.3 * hidden) * (1 - 0.5 * near)
        scaled(paint, light)
        paint += (0.05 * mirrored * (1 - hidden))[..., None]
        seen.light_in(band)[:] = paint

    def _board(self, seen: Seen, number: int, window: Window) -> None:
        board, face = self.boards[number], self.faces[number]
        level = self.view.plane_map(0.0, window)
        direct, ambient, mirrored = self.glow.on(window)
        part = seen.light_in(window)
        self._wall(part, board, level, 0.6 * ambient + 0.25 * direct)
        own, lift = self._met(board, level)
        grid = moved(finer(own, _RAYS), to_picture(face.size_mm, face.px_per_mm))
        paint, cover = in_light(face, grid, window[2:])
        at = lifted(level, eye_of(self.view), lift)
        hidden, near = self.shades.level(0.0).at(at)
        light = direct * self._slope(board, own) * (1 - hidden)
        light += ambient * (1 - 0.3 * hidden) * (1 - 0.45 * near)
        scaled(paint, light)
        shine = np.float32(self.gloss) * mirrored * (1 - hidden) * cover
        paint += shine[..., None]
        scaled(part, 1 - cover)
        part += paint
        seen.claim(window, cover > 0.5, -1 - number, shine)

    def _met(self, board: LaidBoard, level: Map) -> tuple[Map, Plane]:
        """Where rays meet the warped sheet, around its middle, and how high it lies there."""
        eye, frame = eye_of(self.view), to_frame(board.pose.middle_mm, board.pose.turn_deg)
        half = np.asarray(board.size_mm, np.float32) / 2
        own = moved(level, frame)
        for _ in range(2):
            lift = np.asarray(board.lift_mm(own + half), np.float32)
            own = moved(lifted(level, eye, lift), frame)
        return own, lift

    def _wall(self, part: Picture, board: LaidBoard, level: Map, light: Plane) -> None:
        """The board's thickness, seen from the side: slices of it."""
        frame = to_frame(board.pose.middle_mm, board.pose.turn_deg)
        half_w, half_h = (side / 2 for side in board.size_mm)
        fine = finer(level, _RAYS)
        slab = np.zeros(fine.shape[:2], np.uint8)
        for share in _WALL_STEPS:
            lower = to_height(eye_of(self.view), -share * BOARD_THICK_MM)
            own = moved(fine, then(lower, frame))
            inside = cv2.inRange(own, (-half_w, -half_h), (half_w, half_h))
            np.maximum(slab, inside, out=slab)
        seen = cv2.resize(slab, light.shape[::-1], interpolation=cv2.INTER_AREA)
        cover = seen.astype(np.float32) * np.float32(1 / 255)
        scaled(part, 1 - cover)
        part += cv2.merge([cover * light * np.float32(channel) for channel in WALL_BGR])

    def _slope(self, board: LaidBoard, own: Map) -> Plane | np.float32:
        """How much more the warped sheet faces the lamp than level ground does."""
        bend = board.bend
        if not (bend.across_mm or bend.down_mm or bend.twist_mm):
            return np.float32(1)
        half = np.asarray(board.size_mm, np.float32) / 2
        u, v = own[..., 0] / half[0], own[..., 1] / half[1]
        along = (2 * bend.across_mm * u + bend.twist_mm * v) / half[0]
        down = (2 * bend.down_mm * v + bend.twist_mm * u) / half[1]
        lamp = self.shades.lamp.place_mm
        x, y = turning(board.pose.turn_deg) @ (np.asarray(lamp[:2]) - board.pose.middle_mm)
        facing = 1 - (along * np.float32(x) + down * np.float32(y)) / np.float32(lamp[2])
        return np.asarray(np.clip(facing, 0.3, 1.7), np.float32)


def banded(window: Window, height: int) -> Window:
    """A window with the rows of every band that it shares.

    Bands end alike wherever a picture is painted in part, so that a part is painted as the whole.
    """
    left, top, width, rows = window
    first = top - top % BAND_ROWS
    last = min(height, -(-(top + rows) // BAND_ROWS) * BAND_ROWS)
    return left, first, width, last - first


def common(band: Window, window: Window) -> Window | None:
    """What two windows share, if it is more than a line."""
    left, top = max(band[0], window[0]), max(band[1], window[1])
    right = min(band[0] + band[2], window[0] + window[2])
    bottom = min(band[1] + band[3], window[1] + window[3])
    return (left, top, right - left, bottom - top) if right - left > 1 and bottom > top else None
