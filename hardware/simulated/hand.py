"""A hand and forearm over the table: tapered bones with flesh, nails, creases and a sleeve.

The hand's own frame: millimetres, the middle fingertip at the origin, the arm along +x.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.lens import Map
from hardware.simulated.lighting import Lamp, Outline
from hardware.simulated.paint import Picture, Plane, cloud, linear_bgr

SKINS = ("#8d5b3e", "#5a3825", "#c68f6c", "#e0b394", "#f0cdb4", "#3c261b")
SLEEVES = ("#2f3f5c", "#7c2c2c", "#c9c4b8", "#38453a", "#1e1e20", "#a88f4f", "#5b5e66")
HAND_HEIGHT_MM = 32.0

# Bones: x, y, radius at both ends; fingers from tip to knuckle, thumb, palm, wrist, forearm.
_Bone = tuple[float, float, float, float, float, float]
_FINGERS: tuple[_Bone, ...] = (
    (14.0, -34.0, 6.8, 84.0, -31.0, 9.3),
    (2.0, -13.0, 7.4, 82.0, -11.0, 9.8),
    (7.0, 9.0, 7.2, 84.0, 9.0, 9.5),
    (30.0, 31.0, 6.2, 90.0, 27.0, 8.6),
)
_THUMB: _Bone = (62.0, -66.0, 8.6, 118.0, -36.0, 13.0)
_PALM: tuple[_Bone, ...] = (
    (92.0, -24.0, 15.0, 150.0, -12.0, 20.0),
    (92.0, -4.0, 16.0, 150.0, 0.0, 22.0),
    (96.0, 18.0, 14.0, 150.0, 10.0, 19.0),
)
_ARM: tuple[_Bone, ...] = (
    (150.0, 0.0, 25.0, 200.0, 0.0, 27.0),
    (200.0, 0.0, 27.0, 430.0, 0.0, 42.0),
    (430.0, 0.0, 42.0, 2000.0, 40.0, 58.0),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a hand is: middle fingertip, direction of the arm, its looks.

    `spread` scales the distance between the fingers, `size` the whole hand (1 is adult),
    `sleeve_from_mm` is how far from the fingertip the sleeve begins.
    """

    tip_mm: tuple[float, float]
    arm_deg: float
    skin: str
    sleeve: str
    sleeve_from_mm: float
    size: float = 1.0
    spread: float = 1.0
    left: bool = False

    def own_frame(self, at: Map) -> Map:
        """Board x, y to the hand's own frame, (height, width, 2)."""
        c, s = math.cos(math.radians(self.arm_deg)), math.sin(math.radians(self.arm_deg))
        dx, dy = at[..., 0] - self.tip_mm[0], at[..., 1] - self.tip_mm[1]
        own = np.empty_like(at)
        own[..., 0] = (c * dx + s * dy) / self.size
        own[..., 1] = (c * dy - s * dx) / self.size * (-1 if self.left else 1)
        return own

    @property
    def bones(self) -> tuple[_Bone, ...]:
        """All bones with the fingers spread."""
        fingers = tuple(
            (x0, y0 * self.spread, r0, x1, y1, r1) for x0, y0, r0, x1, y1, r1 in _FINGERS
        )
        return (*fingers, _THUMB, *_PALM, *_ARM)

    @property
    def outline(self) -> Outline:
        """Signed distance of the bare silhouette, for shadows and for what is covered."""

        def distance(at: Map) -> Plane:
            own = self.own_frame(at)
            nearest = np.full(at.shape[:2], 1e6, np.float32)
            for bone in self.bones:
                nearest = np.minimum(nearest, _bone_distance(own, bone)[0])
            return np.asarray(nearest * self.size, np.float32)

        return distance


def any_hand(
    rng: np.random.Generator, dish_centre_mm: tuple[float, float], reach_mm: float
) -> Hand:
    """A hand somewhere over the dish; the arm comes from any side."""
    turn, far = rng.uniform(0, math.tau), reach_mm * math.sqrt(float(rng.uniform(0, 1)))
    tip = (dish_centre_mm[0] + far * math.cos(turn), dish_centre_mm[1] + far * math.sin(turn))
    return Hand(
        tip_mm=tip,
        arm_deg=float(rng.uniform(0, 360)),
        skin=SKINS[int(rng.integers(len(SKINS)))],
        sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
        sleeve_from_mm=float(rng.uniform(175, 330)),
        size=float(rng.uniform(0.85, 1.1)),
        spread=float(rng.uniform(0.9, 1.25)),
        left=bool(rng.uniform() < 0.4),
    )


def _bone_distance(own: Map, bone: _Bone) -> tuple[Plane, Plane, Plane]:
    """Signed distance to a tapered bone, its local radius, and how far along it is (0..1)."""
    x0, y0, r0, x1, y1, r1 = bone
    bx, by = x1 - x0, y1 - y0
    px, py = own[..., 0] - x0, own[..., 1] - y0
    along = np.clip((px * bx + py * by) / (bx * bx + by * by), 0, 1)
    radius = r0 + (r1 - r0) * along
    gap = np.hypot(px - bx * along, py - by * along)
    return (
        np.asarray(gap - radius, np.float32),
        np.asarray(radius, np.float32),
        np.asarray(along, np.float32),
    )


def _relief(hand: Hand, own: Map) -> tuple[Plane, Plane, Plane]:
    """Signed distance, height (mm above the hand's middle) and crease darkness of the flesh."""
    nearest = np.full(own.shape[:2], 1e6, np.float32)
    height = np.zeros(own.shape[:2], np.float32)
    crease = np.zeros(own.shape[:2], np.float32)
    for number, bone in enumerate(hand.bones):
        distance, radius, along = _bone_distance(own, bone)
        inside = np.clip(-distance / radius, 0, 1)
        bulge = radius * np.sqrt(np.clip(1 - (1 - inside) ** 2, 0, 1))
        # Flesh joins smoothly: a soft maximum of the bulges.
        height = np.log(np.exp(height / 3) + np.exp(bulge / 3) - 1) * 3
        nearest = np.minimum(nearest, distance)
        if number < len(_FINGERS):
            for joint in (0.36, 0.68):
                crease = np.maximum(crease, np.exp(-(((along - joint) / 0.022) ** 2)) * inside)
    return nearest, np.asarray(height, np.float32), np.asarray(crease, np.float32)


def _nails(hand: Hand, own: Map) -> Plane:
    shine = np.zeros(own.shape[:2], np.float32)
    for x0, y0, r0, *_ in hand.bones[: len(_FINGERS)]:
        dx, dy = (own[..., 0] - x0 - 1.5) / (r0 * 0.95), (own[..., 1] - y0) / (r0 * 0.62)
        shine = np.maximum(shine, np.clip(4 * (1 - dx * dx - dy * dy), 0, 1))
    return shine


def paint_hand(hand: Hand, at: Map, lamp: Lamp, rng: np.random.Generator) -> tuple[Picture, Plane]:
    """The hand's light (BGR linear) and cover (0..1) at each x, y of the hand's own level."""
    own = hand.own_frame(at)
    nearest, height, crease = _relief(hand, own)
    step_mm = max(0.05, float(np.abs(np.diff(own[0, :2, :], axis=0)).max()))
    size_wh = (own.shape[1], own.shape[0])
    folds = cloud(rng, size_wh, 26 / step_mm, 3)
    pores = cloud(rng, size_wh, 2.2 / step_mm, 2)
    in_sleeve = np.clip((own[..., 0] - hand.sleeve_from_mm + 5 * folds) / 1.2, 0, 1)
    cuff = np.asarray(np.where(in_sleeve > 0.5, nearest - 5.5, nearest), np.float32)
    relief = height + in_sleeve * (5 + 3.0 * folds)
    relief = np.asarray(cv2.GaussianBlur(relief.astype(np.float32), (0, 0), 0.8 / step_mm + 0.3))
    glow = _glow(relief, at, lamp)
    skin = np.asarray(linear_bgr(hand.skin), np.float32)
    colour = skin * (1 + 0.10 * folds + 0.05 * pores - 0.42 * crease)[..., None]
    ruddy = np.array([0.86, 0.86, 1.05], np.float32)
    tips = np.clip(1 - own[..., 0] / 30, 0, 1)[..., None]
    colour = colour * (1 + (ruddy - 1) * tips)
    nail = _nails(hand, own)[..., None]
    colour = colour + 0.35 * nail * (np.minimum(skin * 1.5 + 0.05, 1) - colour)
    cloth = (
        np.asarray(linear_bgr(hand.sleeve), np.float32)
        * (1 + 0.18 * folds + 0.1 * pores)[..., None]
    )
    colour = colour + in_sleeve[..., None] * (cloth - colour)
    cover = np.clip(0.5 - cuff * hand.size / (2 * step_mm), 0, 1)
    return (
        np.asarray(np.clip(colour, 0, 1) * glow[..., None], np.float32),
        np.asarray(cover, np.float32),
    )


def _glow(relief: Plane, at: Map, lamp: Lamp) -> Plane:
    """Light on the flesh: soft diffuse by the relief's slope, dimmer towards its edge."""
    step = max(0.05, float(np.linalg.norm(at[0, 1] - at[0, 0])))
    slope_y, slope_x = np.gradient(relief, step)
    along_x, along_y = at[0, -1] - at[0, 0], at[-1, 0] - at[0, 0]
    along_x, along_y = along_x / np.linalg.norm(along_x), along_y / np.linalg.norm(along_y)
    normal = np.stack(
        [
            -(slope_x * along_x[0] + slope_y * along_y[0]),
            -(slope_x * along_x[1] + slope_y * along_y[1]),
            np.ones_like(relief),
        ],
        axis=-1,
    )
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    middle = at[at.shape[0] // 2, at.shape[1] // 2]
    towards = np.array(
        [
            lamp.place_mm[0] - middle[0],
            lamp.place_mm[1] - middle[1],
            lamp.place_mm[2] - HAND_HEIGHT_MM,
        ]
    )
    towards /= np.linalg.norm(towards)
    facing = np.clip((normal @ towards + 0.25) / 1.25, 0, 1)
    open_sky = 0.45 + 0.55 * normal[..., 2]
    return np.asarray(lamp.ambient * open_sky + (1 - lamp.ambient) * 1.1 * facing, np.float32)
