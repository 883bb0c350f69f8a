"""A simulated table that is looked at many times a second: what stands still is drawn once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.cropping import board_window, cropped, inner, rows_around
from hardware.simulated.grain import Grain
from hardware.simulated.hand import Hand, any_hand
from hardware.simulated.paint import screen_from_linear
from hardware.simulated.scene import Scene
from hardware.simulated.sensor import (
    Shot,
    automatic_gain,
    cast_bgr,
    encoded,
    gathered,
)
from hardware.simulated.solids import Window
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Lying, Toss

Screen = NDArray[np.uint8]
_ARM_OUT_MM = 900.0
_LIVE_COARSER = 4
_BAND_PX = 108
_REDRAWN_PX = 128


@dataclass(frozen=True, eq=False)
class _Empty:
    """The empty table: its picture, how it is seen, and the part that is drawn anew."""

    screen: Screen
    scene: Scene
    shot: Shot
    gain: float
    grain: Grain
    part: Scene
    window: Window


class LiveTable:
    """One camera fixed over one table; tokens change, a hand comes and goes.

    Exposure and white balance stay as they were set over the empty board.
    """

    def __init__(self, studio: Studio, seed: int) -> None:
        self._art, self._habits, self._seed = studio.art, studio.conditions.habits, seed
        self._size_wh = studio.lens.size_wh
        # Let go when the table has been drawn: its prints and tops fill a hundred megabytes.
        self._studio: Studio | None = studio
        self._shown: tuple[Lying, ...] = ()

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self._size_wh

    @cached_property
    def _empty(self) -> _Empty:
        """The table without a token, drawn for the first picture: that takes seconds."""
        assert self._studio is not None
        arrangement, self._studio = self._studio.arrange(0, empty=True), None
        shot, standing = arrangement.shot, arrangement.scene.standing()
        exposed = gathered(standing.table_bgr(), shot)
        gain = automatic_gain(exposed, shot)
        exposed *= np.float32(gain)
        window = board_window(standing.view, self._art.board)
        part = cropped(standing, window)
        # What the ground was drawn from is let go, and what the lens has computed.
        view = replace(standing.view, lens=replace(standing.view.lens))
        scene = replace(standing, view=view, ground=None)
        grain = Grain(self.size_wh, shot, self._seed)
        return _Empty(encoded(exposed, shot), scene, shot, gain, grain, part, window)

    def set_up(self) -> None:
        """Draw the empty table, unless it is drawn."""
        _ = self._empty

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
            screen = self._with_hand(screen, hand)
        return self._empty.grain.over(screen, noise_seed)

    def _drawn(self, tokens: tuple[Lying, ...]) -> Screen:
        """The table without a hand; the next call may change it."""
        empty = self._empty
        screen, part, shot = empty.screen, empty.part, empty.shot
        if self._shown != tokens:
            self._shown = tokens
            left, top, _, _ = empty.window
            x, y, wide, high = inner(empty.window, self.size_wh)
            for first in range(y, y + high, _REDRAWN_PX):
                # In bands: what is computed on the way takes twenty times a picture's memory.
                end = min(first + _REDRAWN_PX, y + high)
                band = rows_around(part, first - top, end - top)
                light = replace(cropped(part, band), tokens=tokens).table_bgr()
                exposed = gathered(light, shot, ((left, top + band[1]), self.size_wh))
                exposed *= np.float32(empty.gain)
                rows = slice(first - top - band[1], end - top - band[1])
                drawn = encoded(exposed, shot)[rows, x - left : x - left + wide]
                screen[first:end, x : x + wide] = drawn
        return screen

    def _with_hand(self, screen: Screen, hand: Hand) -> Screen:
        """Lay a hand and its shadow over an encoded picture: quick, and near enough."""
        empty = self._empty
        (left, top, width, height), paint, cover, shadow = empty.scene.hand_layer(
            hand, _LIVE_COARSER
        )
        dimmed = np.empty_like(screen)
        for first in range(0, len(screen), _BAND_PX):
            band = slice(first, first + _BAND_PX)
            dimmed[band] = screen[band] * ((1 - shadow[band]) ** (1 / 2.2))[..., None]
        under = dimmed[top : top + height, left : left + width]
        cast = np.asarray(cast_bgr(empty.shot), np.float32) * np.float32(empty.gain)
        for first in range(0, height, _BAND_PX):
            band = slice(first, first + _BAND_PX)
            share, part = cover[band][..., None], under[band]
            light = np.asarray(paint[band] / np.maximum(share, 1e-3) * cast, np.float32)
            over = share * (screen_from_linear(light) - part.astype(np.float32))
            part[:] = np.clip(part + over, 0, 255)
        return dimmed
