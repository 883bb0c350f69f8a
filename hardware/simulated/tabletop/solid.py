"""Paints pieces over the picture: flat ones with their side walls, and stand-ups."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Map, View
from hardware.simulated.lighting import Lamp, gleam, lit
from hardware.simulated.paint import Picture, Plane
from hardware.simulated.tabletop.faces import WALL_BGR, Face, cover_of, in_light
from hardware.simulated.tabletop.layout import Floats, LaidPiece, TableLayout
from hardware.simulated.tabletop.rays import (
    Eye,
    Window,
    eye_of,
    finer,
    moved,
    scaled,
    then,
    to_frame,
    to_height,
    to_picture,
)
from hardware.simulated.tabletop.seen import Seen
from hardware.simulated.tabletop.shade import Shades
from hardware.simulated.tabletop.upright import Card

_RAYS = 3
_SHARPNESS = 160.0
_WALL_STEPS = (0.75, 0.5, 0.25, 0.0)
_CARD_STEPS = (-1.0, -0.5, 0.0, 0.5)


@dataclass(frozen=True, eq=False)
class _Painted:
    """Colour times cover, cover, the part of it that is the upper side, and how that shines."""

    paint: Picture
    cover: Plane
    top: Plane
    shine: Plane


@dataclass(frozen=True, eq=False)
class Solids:
    """Paints the pieces of one layout for one camera and lamp."""

    layout: TableLayout
    view: View
    lamp: Lamp
    shades: Shades
    aim_mm: tuple[float, float]

    def paint(self, seen: Seen, number: int, face: Face, gloss: float) -> None:
        """Paint piece `number` over the picture."""
        piece = self.layout.pieces[number]
        window = self.window(piece)
        if min(window[2:]) < 2:
            return
        painted = (
            self._standing(piece, face, window)
            if piece.art.stands
            else self._flat(piece, face, window, gloss)
        )
        part = seen.light_in(window)
        scaled(part, 1 - painted.cover)
        part += painted.paint
        seen.claim(window, painted.cover > 0.5, 0, np.zeros_like(painted.cover))
        seen.claim(window, painted.top > 0.5, 1 + number, painted.shine)

    def window(self, piece: LaidPiece) -> Window:
        """Where in the picture a piece is seen."""
        if piece.art.stands:
            return self.view.window(Card(self.layout, piece).bounds_mm, 2)
        outline, foot = self.layout.outline_mm(piece), self.layout.foot_mm(piece)
        both = [
            np.c_[outline, np.full(len(outline), high)] for high in (foot, foot + piece.height_mm)
        ]
        return self.view.window(np.concatenate(both), 2)

    def _flat(self, piece: LaidPiece, face: Face, window: Window, gloss: float) -> _Painted:
        foot = self.layout.foot_mm(piece)
        top = foot + piece.height_mm
        level = self.view.plane_map(0.0, window)
        fine = finer(level, _RAYS)
        paint, cover = in_light(face, self._grid(piece, face, fine, top), window[2:])
        coarse = moved(level, to_height(eye_of(self.view), top))
        direct, ambient = lit(self.lamp, coarse, top, self.aim_mm)
        hidden, _ = self.shades.level(top).at(coarse)
        scaled(paint, direct * (1 - hidden) + ambient * (1 - 0.35 * hidden))
        away = coarse + np.asarray(piece.lean_mm, np.float32)
        mirrored = gleam(self.lamp, self.view, away, top, _SHARPNESS) * direct
        shine = np.float32(gloss) * mirrored * (1 - hidden) * cover
        paint += shine[..., None]
        through = np.zeros(fine.shape[:2], np.uint8)
        for share in _WALL_STEPS:
            grid = self._grid(piece, face, fine, foot + share * (top - foot))
            np.maximum(through, cover_of(face, grid), out=through)
        return _with_wall(paint, cover, through, 0.6 * ambient + 0.3 * direct, shine)

    def _grid(self, piece: LaidPiece, face: Face, level: Map, height_mm: float) -> Map:
        """Pixels of a flat piece's face that rays would meet if it lay at that height."""
        frame = to_frame(self.layout.centre_mm(piece), self.layout.turn_deg(piece))
        step = then(to_height(eye_of(self.view), height_mm), frame)
        return moved(level, then(step, to_picture(face.size_mm, face.px_per_mm)))

    def _standing(self, piece: LaidPiece, face: Face, window: Window) -> _Painted:
        card, eye = Card(self.layout, piece), eye_of(self.view)
        fine = finer(self.view.plane_map(0.0, window), _RAYS)
        pixels = to_picture(face.size_mm, face.px_per_mm)
        through = np.zeros(fine.shape[:2], np.uint8)
        for share in _CARD_STEPS:
            grid = moved(card.met(fine, eye, share), pixels)
            np.maximum(through, cover_of(face, grid), out=through)
        seen = moved(card.met(fine, eye, 1.0), pixels)
        paint, cover = in_light(face, seen, window[2:])
        bright = 0.6 * self.lamp.ambient + 1.2 * (1 - self.lamp.ambient) * card.facing(
            self.lamp.place_mm, eye
        )
        paint *= np.float32(bright)
        side = 0.5 * self.lamp.ambient + 0.4 * (1 - self.lamp.ambient)
        light = np.full(cover.shape, side, np.float32)
        return _with_wall(paint, cover, through, light, np.zeros_like(cover))


def seen_outline_mm(layout: TableLayout, piece: LaidPiece, eye: Eye) -> Floats:
    """The outline of the side of a piece that a camera sees, (n, 3): x, y, height (mm)."""
    if piece.art.stands:
        return Card(layout, piece).face_mm(eye)
    outline = layout.outline_mm(piece)
    top = layout.foot_mm(piece) + piece.height_mm
    return np.asarray(np.c_[outline, np.full(len(outline), top)], float)


def _with_wall(
    paint: Picture, cover: Plane, through: NDArray[np.uint8], light: Plane, shine: Plane
) -> _Painted:
    """Add what shows of a thing's side: where rays go through it, but not through its face."""
    behind = cv2.resize(through, cover.shape[::-1], interpolation=cv2.INTER_AREA)
    wall = np.clip(behind.astype(np.float32) * np.float32(1 / 255) - cover, 0, 1)
    lit_wall = wall * light
    paint += cv2.merge([lit_wall * np.float32(channel) for channel in WALL_BGR])
    return _Painted(paint, np.minimum(cover + wall, 1), cover, shine)
