"""One still table under one camera: its light, what shows of every piece, and the hand over it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.hand import Hand
from hardware.simulated.lens import View
from hardware.simulated.lighting import Lamp, lamp_tint
from hardware.simulated.solids import lay_over
from hardware.simulated.tabletop.faces import Faces, density_for
from hardware.simulated.tabletop.ground import BAND_ROWS, Cloth, Ground, banded, common
from hardware.simulated.tabletop.hand_layer import hand_layer
from hardware.simulated.tabletop.layout import LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import (
    Window,
    enlarged,
    eye_of,
    glow_of,
    px_per_mm,
    scaled,
)
from hardware.simulated.tabletop.seen import HAND, Seen
from hardware.simulated.tabletop.shade import Shades, shadow_of
from hardware.simulated.tabletop.solid import Solids


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
class TableScene:
    """Everything on and over the table, and where the camera is.

    A `second` lamp may be of another colour; a hand casts its shadow by the first.
    """

    layout: TableLayout
    faces: Faces
    cloth: Cloth
    view: View
    lamp: Lamp
    sheen: Sheen = Sheen()
    hand: Hand | None = None
    hand_seed: int = 0
    second: Lamp | None = None

    @property
    def aim_mm(self) -> tuple[float, float]:
        """The middle of all boards, where the light is measured."""
        left, top, right, bottom = self.layout.bounds_mm
        return (left + right) / 2, (top + bottom) / 2

    def _solids(self, shades: Shades) -> Solids:
        """What paints the pieces."""
        return Solids(self.layout, self.view, self.lamp, shades, self.aim_mm)

    def seen(self) -> Seen:
        """The whole picture, hand included."""
        seen = self.still()
        if self.hand is not None:
            lay_hand(seen, self.view, self.lamp, self.hand, self.hand_seed)
        return seen

    def still(self, window: Window | None = None) -> Seen:
        """The picture, or a window of it, without the hand; two lamps give half the light each.

        Beside the window, what is returned means nothing.
        """
        seen = self._under_lamp(window)
        if self.second is not None:
            other = replace(self, lamp=self.second, second=None).still(window)
            seen.light_bgr[:] += other.light_bgr * second_tint(self.lamp, self.second)
            seen.light_bgr[:] *= 0.5
            np.maximum(seen.shine, other.shine, out=seen.shine)
        return seen

    def window_of(self, piece: LaidPiece) -> Window:
        """Where in the picture a piece changes anything: with its shadows."""
        lamps = [self.lamp] if self.second is None else [self.lamp, self.second]
        corners = []
        for lamp in lamps:
            shadow, soft_mm = shadow_of(self.layout, piece, lamp)
            low, high = shadow.min(axis=0) - soft_mm, shadow.max(axis=0) + soft_mm
            corners += [(x, y, 0.0) for x in (low[0], high[0]) for y in (low[1], high[1])]
        seen = self._solids(Shades(self.layout, self.lamp)).window(piece)
        return around([self.view.window(np.array(corners)), seen])

    def _under_lamp(self, window: Window | None) -> Seen:
        shades = Shades(self.layout, self.lamp, None if window is None else self._mm(window))
        solids, numbers = self._solids(shades), self._order()
        frame = ground = 0, 0, *self.view.lens.size_wh
        if window is not None:
            ground = banded(window, frame[3])
            windows = {n: solids.window(self.layout.pieces[n]) for n in numbers}
            numbers = [n for n in numbers if common(windows[n], window) is not None]
            frame = around([ground, *(windows[n] for n in numbers)])
        seen = Seen.blank(frame[2:], frame[:2])
        self._ground(shades).paint(seen, ground)
        for number in numbers:
            piece = self.layout.pieces[number]
            face = self.faces.piece(piece.art, piece.back, self._density(piece))
            solids.paint(seen, number, face, self.sheen.of(piece))
        return seen

    def _mm(self, window: Window) -> tuple[float, float, float, float]:
        """The part of the table that a window shows: left, top, right, bottom."""
        at = self.view.plane_map(0.0, window).reshape(-1, 2)
        (left, top), (right, bottom) = at.min(axis=0), at.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    def _ground(self, shades: Shades) -> Ground:
        boards = self.layout.boards
        faces = tuple(
            self.faces.board(
                board.art,
                board.copy,
                density_for(px_per_mm(self.view, board.pose.middle_mm)),
            )
            for board in boards
        )
        glow = glow_of(self.view, self.lamp, self.aim_mm)
        return Ground(self.view, glow, shades, self.cloth, boards, faces, self.sheen.board)

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


def around(windows: Sequence[Window]) -> Window:
    """The smallest window that holds all of these."""
    left, top = min(w[0] for w in windows), min(w[1] for w in windows)
    right, bottom = max(w[0] + w[2] for w in windows), max(w[1] + w[3] for w in windows)
    return left, top, right - left, bottom - top


def second_tint(lamp: Lamp, second: Lamp) -> NDArray[np.float32]:
    """The second lamp's light (3,) in blue, green, red, where that of the first is 1."""
    tint = np.array(lamp_tint(second.kelvin)) / np.array(lamp_tint(lamp.kelvin))
    return np.asarray(tint, np.float32)


def lay_hand(seen: Seen, view: View, lamp: Lamp, hand: Hand, seed: int) -> None:
    """Lay a hand and its shadow over a picture, in place."""
    width, height = view.lens.size_wh
    layer = hand_layer(view, lamp, hand, seed)
    for top in range(0, height, BAND_ROWS):
        band = 0, top, width, min(BAND_ROWS, height - top)
        light = 1 - enlarged(layer.shadow, (width, height), band)
        scaled(seen.light_bgr[top : top + band[3]], light)
    if layer.window[2] == 0:
        return
    lay_over(seen.light_bgr, layer.window, layer.paint, layer.cover)
    seen.claim(layer.window, layer.cover > 0.4, HAND, np.zeros_like(layer.cover))
