"""A whole table that is looked at many times a second: what stands still is drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.prints import Lie
from hardware.simulated.grain import Grain
from hardware.simulated.hand import Hand
from hardware.simulated.paint import Picture, screen_from_linear
from hardware.simulated.sensor import automatic_gain, cast_bgr, encoded, gathered
from hardware.simulated.tabletop.disturbance import NOTHING, Disturbance
from hardware.simulated.tabletop.ground import common
from hardware.simulated.tabletop.hand_layer import hand_layer
from hardware.simulated.tabletop.laying import lay_pieces
from hardware.simulated.tabletop.layout import TableLayout
from hardware.simulated.tabletop.rays import Window, enlarged, scaled
from hardware.simulated.tabletop.scene import TableScene, around
from hardware.simulated.tabletop.studio import BoardCopy, TableStudio

Screen = NDArray[np.uint8]
_COARSER = 4
_EDGE_PX = 12  # as far as blur, shake and sharpening carry light
_MUCH = 0.5  # of the picture: then all of it is drawn


class LiveTabletop:
    """One camera fixed over one table; pieces come and go, and so does a hand.

    Exposure and white balance stay as they were set over the bare boards.
    """

    def __init__(self, studio: TableStudio, boards: Sequence[BoardCopy], seed: int) -> None:
        self._studio, self._seed = studio, seed
        table = studio.arrange(0, boards, ())
        self._bare, self._shot = replace(table.scene, hand=None), table.shot
        self._still: tuple[TableLayout, Screen] | None = None

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self._studio.lens.size_wh

    @property
    def bare(self) -> TableLayout:
        """The boards without a piece."""
        return self._bare.layout

    def laid(self, lies: Sequence[Lie], before: TableLayout, number: int) -> TableLayout:
        """The table with these pieces; what lay so before is not touched.

        Raises InputError for a piece or place that the prints do not have.
        """
        rng = np.random.default_rng((self._seed, 31, number))
        boards, habits = self._bare.layout.boards, self._studio.habits
        return lay_pieces(self._studio.prints, boards, lies, rng, habits, before)

    def picture(
        self,
        layout: TableLayout,
        hand: Hand | None,
        number: int,
        disturbance: Disturbance = NOTHING,
    ) -> Screen:
        """The table as frame `number` shows it: BGR uint8 with noise of its own."""
        screen = self._drawn(layout)
        if hand is not None:
            screen = self._with_hand(screen, hand)
        return self._grain.over(disturbance.over(screen), number)

    @cached_property
    def _grain(self) -> Grain:
        return Grain(self.size_wh, self._shot, self._seed)

    @cached_property
    def _gain(self) -> float:
        return automatic_gain(gathered(self._bare.still().light_bgr, self._shot), self._shot)

    def _drawn(self, layout: TableLayout) -> Screen:
        """The picture without hand and noise; what looks as before is not drawn again."""
        if self._still is not None and self._still[0] is layout:
            return self._still[1]
        scene = replace(self._bare, layout=layout)
        windows = self._changed(scene)
        if windows is None or self._still is None:
            screen = self._developed(scene.still().light_bgr, (0, 0, *self.size_wh))
        else:
            screen = self._still[1].copy()
            for window in windows:
                self._redraw(screen, scene, window)
        self._still = layout, screen
        return screen

    def _changed(self, scene: TableScene) -> list[Window] | None:
        """Where a table looks otherwise than the one drawn last; None when that is much of it."""
        if self._still is None:
            return None
        known, now = self._still[0], scene.layout
        earlier = replace(self._bare, layout=known)
        windows = [earlier.window_of(piece) for piece in known.pieces if piece not in now.known]
        windows += [scene.window_of(piece) for piece in now.pieces if piece not in known.known]
        windows = _joined([_grown(w, _EDGE_PX, self.size_wh) for w in windows])
        area = sum(width * height for _, _, width, height in windows)
        return windows if area < _MUCH * self.size_wh[0] * self.size_wh[1] else None

    def _redraw(self, screen: Screen, scene: TableScene, window: Window) -> None:
        """Draw a window of the picture anew, in place."""
        wide = _grown(window, _EDGE_PX, self.size_wh)
        fresh = self._developed(scene.still(wide).light_in(wide), wide)
        left, top, width, height = window
        x, y = left - wide[0], top - wide[1]
        screen[top : top + height, left : left + width] = fresh[y : y + height, x : x + width]

    def _developed(self, light_bgr: Picture, window: Window) -> Screen:
        """What the sensor makes of the light of a window, but for its noise."""
        exposed = gathered(light_bgr, self._shot, (window[:2], self.size_wh))
        return encoded(exposed * np.float32(self._gain), self._shot)

    def _with_hand(self, screen: Screen, hand: Hand) -> Screen:
        """Lay a hand and its shadow over an encoded picture: quick, and near enough."""
        layer = hand_layer(self._bare.view, self._bare.lamp, hand, self._seed, _COARSER)
        width, height = self.size_wh
        dimmed = screen.astype(np.float32)
        shadow = enlarged(layer.shadow, self.size_wh, (0, 0, width, height))
        scaled(dimmed, np.asarray((1 - shadow) ** (1 / 2.2), np.float32))
        left, top, wide, high = layer.window
        if wide:
            part = dimmed[top : top + high, left : left + wide]
            light = layer.paint / np.maximum(layer.cover, 1e-3)[..., None]
            light *= np.asarray(cast_bgr(self._shot), np.float32) * np.float32(self._gain)
            part += layer.cover[..., None] * (
                screen_from_linear(np.asarray(light, np.float32)) - part
            )
        return np.asarray(np.clip(dimmed, 0, 255), np.uint8)


def _grown(window: Window, by_px: int, size_wh: tuple[int, int]) -> Window:
    """A window with an edge all round, as far as there is picture."""
    left, top = max(0, window[0] - by_px), max(0, window[1] - by_px)
    right = min(size_wh[0], window[0] + window[2] + by_px)
    bottom = min(size_wh[1], window[1] + window[3] + by_px)
    return left, top, right - left, bottom - top


def _joined(windows: Sequence[Window]) -> list[Window]:
    """The windows with those joined that share something, until none do."""
    found: list[Window] = []
    for window in windows:
        while True:
            other = next((w for w in found if common(w, window) is not None), None)
            if other is None:
                break
            found.remove(other)
            window = around([window, other])
        found.append(window)
    return found
