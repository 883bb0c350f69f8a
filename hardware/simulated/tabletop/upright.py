"""Stand-ups: pieces that stand upright on the board, as thin cards folded at their top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hardware.simulated.lens import Map
from hardware.simulated.tabletop.layout import Floats, LaidPiece, TableLayout, turning


@dataclass(frozen=True)
class Card:
    """One stand-up: its drawing's lower edge stands on the ground, its width along its x axis."""

    layout: TableLayout
    piece: LaidPiece

    @cached_property
    def _along(self) -> Floats:
        return np.asarray(turning(self.layout.turn_deg(self.piece))[0], float)

    @cached_property
    def _across(self) -> Floats:
        """Towards whom its front looks: the lower edge of the board it stands on, unturned."""
        return np.array([-self._along[1], self._along[0]])

    @cached_property
    def outline_mm(self) -> Floats:
        """Its outline in the air, (n, 3): x, y, height."""
        corners = np.asarray(self.piece.art.outline_mm, float)
        foot = self.layout.foot_mm(self.piece)
        ground = corners[:, :1] * self._along + self.layout.centre_mm(self.piece)
        rise = self.piece.height_mm / 2 - corners[:, 1] + foot
        return np.asarray(np.c_[ground, np.maximum(rise, foot)], float)

    def in_space(self, own_mm: Floats, side: float) -> Floats:
        """Points (n, 2) around its drawing's middle on one of its sides (1 front, -1 back)."""
        foot = self.layout.foot_mm(self.piece)
        thick = self._across * side * self.piece.art.thickness_mm / 2
        ground = own_mm[:, :1] * self._along + self.layout.centre_mm(self.piece) + thick
        return np.asarray(np.c_[ground, foot + self.piece.height_mm / 2 - own_mm[:, 1]], float)

    @property
    def bounds_mm(self) -> Floats:
        """Points around it with its thickness, (n, 3)."""
        off = np.r_[self._across * self.piece.art.thickness_mm / 2, 0.0]
        return np.concatenate([self.outline_mm + off, self.outline_mm - off])

    def face_mm(self, eye: tuple[float, float, float]) -> Floats:
        """The outline of the side that the camera sees, (n, 3)."""
        off = self._across * self._side(eye) * self.piece.art.thickness_mm / 2
        return np.asarray(self.outline_mm + np.r_[off, 0.0], float)

    def _side(self, eye: tuple[float, float, float]) -> float:
        """1 when the camera sees its front, -1 its back."""
        away = np.asarray(eye[:2]) - self.layout.centre_mm(self.piece)
        return 1.0 if float(away @ self._across) >= 0 else -1.0

    def met(self, level: Map, eye: tuple[float, float, float], share: float) -> Map:
        """Where rays (by their places on level 0) meet the card, around its drawing's middle.

        `share` is the depth: 1 the side that is seen, -1 the other.  Folded card shows the
        same picture to both sides, so nothing is ever seen mirrored.
        """
        side = self._side(eye)
        thick = self.piece.art.thickness_mm / 2
        foot = self.layout.centre_mm(self.piece) + self._across * side * thick * share
        away = level - foot.astype(np.float32)
        towards = np.asarray(eye[:2], np.float32) - level
        across = self._across.astype(np.float32)
        slope = towards[..., 0] * across[0] + towards[..., 1] * across[1]
        slope = np.where(np.abs(slope) < 1e-3, np.float32(1e-3), slope)
        gone = -(away[..., 0] * across[0] + away[..., 1] * across[1]) / slope
        along = self._along.astype(np.float32) * np.float32(side)
        out = np.empty_like(level)
        out[..., 0] = (away[..., 0] + towards[..., 0] * gone) * along[0]
        out[..., 0] += (away[..., 1] + towards[..., 1] * gone) * along[1]
        lower = self.layout.foot_mm(self.piece) + self.piece.height_mm / 2
        out[..., 1] = np.float32(lower) - gone * np.float32(eye[2])
        return out

    def facing(self, lamp_mm: tuple[float, float, float], eye: tuple[float, float, float]) -> float:
        """How squarely (0..1) the lamp shines on the side that the camera sees."""
        middle = np.r_[self.layout.centre_mm(self.piece), self.layout.foot_mm(self.piece)]
        ray = np.asarray(lamp_mm) - middle
        return max(
            0.0, self._side(eye) * float(ray[:2] @ self._across) / float(np.linalg.norm(ray))
        )
