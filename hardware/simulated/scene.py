"""Everything on and over one simulated table, and the light that reaches the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.backdrop import TableTop
from hardware.simulated.ground import Ground, KeptGround
from hardware.simulated.hand import HAND_HEIGHT_MM, Hand, paint_hand
from hardware.simulated.lens import Map, View
from hardware.simulated.lighting import (
    Lamp,
    gleam,
    lit,
    ring,
    shade,
    shadow_sheet,
    with_shadow_of,
)
from hardware.simulated.looks import Art
from hardware.simulated.paint import Picture, Plane, linear_bgr, looked_up, resized
from hardware.simulated.prints import Prints
from hardware.simulated.solids import Light, Window, lay_over, paint_rim, paint_token
from hardware.simulated.tossing import Lying

_BOARD_THICK_MM = 2.0
LIGHT_PX = 8  # light without edges is computed on every eighth pixel


@dataclass(frozen=True, eq=False)
class Scene:
    """One still table: what stands where, under which lamp, seen from where.

    `ground` is the bare table if that is already drawn.
    """

    art: Art
    prints: Prints
    top: TableTop | None
    top_turn_deg: float
    top_shift_mm: tuple[float, float]
    view: View
    lamp: Lamp
    tokens: tuple[Lying, ...] = ()
    hand: Hand | None = None
    hand_seed: int = 0
    ground: Ground | KeptGround | None = None

    def standing(self) -> Scene:
        """The same with its ground drawn, and what that was drawn from let go.

        For a camera that stands still over a table on which only tokens and hands change.
        """
        view = replace(self.view, lens=replace(self.view.lens))
        ground = _ground(self).kept()
        return replace(self, prints=self.prints.faces_only(), top=None, view=view, ground=ground)

    def light_bgr(self) -> Picture:
        """The picture in linear light, before the camera's sensor, white surfaces about 1."""
        picture = self.table_bgr()
        if self.hand is not None:
            window, paint, cover, shadow = self.hand_layer(self.hand)
            picture *= (1 - shadow)[..., None]
            lay_over(picture, window, paint, cover)
        return picture

    def table_bgr(self) -> Picture:
        """The same without the hand."""
        light = _light(self)
        picture = _lit_ground(self, self.ground or _ground(self), light)
        nearer = _nearest_first(self)
        ordered = sorted(self.tokens, key=lambda token: (token.level, -nearer[token]))
        behind = [token for token in ordered if not self._before_rim(token, nearer[token])]
        for token in behind:
            paint_token(
                picture, self.view, self.art, self.prints.faces_bgr[token.kind], token, light
            )
        if self.art.rim is not None:
            paint_rim(picture, self.view, self.art, self.art.rim, light)
        for token in (token for token in ordered if token not in behind):
            paint_token(
                picture, self.view, self.art, self.prints.faces_bgr[token.kind], token, light
            )
        return picture

    def _before_rim(self, token: Lying, distance_mm: float) -> bool:
        rim, centre = self.art.rim, self.art.board.dish.centre_mm
        if rim is None or math.dist(token.centre_mm, centre) < rim.outer_mm:
            return False
        eye = self.view.camera_mm
        return distance_mm < math.dist((eye[0], eye[1]), centre)

    def hand_layer(self, hand: Hand, coarser: int = 2) -> tuple[Window, Picture, Plane, Plane]:
        """A hand's window, colour times cover and cover there, and its shadow everywhere.

        The shadow is the share (0..1) of all light that the hand keeps from each pixel.
        The hand is drawn on every `coarser`th pixel; it is out of focus anyway.
        """
        whole = _whole(self.view)
        flat = _coarse_map(self.view, 0.0)
        heights = (0.5 * HAND_HEIGHT_MM, HAND_HEIGHT_MM, 1.5 * HAND_HEIGHT_MM)
        hidden = shade(self.lamp, flat, 0.0, hand.outline, heights)
        near = _near_hand(hand, flat)
        shadow = (1 - self.lamp.ambient) * 0.92 * hidden
        shadow = shadow + (1 - shadow) * 0.45 * near
        shadow = resized(np.asarray(shadow, np.float32), whole[2:], cv2.INTER_LINEAR)
        window = _hand_window(self.view, hand)
        at = self.view.plane_map(HAND_HEIGHT_MM, window, coarser)
        paint, cover = paint_hand(hand, at, self.lamp, np.random.default_rng(self.hand_seed))
        paint *= cover[..., None]
        return (
            window,
            resized(paint, window[2:], cv2.INTER_LINEAR),
            resized(cover, window[2:], cv2.INTER_LINEAR),
            shadow,
        )


def _whole(view: View) -> Window:
    return 0, 0, *view.lens.size_wh


def _coarse_map(view: View, height_mm: float) -> Map:
    return view.plane_map(height_mm, _whole(view), LIGHT_PX)


def _near_hand(hand: Hand, at: Map) -> Plane:
    """Light from all sides that the hand's nearness keeps off the table (0..1)."""
    return np.asarray(np.clip(1 - hand.outline(at) / 30, 0, 1) ** 2, np.float32)


def _hand_window(view: View, hand: Hand) -> Window:
    inside = hand.outline(_coarse_map(view, HAND_HEIGHT_MM)) < 14
    width, height = view.lens.size_wh
    if not inside.any():
        return 0, 0, LIGHT_PX, LIGHT_PX
    columns, rows = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    left, top = int(columns[0]) * LIGHT_PX, int(rows[0]) * LIGHT_PX
    right = min(width, (int(columns[-1]) + 1) * LIGHT_PX)
    bottom = min(height, (int(rows[-1]) + 1) * LIGHT_PX)
    return left, top, right - left, bottom - top


def _light(scene: Scene) -> Light:
    """Shadow sheets for the board and for the tops of tokens that lie on it."""
    board = scene.art.board
    thick = board.tokens.thickness_mm
    sheets = {}
    for ground in (0.0, thick, 2 * thick):
        sheet = shadow_sheet(
            scene.lamp, scene.tokens, board.size_mm, (board.tokens.diameter_mm, thick), ground
        )
        if scene.art.rim is not None:
            rim = scene.art.rim
            outline = ring(board.dish.centre_mm, rim.inner_mm, rim.outer_mm)
            heights = [
                h for h in (0.4 * rim.height_mm, 0.7 * rim.height_mm, rim.height_mm) if h > ground
            ]
            sheet = with_shadow_of(sheet, scene.lamp, ground, outline, heights)
        sheets[ground] = sheet
    return Light(scene.lamp, board.dish.centre_mm, sheets)


def _smooth_light(scene: Scene) -> tuple[Plane, Plane, Plane]:
    """Direct, ambient and mirrored light on the board's level, for every pixel."""
    at = _coarse_map(scene.view, 0.0)
    direct, ambient = lit(scene.lamp, at, 0.0, scene.art.board.dish.centre_mm)
    mirrored = gleam(scene.lamp, scene.view, at, 0.0, 90.0) * direct
    fields = (direct, ambient, mirrored)
    size_wh = scene.view.lens.size_wh
    wide = [resized(np.asarray(f, np.float32), size_wh, cv2.INTER_LINEAR) for f in fields]
    return wide[0], wide[1], wide[2]


def _outside(at: Map, size_mm: tuple[float, float]) -> Plane:
    """Signed distance (mm) to the board's rectangle, negative inside."""
    x = np.abs(at[..., 0] - size_mm[0] / 2) - size_mm[0] / 2
    y = np.abs(at[..., 1] - size_mm[1] / 2) - size_mm[1] / 2
    return np.asarray(np.maximum(x, y), np.float32)


def _bare_table(scene: Scene, top: TableTop) -> Picture:
    """Table top and the board's thickness, before the board's face is laid over it."""
    view, board = scene.view, scene.art.board
    at = view.plane_map(-_BOARD_THICK_MM, _whole(view))
    picture = top.at(at, scene.top_turn_deg, scene.top_shift_mm)
    direct, ambient, mirrored = _smooth_light(scene)
    lamp_x, lamp_y, lamp_z = scene.lamp.place_mm
    lean = np.array([board.size_mm[0] / 2 - lamp_x, board.size_mm[1] / 2 - lamp_y], np.float32) * (
        _BOARD_THICK_MM / lamp_z
    )
    distance = _outside(at, board.size_mm)
    cast = np.clip(0.5 - _outside(at - lean, board.size_mm) / 2.0, 0, 1)
    corner = np.clip(1 - np.maximum(distance, 0) / 5, 0, 1)
    light = direct * (1 - cast) + ambient * (1 - 0.5 * corner)
    picture *= light[..., None]
    picture += (0.05 * mirrored)[..., None]
    wall = np.asarray(linear_bgr(scene.art.board_look.ground), np.float32) * 0.7 + 0.02
    mm_per_px = float(
        np.linalg.norm(
            at[at.shape[0] // 2, at.shape[1] // 2 + 1] - at[at.shape[0] // 2, at.shape[1] // 2]
        )
    )
    upper = view.plane_map(0.0, _whole(view))
    for share in (0.0, 0.33, 0.66):
        between = np.asarray(at + share * (upper - at), np.float32)
        cover = np.clip(0.5 - _outside(between, board.size_mm) / mm_per_px, 0, 1)[..., None]
        picture += cover * (wall * (0.7 * ambient + 0.3 * direct)[..., None] - picture)
    return picture


def _ground(scene: Scene) -> Ground:
    """Draw the bare table: its top, and the printed board averaged from four rays a pixel."""
    assert scene.top is not None
    view, board = scene.view, scene.art.board
    width, height = board.size_mm
    corners = np.array([(x, y, 0.0) for x in (0.0, width) for y in (0.0, height)])
    window = view.window(corners)
    fine_wh = window[2] * 2, window[3] * 2
    fine = resized(view.plane_map(0.0, window), fine_wh, cv2.INTER_LINEAR)
    density, face = _level(scene.prints, fine)
    printed = looked_up(face, fine * np.float32(density) - np.float32(0.5), cv2.BORDER_REPLICATE)
    cover = (_outside(fine, board.size_mm) < 0).astype(np.float32)
    paint = resized(printed * cover[..., None], window[2:], cv2.INTER_AREA)
    cover = resized(cover, window[2:], cv2.INTER_AREA)
    return Ground(_bare_table(scene, scene.top), window, paint, cover)


def _lit_ground(scene: Scene, bare: Ground | KeptGround, light: Light) -> Picture:
    """The bare table with the printed board on it lit, and shaded by what stands there."""
    ground = bare.unpacked()
    picture, paint, cover = ground.around_bgr, ground.face_bgr, ground.cover
    left, top, wide, high = ground.window
    if not wide or not high:
        return picture
    direct, ambient, mirrored = (
        field[top : top + high, left : left + wide] for field in _smooth_light(scene)
    )
    hidden = light.sheets[0.0].at(scene.view.plane_map(0.0, ground.window))
    paint *= (direct * (1 - hidden) + ambient * (1 - 0.35 * hidden))[..., None]
    shine = scene.art.board_look.gloss * mirrored * (1 - 0.8 * hidden) * cover
    paint += shine[..., None]
    lay_over(picture, ground.window, paint, cover)
    return picture


def _level(prints: Prints, fine: Map) -> tuple[float, Picture]:
    """The board's face whose pixels are about as fine as the rays."""
    middle = fine[fine.shape[0] // 2, fine.shape[1] // 2 : fine.shape[1] // 2 + 2]
    rays_per_mm = 1 / max(1e-6, float(np.linalg.norm(middle[1] - middle[0])))
    fitting = [level for level in prints.board_levels if level[0] <= 1.45 * rays_per_mm]
    return fitting[0] if fitting else prints.board_levels[-1]


def _nearest_first(scene: Scene) -> dict[Lying, float]:
    eye = scene.view.camera_mm
    return {token: math.dist((eye[0], eye[1]), token.centre_mm) for token in scene.tokens}
