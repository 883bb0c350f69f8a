"""What a rehearsal needs of a camera that sees nothing: blank frames, spots in a dish."""

from __future__ import annotations

import math

import numpy as np

from companion.board import Dish, PointMm
from companion.flow import Frame
from companion.prints import Lie
from hardware.simulated.tabletop.dish import DishFloor

_SEED = 7


def blank_frame(size_wh: tuple[int, int], exposed_at_s: float, camera: str) -> Frame:
    """A black frame."""
    return Frame(np.zeros((size_wh[1], size_wh[0], 3), np.uint8), exposed_at_s, camera)


class DishSpots:
    """Where thrown tokens lie in a dish; a token that stays keeps its spot."""

    def __init__(self, dish: Dish, outline_mm: tuple[PointMm, ...]) -> None:
        self._floor = DishFloor(dish)
        self._radius_mm = max(math.hypot(x, y) for x, y in outline_mm)
        self._known: dict[tuple[str, tuple[str, ...], int], PointMm] = {}

    def spot_mm(self, lie: Lie, number: int) -> PointMm:
        """A spot for token `number` of those that are alike, in board millimetres."""
        key = (lie.kind, lie.touches, number)
        if key not in self._known:
            rng = np.random.default_rng(_SEED + len(self._known))
            taken = tuple(self._known.values())
            self._known[key] = self._floor.spot(self._radius_mm, lie.touches, taken, rng)
        return self._known[key]
