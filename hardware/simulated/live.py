"""A simulated table that is looked at many times a second: what stands still is drawn once."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.grain import Grain
from hardware.simulated.hand import Hand, any_hand
from hardware.simulated.paint import screen_from_linear
from hardware.simulated.scene import Scene
from hardware.simulated.sensor import (
    automatic_gain,
    cast_bgr,
    encoded,
    gathered,
)
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Lying, Toss

Screen = NDArray[np.uint8]
_ARM_OUT_MM = 900.0
_LIVE_COARSER = 4


class LiveTable:
    """One camera fixed over one table; tokens change, a hand comes and goes.

    Exposure and white balance stay as they were set over the empty board.
    """

    def __init__(self, studio: Studio, seed: int) -> None:
        # The studio itself is not kept: its prints and table tops fill a hundred megabytes.
        self._art, self._habits, self._seed = studio.art, studio.conditions.habits, seed
        arrangement = studio.arrange(0, empty=True)
        self._scene, self._shot = arrangement.scene, arrangement.shot
        self._still: tuple[tuple[Lying, ...], Screen] | None = None

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self._scene.view.lens.size_wh

    @property
    def _bare(self) -> Scene:
        if self._scene.ground is None:
            self._scene = self._scene.standing()
        return self._scene

    def toss(self, number: int, tokens: int) -> tuple[Lying, ...]:
        """The tokens of throw `number`, always the same for one seed."""
        rng = np.random.default_rng((self._seed, 11, number))
        return Toss(self._art, rng, self._habits).throw(tokens)

    def hand(self, number: int, phase: float) -> Hand:
        """The hand of throw `number` on its way: in at phase 0, over the dish, out at 1."""
        dish = self._art.board.dish
        rng = np.random.default_rng((self._seed, 12, number))
        there = any_hand(rng, dish.centre_mm, 0.4 * dish.target_radius_mm)
        away_mm = _ARM_OUT_MM * abs(2 * phase - 1) ** 1.5
        along = math.radians(there.arm_deg)
        tip = (
            there.tip_mm[0] + away_mm * math.cos(along),
            there.tip_mm[1] + away_mm * math.sin(along),
        )
        return replace(there, tip_mm=tip)

    def picture(self, tokens: tuple[Lying, ...], hand: Hand | None, noise_seed: int) -> Screen:
        """The table as the camera sees it: BGR uint8 with noise of its own."""
        screen = self._drawn(tokens)
        if hand is not None:
            screen = self._with_hand(screen, replace(self._bare, tokens=tokens), hand)
        return self._grain.over(screen, noise_seed)

    @cached_property
    def _grain(self) -> Grain:
        return Grain(self.size_wh, self._shot, self._seed)

    @cached_property
    def _gain(self) -> float:
        return automatic_gain(gathered(self._bare.table_bgr(), self._shot), self._shot)

    def _drawn(self, tokens: tuple[Lying, ...]) -> Screen:
        if self._still is None or self._still[0] != tokens:
            scene = replace(self._bare, tokens=tokens)
            exposed = gathered(scene.table_bgr(), self._shot) * np.float32(self._gain)
            self._still = tokens, encoded(exposed, self._shot)
        return self._still[1]

    def _with_hand(self, screen: Screen, scene: Scene, hand: Hand) -> Screen:
        """Lay a hand and its shadow over an encoded picture: quick, and near enough."""
        (left, top, width, height), paint, cover, shadow = scene.hand_layer(hand, _LIVE_COARSER)
        dimmed = np.asarray(screen * ((1 - shadow) ** (1 / 2.2))[..., None], np.float32)
        part = dimmed[top : top + height, left : left + width]
        bare_paint = paint / np.maximum(cover, 1e-3)[..., None]
        light = bare_paint * np.asarray(cast_bgr(self._shot), np.float32) * np.float32(self._gain)
        part += cover[..., None] * (screen_from_linear(light.astype(np.float32)) - part)
        return np.asarray(np.clip(dimmed, 0, 255), np.uint8)
