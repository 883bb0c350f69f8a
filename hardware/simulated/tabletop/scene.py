"""One still table under one camera: its light, what shows of every piece, and the hand over it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.hand import Hand
from hardware.simulated.lens import View
from hardware.simulated.lighting import Lamp, lamp_tint
from hardware.simulated.solids import lay_over
from hardware.simulated.tabletop.faces import Faces, density_for
from hardware.simulated.tabletop.ground import BAND_ROWS, Cloth, Ground
from hardware.simulated.tabletop.hand_layer import hand_layer
from hardware.simulated.tabletop.layout import LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import Glow, enlarged, eye_of, px_per_mm, scaled
from hardware.simulated.tabletop.seen import HAND, Seen
from hardware.simulated.tabletop.shade import Shades
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
        """The picture without the hand; two lamps give half of the light each."""
        seen = self._under_lamp()
        if self.second is not None:
            other = replace(self, lamp=self.second, second=None).still()
            seen.light_bgr[:] += other.light_bgr * second_tint(self.lamp, self.second)
            seen.light_bgr[:] *= 0.5
            np.maximum(seen.shine, other.shine, out=seen.shine)
        return seen

    def _under_lamp(self) -> Seen:
        seen = Seen.blank(self.view.lens.size_wh)
        self._ground.paint(seen)
        for number in self._order():
            piece = self.layout.pieces[number]
            face = self.faces.piece(piece.art, piece.back, self._density(piece))
            self.solids.paint(seen, number, face, self.sheen.of(piece))
        return seen

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
