"""Arranges and photographs simulated tosses: one camera, one art, many photographs."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.backdrop import KINDS, TableTop, table_top
from hardware.simulated.conditions import (
    Conditions,
    draw_lamp,
    draw_lens,
    draw_shot,
    draw_stand,
)
from hardware.simulated.hand import any_hand
from hardware.simulated.lens import view_of
from hardware.simulated.looks import Art
from hardware.simulated.prints import print_art
from hardware.simulated.scene import Scene
from hardware.simulated.sensor import Shot, develop
from hardware.simulated.tossing import Toss


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A table ready to be photographed, and how the photograph is taken."""

    scene: Scene
    shot: Shot
    sensor_seed: int

    def photograph(self) -> NDArray[np.uint8]:
        """The photograph, BGR uint8 of the lens's size; the same every time."""
        return develop(self.scene.light_bgr(), self.shot, np.random.default_rng(self.sensor_seed))


class Studio:
    """One art under one camera; every photograph depends only on the seed and its number.

    `scale` makes the pictures smaller than 2304 x 1296.
    """

    def __init__(self, art: Art, seed: int, conditions: Conditions, scale: float = 1.0) -> None:
        self.art, self.conditions = art, conditions
        self._seed = zlib.crc32(art.name.encode()), seed
        rng = np.random.default_rng((*self._seed, 0))
        self.lens = draw_lens(rng).scaled(scale)
        self.prints = print_art(art, rng)
        self._tops: dict[str, TableTop] = {}

    def arrange(self, number: int, *, empty: bool = False) -> Arrangement:
        """Arrange photograph `number` (from 0); `empty` leaves the board bare, without a hand."""
        conditions, board = self.conditions, self.art.board
        rng = np.random.default_rng((*self._seed, 1, number))
        view = view_of(board.size_mm, self.lens, draw_stand(conditions, rng))
        eye = view.camera_mm
        camera_mm = float(eye[0]), float(eye[1]), float(eye[2])
        dish = board.dish
        lamp = draw_lamp(conditions, dish.centre_mm, dish.target_radius_mm, camera_mm, rng)
        count = int(rng.integers(conditions.tokens[0], conditions.tokens[1] + 1))
        tokens = Toss(self.art, rng, conditions.habits).throw(0 if empty else count)
        reach = 0.9 * dish.target_radius_mm
        with_hand = not empty and rng.uniform() < conditions.hand_share
        hand = any_hand(rng, dish.centre_mm, reach) if with_hand else None
        scene = Scene(
            art=self.art,
            prints=self.prints,
            top=self._top(KINDS[int(rng.integers(len(KINDS)))]),
            top_turn_deg=float(rng.uniform(0, 360)),
            top_shift_mm=(float(rng.uniform(-200, 200)), float(rng.uniform(-200, 200))),
            view=view,
            lamp=lamp,
            tokens=tokens,
            hand=hand,
            hand_seed=int(rng.integers(2**31)),
        )
        return Arrangement(scene, draw_shot(conditions, lamp.kelvin, rng), int(rng.integers(2**31)))

    def thrown_again(self, arrangement: Arrangement, number: int) -> Arrangement:
        """The same table, lamp and camera with another toss, `number` of its own, and no hand."""
        rng = np.random.default_rng((*self._seed, 3, number))
        least, most = self.conditions.tokens
        count = int(rng.integers(least, most + 1))
        tokens = Toss(self.art, rng, self.conditions.habits).throw(count)
        scene = replace(arrangement.scene, tokens=tokens, hand=None)
        return replace(arrangement, scene=scene, sensor_seed=int(rng.integers(2**31)))

    def _top(self, kind: str) -> TableTop:
        if kind not in self._tops:
            number = KINDS.index(kind)
            self._tops[kind] = table_top(kind, np.random.default_rng((*self._seed, 2, number)))
        return self._tops[kind]
