"""What the description of a place means for reading it: where to look, and for which pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from companion.places import Family, Place, PlaceBoard
from vision.places.piled import pile_family

Array = NDArray[np.float64]

_FILLS = 0.55  # of its place's area: such a piece lies in the middle
_INSIDE_ANOTHER = 0.9


@dataclass(frozen=True)
class Spot:
    """One place: its middle, its outline around that middle seen upright, and who may lie there.

    `fitted` are families as large as the place, `loose` those that lie anywhere in it.  `below`
    is the index of the larger place that this one lies in, or None; `holes_mm` are the outlines,
    around the middle like `outline_mm`, of the places that lie in this one.  `piled` is the
    family that lies in piles there, found by other means than the loose ones; `board` the number of
    the board among those that are read together.
    """

    index: int
    place: Place
    centre_mm: tuple[float, float]
    outline_mm: Array
    fitted: tuple[Family, ...]
    loose: tuple[Family, ...]
    below: int | None
    holes_mm: tuple[Array, ...] = ()
    piled: Family | None = None
    board: int = 0

    @cached_property
    def reach_mm(self) -> float:
        """From the middle to the farthest corner."""
        return float(np.linalg.norm(self.outline_mm, axis=1).max())


def spots_of(board: PlaceBoard, number: int = 0) -> tuple[Spot, ...]:
    """The places of the board of that number, in the description's order."""
    families = {family.name: family for family in board.families}
    shapes = [Polygon(place.outline_mm) for place in board.places]
    below = _parents(shapes)
    return tuple(
        _spot(index, board.places, shapes, below, families, number) for index in range(len(shapes))
    )


def _spot(
    index: int,
    places: Sequence[Place],
    shapes: Sequence[Polygon],
    below: Sequence[int | None],
    families: dict[str, Family],
    number: int,
) -> Spot:
    place, shape = places[index], shapes[index]
    own = [families[name] for name in place.families]
    fitted = [family for family in own if _area(family) >= _FILLS * shape.area]
    piled = pile_family(place, own)
    middle = np.array([shape.centroid.x, shape.centroid.y])
    angle = np.radians(place.up_deg)
    upright = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return Spot(
        index,
        place,
        (float(middle[0]), float(middle[1])),
        (np.array(place.outline_mm) - middle) @ upright,
        tuple(fitted),
        tuple(family for family in own if family not in fitted and family is not piled),
        below[index],
        tuple(
            (np.array(inner.outline_mm) - middle) @ upright
            for number, inner in enumerate(places)
            if below[number] == index
        ),
        piled,
        number,
    )


def _area(family: Family) -> float:
    return float(Polygon(family.outline_mm).area)


def _parents(shapes: Sequence[Polygon]) -> list[int | None]:
    """For each shape the smallest larger one that it lies in."""
    parents: list[int | None] = []
    for index, shape in enumerate(shapes):
        around = [
            (other.area, number)
            for number, other in enumerate(shapes)
            if number != index
            and other.area > 1.2 * shape.area
            and other.intersection(shape).area > _INSIDE_ANOTHER * shape.area
        ]
        parents.append(min(around)[1] if around else None)
    return parents
