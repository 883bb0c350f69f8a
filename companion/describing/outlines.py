"""Outlines of what is printed on a board, as shapes in board millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from shapely import Polygon

from companion.board import Area, Dish, PointMm, SectorArea


def area_outline(area: Area, dish: Dish, step_deg: float = 0.5) -> Polygon:
    """The outline of `area` in board mm; arcs as chords of at most `step_deg` degrees."""
    if not isinstance(area, SectorArea):
        return Polygon(area.polygon_mm)
    outer = list(_arc(dish.centre_mm, dish.target_radius_mm, area, step_deg))
    inner = list(_arc(dish.centre_mm, dish.hub_radius_mm, area, step_deg))
    if area.to_deg - area.from_deg > 360 - 1e-9:
        return Polygon(outer[:-1], [inner[:-1]])
    return Polygon(outer + inner[::-1])


def _arc(
    centre_mm: PointMm, radius_mm: float, area: SectorArea, step_deg: float
) -> Iterator[PointMm]:
    steps = max(2, math.ceil((area.to_deg - area.from_deg) / step_deg))
    for step in range(steps + 1):
        angle = math.radians(area.from_deg + (area.to_deg - area.from_deg) * step / steps)
        yield (
            centre_mm[0] + radius_mm * math.sin(angle),
            centre_mm[1] - radius_mm * math.cos(angle),
        )


def doubled_area(corners: Iterable[PointMm]) -> float:
    """Twice the signed area; positive when the corners go clockwise as seen (y points down)."""
    ring = list(corners)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))
