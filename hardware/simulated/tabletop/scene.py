"""One still table under one camera: its light, what shows of every piece, and the hand over it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.hand import HAND_HEIGHT_MM, Hand, paint_hand
from hardware.simulated.lens import View
from hardware.simulated.lighting import Lamp, shade
from hardware.simulated.paint import Picture, Plane, resized
from hardware.simulated.solids import lay_over
from hardware.simulated.tabletop.faces import Faces, density_for
from hardware.simulated.tabletop.ground import BAND_ROWS, Cloth, Ground
from hardware.simulated.tabletop.layout import LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import Glow, Window, enlarged, eye_of, px_per_mm, scaled
from hardware.simulated.tabletop.shade import Shades
from hardware.simulated.tabletop.solid import Solids

HAND = 32_000
_COARSE = 8
_HAND_COARSER = 2


@dataclass(frozen=True, slots=True)
class Sheen:
    """How much boards and pieces mirror the lamp; glossy families by name."""

    board: float = 0.10
    piece: float = 0.16
    families: tuple[tuple[str, float], ...] = ()

    def of(self, piece: LaidPiece) -> float:
        """The gloss of a piece."""
        return dict(self.families).get(piece.art.family, self.piece)


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture in linear light and what each pixel mostly shows.

    `owner` is 1 + number for the upper side of a piece, -1 - number for a board's face, HAND
    for a hand, else 0.
    """

    light_bgr: Picture
    owner: NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class TableScene:
    """Everything on and over the table, and where the camera is."""

    layout: TableLayout
    faces: Faces
    cloth: Cloth
    view: View
    lamp: Lamp
    sheen: Sheen = Sheen()
    hand: Hand | None = None
    hand_seed: int = 0

    @property
    def aim_mm(self) -> tuple[float, float]:
        """The middle of all boards, where the light is measured."""
        left, top, right, bottom = self.layout.bounds_mm
        return (left + right) / 2, (top + bottom) / 2

    @cached_property
    def solids(self) -> Solids:
        """What paints the pieces."""
        return Solids(self.layout, self.view, self.lamp, self._shades, self.aim_mm)

    @cached_property
    def _shades(self) -> Shades:
        return Shades(self.layout, self.lamp)

    def seen(self) -> Seen:
        """The whole picture, hand included."""
        seen = self.still()
        if self.hand is not None:
            lay_hand(seen, self.view, self.lamp, self.hand, self.hand_seed)
        return seen

    def still(self) -> Seen:
        """The picture without the hand."""
        width, height = self.view.lens.size_wh
        picture: Picture = np.empty((height, width, 3), np.float32)
        owner = np.zeros((height, width), np.int16)
        self._ground.paint(picture, owner)
        for number in self._order():
            piece = self.layout.pieces[number]
            face = self.faces.piece(piece.art, piece.back, self._density(piece))
            self.solids.paint(picture, owner, number, face, self.sheen.of(piece))
        return Seen(picture, owner)

    @property
    def _ground(self) -> Ground:
        boards = self.layout.boards
        faces = tuple(
            self.faces.board(
                board.art,
                board.copy,
                density_for(px_per_mm(self.view, board.pose.middle_mm)),
            )
            for board in boards
        )
        glow = Glow(self.view, self.lamp, self.aim_mm)
        return Ground(self.view, glow, self._shades, self.cloth, boards, faces, self.sheen.board)

    def _density(self, piece: LaidPiece) -> float:
        middle = self.layout.boards[piece.board].pose.middle_mm
        return density_for(1.3 * px_per_mm(self.view, middle))

    def _order(self) -> list[int]:
        """Pieces from the lowest to the highest, of equal height the farthest first."""
        eye = eye_of(self.view)

        def rank(number: int) -> tuple[bool, float, float]:
            piece = self.layout.pieces[number]
            away = math.dist(self.layout.centre_mm(piece), eye[:2])
            return piece.art.stands, round(piece.base_mm, 1), -away

        return sorted(range(len(self.layout.pieces)), key=rank)


def lay_hand(seen: Seen, view: View, lamp: Lamp, hand: Hand, seed: int) -> None:
    """Lay a hand and its shadow over a picture, in place."""
    width, height = view.lens.size_wh
    shadow = _hand_shadow(view, lamp, hand)
    for top in range(0, height, BAND_ROWS):
        band = 0, top, width, min(BAND_ROWS, height - top)
        scaled(seen.light_bgr[top : top + band[3]], 1 - enlarged(shadow, (width, height), band))
    window = _hand_window(view, hand)
    if min(window[2:]) < 8:
        return
    at = view.plane_map(HAND_HEIGHT_MM, window)
    half_wh = max(2, window[2] // _HAND_COARSER), max(2, window[3] // _HAND_COARSER)
    at = resized(at, half_wh, cv2.INTER_AREA)
    paint, cover = paint_hand(hand, at, lamp, np.random.default_rng(seed))
    paint *= cover[..., None]
    cover = resized(cover, window[2:], cv2.INTER_LINEAR)
    lay_over(seen.light_bgr, window, resized(paint, window[2:], cv2.INTER_LINEAR), cover)
    left, top, wide, high = window
    seen.owner[top : top + high, left : left + wide][cover > 0.4] = HAND


def _coarse_map(view: View, height_mm: float) -> NDArray[np.float32]:
    width, height = view.lens.size_wh
    whole = view.plane_map(height_mm, (0, 0, width, height))
    return resized(whole, (max(2, width // _COARSE), max(2, height // _COARSE)), cv2.INTER_AREA)


def _hand_shadow(view: View, lamp: Lamp, hand: Hand) -> Plane:
    """The share (0..1) of all light that the hand keeps off, at every eighth pixel."""
    flat = _coarse_map(view, 0.0)
    heights = (0.5 * HAND_HEIGHT_MM, HAND_HEIGHT_MM, 1.5 * HAND_HEIGHT_MM)
    hidden = shade(lamp, flat, 0.0, hand.outline, heights)
    near = np.clip(1 - hand.outline(flat) / 30, 0, 1) ** 2
    direct = (1 - lamp.ambient) * 0.92 * hidden
    return np.asarray(direct + (1 - direct) * 0.45 * near, np.float32)


def _hand_window(view: View, hand: Hand) -> Window:
    inside = hand.outline(_coarse_map(view, HAND_HEIGHT_MM)) < 14
    width, height = view.lens.size_wh
    if not inside.any():
        return 0, 0, 0, 0
    columns, rows = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    left, top = int(columns[0]) * _COARSE, int(rows[0]) * _COARSE
    right = min(width, (int(columns[-1]) + 1) * _COARSE)
    bottom = min(height, (int(rows[-1]) + 1) * _COARSE)
    return left, top, right - left, bottom - top
