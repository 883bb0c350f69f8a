"""Solid things on the board, met ray by ray: token discs and the raised rim.

Each is painted on a small window of the picture at four rays (or two) to a pixel and side,
averaged to colour times cover, and cover.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.lens import Map, View
from hardware.simulated.lighting import Lamp, ShadowSheet, gleam, lit
from hardware.simulated.looks import Art, Rim
from hardware.simulated.paint import Picture, Plane, linear_bgr, looked_up, resized
from hardware.simulated.prints import TOKEN_FACE_PX
from hardware.simulated.tossing import Lying

Window = tuple[int, int, int, int]
_TOKEN_RAYS = 4
_RIM_RAYS = 2
_BEVEL_MM = 0.45


@dataclass(frozen=True, eq=False)
class Light:
    """The lamp with what shades it: one sheet of shadows to each level (mm) that receives."""

    lamp: Lamp
    aim_mm: tuple[float, float]
    sheets: dict[float, ShadowSheet]

    def on(self, at: Map, height_mm: float) -> tuple[Plane, Plane]:
        """Direct and ambient light at each x, y of a level plane, shadows taken off."""
        direct, ambient = lit(self.lamp, at, height_mm, self.aim_mm)
        sheet = self.sheets.get(height_mm)
        if sheet is None:
            return direct, ambient
        hidden = sheet.at(at)
        return direct * (1 - hidden), ambient * (1 - 0.35 * hidden)

    def towards(self, place_mm: tuple[float, float]) -> tuple[float, float, float]:
        """Unit vector from a place on the board to the lamp."""
        x, y, z = self.lamp.place_mm
        dx, dy = x - place_mm[0], y - place_mm[1]
        length = math.sqrt(dx * dx + dy * dy + z * z)
        return dx / length, dy / length, z / length


def lay_over(picture: Picture, window: Window, paint: Picture, cover: Plane) -> None:
    """Composite colour-times-cover over a window of the picture, in place."""
    left, top, width, height = window
    part = picture[top : top + height, left : left + width]
    part *= (1 - cover)[..., None]
    part += paint


def _finer(at: Map, rays: int) -> Map:
    # Linear interpolation of the pixels' own rays puts the finer rays exactly between them.
    return resized(at, (at.shape[1] * rays, at.shape[0] * rays), cv2.INTER_LINEAR)


def _averaged(colour: Picture, inside: Plane, rays: int) -> tuple[Picture, Plane]:
    size_wh = inside.shape[1] // rays, inside.shape[0] // rays
    return (
        resized(colour * inside[..., None], size_wh, cv2.INTER_AREA),
        resized(inside, size_wh, cv2.INTER_AREA),
    )


def _circle(
    centre_mm: tuple[float, float],
    radius_mm: float,
    heights_mm: tuple[float, ...],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    turns = np.linspace(0, math.tau, 48, endpoint=False)
    return np.concatenate(
        [
            np.c_[
                centre_mm[0] + radius_mm * np.cos(turns),
                centre_mm[1] + radius_mm * np.sin(turns),
                np.full(48, height),
            ]
            for height in heights_mm
        ]
    )


def paint_token(
    picture: Picture, view: View, art: Art, face: Picture, token: Lying, light: Light
) -> None:
    """Paint one token over the picture: its printed top, bevel and side wall."""
    tokens, look = art.board.tokens, art.token_look
    bottom = token.level * tokens.thickness_mm
    top = bottom + tokens.thickness_mm
    window = view.window(_circle(token.centre_mm, tokens.radius_mm, (bottom, top)))
    if min(window[2:]) < 2:
        return
    coarse = view.plane_map(top, window)
    upper, lower = _finer(coarse, _TOKEN_RAYS), _finer(view.plane_map(bottom, window), _TOKEN_RAYS)
    centre = np.asarray(token.centre_mm, np.float32)
    from_centre = upper - centre
    reach = np.hypot(from_centre[..., 0], from_centre[..., 1])
    on_top = reach < tokens.radius_mm
    colour = _face_colours(face, from_centre, token.angle_deg, tokens.diameter_mm)
    colour *= _top_light(light, coarse, top, from_centre, reach, tokens.radius_mm)[..., None]
    shine = gleam(light.lamp, view, coarse, top, 160.0) * look.gloss
    colour += resized(shine, (reach.shape[1], reach.shape[0]), cv2.INTER_LINEAR)[..., None]
    normal, on_wall = _wall(from_centre, lower - centre, tokens.radius_mm)
    on_wall &= ~on_top
    bright = _wall_light(light, token.centre_mm, normal)
    wall = np.asarray(linear_bgr(look.wall), np.float32) * bright[..., None]
    colour = np.where(on_wall[..., None], wall, colour).astype(np.float32)
    inside = (on_top | on_wall).astype(np.float32)
    lay_over(picture, window, *_averaged(colour, inside, _TOKEN_RAYS))


def _face_colours(face: Picture, from_centre: Map, angle_deg: float, diameter_mm: float) -> Picture:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    back = np.array([[c, s], [-s, c]], np.float32)
    grid = from_centre @ back.T * (TOKEN_FACE_PX / diameter_mm) + (TOKEN_FACE_PX / 2 - 0.5)
    face = face.astype(np.float32, copy=False)  # kept in half the memory
    return looked_up(face, grid.astype(np.float32), cv2.BORDER_REPLICATE)


def _top_light(
    light: Light, coarse: Map, top_mm: float, from_centre: Map, reach: Plane, radius_mm: float
) -> Plane:
    direct, ambient = light.on(coarse, top_mm)
    size_wh = reach.shape[1], reach.shape[0]
    direct = resized(direct, size_wh, cv2.INTER_LINEAR)
    ambient = resized(ambient, size_wh, cv2.INTER_LINEAR)
    middle = coarse[coarse.shape[0] // 2, coarse.shape[1] // 2]
    lx, ly, lz = light.towards((float(middle[0]), float(middle[1])))
    slant = np.clip((reach - (radius_mm - _BEVEL_MM)) / _BEVEL_MM, 0, 1) * 0.8
    outward = from_centre / np.maximum(reach, 1e-3)[..., None]
    facing = np.sqrt(1 - slant**2) * lz + slant * (outward[..., 0] * lx + outward[..., 1] * ly)
    return np.asarray(direct * np.clip(facing / lz, 0, 2) + ambient * (1 - 0.3 * slant), np.float32)


def _wall(
    upper: Map, lower: Map, radius_mm: float
) -> tuple[Map, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """Outward normal where a ray going down meets the side of a disc, and whether it does."""
    step = lower - upper
    a = np.maximum(np.sum(step**2, axis=-1), 1e-12)
    b = np.sum(upper * step, axis=-1)
    c = np.sum(upper**2, axis=-1) - radius_mm**2
    root = b * b - a * c
    share = (-b - np.sqrt(np.maximum(root, 0))) / a
    met = (root > 0) & (share >= 0) & (share <= 1)
    normal = (upper + step * share[..., None]) / radius_mm
    return np.asarray(normal, np.float32), met


def _wall_light(light: Light, place_mm: tuple[float, float], normal: Map) -> Plane:
    lx, ly, _ = light.towards(place_mm)
    facing = np.clip(normal[..., 0] * lx + normal[..., 1] * ly, 0, 1)
    return np.asarray(0.6 * light.lamp.ambient + (1 - light.lamp.ambient) * facing, np.float32)


def paint_rim(picture: Picture, view: View, art: Art, rim: Rim, light: Light) -> None:
    """Paint the raised ring: flat top, rounded edges, outer and inner wall."""
    centre_mm = art.board.dish.centre_mm
    window = view.window(_circle(centre_mm, rim.outer_mm, (0.0, rim.height_mm)))
    if min(window[2:]) < 2:
        return
    coarse = view.plane_map(rim.height_mm, window)
    centre = np.asarray(centre_mm, np.float32)
    upper = _finer(coarse, _RIM_RAYS) - centre
    lower = _finer(view.plane_map(0.0, window), _RIM_RAYS) - centre
    reach, foot = (np.hypot(m[..., 0], m[..., 1]) for m in (upper, lower))
    on_top = (reach > rim.inner_mm) & (reach < rim.outer_mm)
    outer_normal, on_outer = _wall(upper, lower, rim.outer_mm)
    on_outer &= reach >= rim.outer_mm
    on_inner = (reach <= rim.inner_mm) & (foot > rim.inner_mm)
    inner_normal = -lower / np.maximum(foot, 1e-3)[..., None]
    normal = np.where(on_outer[..., None], outer_normal, inner_normal).astype(np.float32)
    middle, half = (rim.inner_mm + rim.outer_mm) / 2, (rim.outer_mm - rim.inner_mm) / 2
    outward = upper / np.maximum(reach, 1e-3)[..., None]
    slant = np.clip(((np.abs(reach - middle) - half) + 1.6) / 1.6, 0, 1) * 0.8
    lx, ly, lz = light.towards(centre_mm)
    sideways = np.sign(reach - middle) * (outward[..., 0] * lx + outward[..., 1] * ly)
    direct, ambient = (
        resized(p, (reach.shape[1], reach.shape[0]), cv2.INTER_LINEAR)
        for p in light.on(coarse, rim.height_mm)
    )
    facing = np.clip((np.sqrt(1 - slant**2) * lz + slant * sideways) / lz, 0, 2)
    bright = np.where(on_top, direct * facing + ambient, _wall_light(light, centre_mm, normal))
    turn = np.arctan2(upper[..., 1], upper[..., 0])
    grain = 1 + 0.10 * np.sin(reach * 5.2 + 3 * np.sin(turn * 2)) + 0.05 * np.sin(turn * 190)
    colour = np.asarray(linear_bgr(rim.colour), np.float32) * (bright * grain)[..., None]
    inside = (on_top | on_outer | on_inner).astype(np.float32)
    lay_over(picture, window, *_averaged(colour.astype(np.float32), inside, _RIM_RAYS))
