"""A board seen small and averaged over noise: enough to tell which of its places changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.places import Place
from vision.rectify import Grid

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_CHANGED_LEVELS = 9
_CHANGED_PIXELS = 4
_BESIDE_MM = 2.0  # a piece may reach so far out of its place
_THINNED = 3  # every so many pixels tell how the light changed
_LIT = 24  # levels: what is darker says little of the light


@dataclass(frozen=True, slots=True)
class Glance:
    """How one board looks beside how it looked before; nothing was read.

    `found`: it lies where it was read last.  `moving`: the picture differs from the one looked
    at before.  `changed`: the places that look unlike when they were read last; all of them when
    the board was not read yet or does not lie there any more.
    """

    board: str
    found: bool
    moving: bool
    changed: tuple[str, ...]


def changed_pixels(now: Picture, then: Picture) -> Mask:
    """Where two small pictures of one board differ by more than light and noise make them."""
    usual = _relit(then, now)
    change = cv2.absdiff(now, usual)
    blue, green, red = cv2.split(change)
    return np.asarray(cv2.max(cv2.max(blue, green), red) > _CHANGED_LEVELS)


def differ(now: Picture, then: Picture) -> bool:
    """Whether anything on the board changed."""
    return int(np.count_nonzero(changed_pixels(now, then))) >= _CHANGED_PIXELS


def _relit(then: Picture, now: Picture) -> Picture:
    """The earlier picture in the later one's light, which is the same all over the board.

    What a hand hides does not count: the median of the pixels tells.
    """
    few_then = then[::_THINNED, ::_THINNED].reshape(-1, 3)
    few_now = now[::_THINNED, ::_THINNED].reshape(-1, 3)
    lit = few_then.min(axis=1) > _LIT
    if np.count_nonzero(lit) < _CHANGED_PIXELS:
        return then.copy()
    gains = np.median(few_now[lit] / few_then[lit].astype(np.float32), axis=0)
    table = np.minimum(np.arange(256.0)[:, None] * gains, 255).round().astype(np.uint8)
    return np.asarray(cv2.LUT(then, table[None]), np.uint8)


class PlaceMap:
    """Which pixels of a small picture belong to which place, its surroundings included."""

    def __init__(self, places: Sequence[Place], grid: Grid) -> None:
        width, height = grid.size_wh
        reach = max(1, round(_BESIDE_MM * grid.px_per_mm))
        paper = np.zeros((height, width), np.uint8)
        pixels, starts = [], []
        count = 0
        for place in places:
            corners = np.round(grid.to_px(np.array(place.outline_mm))).astype(np.int32)
            paper[:] = 0
            cv2.fillPoly(paper, [corners], 1)
            cv2.polylines(paper, [corners], True, 1, 2 * reach + 1)
            own = np.flatnonzero(paper)
            starts.append(count)
            pixels.append(own)
            count += len(own)
        self._pixels = np.concatenate(pixels).astype(np.int32)
        self._starts = np.array(starts)

    def touched(self, changed: Mask) -> frozenset[int]:
        """The numbers of the places in which enough pixels changed."""
        if np.count_nonzero(changed) < _CHANGED_PIXELS:
            return frozenset()
        counts = np.add.reduceat(changed.ravel()[self._pixels].astype(np.int32), self._starts)
        return frozenset(np.flatnonzero(counts >= _CHANGED_PIXELS).tolist())

    def with_kept(self, now: Picture, then: Picture, anew: Collection[int]) -> Picture:
        """The later picture, but the earlier one in later light in all places but `anew`.

        So a place is always compared with how it looked when it was read.
        """
        mixed = _relit(then, now)
        fresh, shown = mixed.reshape(-1, 3), now.reshape(-1, 3)
        ends = [*self._starts[1:].tolist(), len(self._pixels)]
        for number in anew:
            own = self._pixels[self._starts[number] : ends[number]]
            fresh[own] = shown[own]
        return mixed
