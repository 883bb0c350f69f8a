"""Where thrown tokens come to lie in a dish so that they touch what they are said to touch."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from shapely.geometry import Point, Polygon

from companion.board import Area, Dish, PointMm, SectorArea
from companion.drawing import arc_points_mm

_TRIES = 2000
_CLEAR_MM = 0.6  # at least so far from touching otherwise
_ARC_STEP_DEG = 0.5


class DishFloor:
    """A dish whose coloured areas are known as shapes."""

    def __init__(self, dish: Dish) -> None:
        self._dish = dish
        self._hub = Point(dish.centre_mm).buffer(dish.hub_radius_mm, quad_segs=90)
        self._areas = [(area.colour, _shape(area, dish)) for area in dish.areas]

    def touched(self, at_mm: PointMm, radius_mm: float) -> frozenset[str]:
        """The colours whose areas a disc reaches into; all colours when it reaches the hub."""
        disc = Point(at_mm)
        colours = frozenset(colour for colour, _ in self._areas)
        if disc.distance(self._hub) < radius_mm:
            return colours
        return frozenset(
            colour for colour, shape in self._areas if disc.distance(shape) < radius_mm
        )

    def spot(
        self,
        radius_mm: float,
        touches: Sequence[str],
        taken: Sequence[PointMm],
        rng: np.random.Generator,
    ) -> PointMm:
        """A spot wholly in the target, clear of other tokens, that touches exactly that.

        Where no such spot is found, the clearest one that was tried.
        """
        reach = self._dish.target_radius_mm - radius_mm - _CLEAR_MM
        best, best_cost = self._dish.centre_mm, math.inf
        wanted = frozenset(touches)
        for far, turn in zip(
            reach * np.sqrt(rng.uniform(size=_TRIES)),
            rng.uniform(0, math.tau, _TRIES),
            strict=True,
        ):
            x, y = self._dish.centre_mm
            at = x + float(far * math.cos(turn)), y + float(far * math.sin(turn))
            gap = min((math.dist(at, other) for other in taken), default=math.inf)
            cost = max(0.0, 2 * radius_mm + 0.3 - gap)
            if cost >= best_cost:
                continue
            if self.touched(at, radius_mm - _CLEAR_MM) != wanted:
                continue
            if self.touched(at, radius_mm + _CLEAR_MM) != wanted:
                continue
            best, best_cost = at, cost
            if cost == 0:
                break
        return best


def _shape(area: Area, dish: Dish) -> Polygon:
    if not isinstance(area, SectorArea):
        return Polygon(area.polygon_mm)
    to_deg = area.to_deg if area.to_deg > area.from_deg else area.to_deg + 360
    outer, inner = (
        arc_points_mm(dish.centre_mm, radius, area.from_deg, to_deg, _ARC_STEP_DEG)
        for radius in (dish.target_radius_mm, dish.hub_radius_mm)
    )
    return Polygon((*outer, *reversed(inner)))
