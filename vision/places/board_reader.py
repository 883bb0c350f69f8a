"""What is known of one board before any frame is read: its places, its print, its pictures."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from companion.places import Family, PlaceBoard
from vision.places.bank import Bank
from vision.places.glimpse import PlaceMap, changed_pixels
from vision.places.painting import Banks, BankStore
from vision.places.planes import Planar, Planes
from vision.places.raster import grid_over, laid_out
from vision.places.spots import Spot, spots_of
from vision.pose import Pose

Picture = NDArray[np.uint8]
Sort = tuple[int, tuple[int, ...], bool, bool]

_ASTRAY_MM = 3.0  # how far a piece may reach out of its place


class BoardReader:
    """Knows one board's places and pictures; sees frames flat whose pose is known.

    `number` is the board's among those that are read together; `grid` is the raster of the views;
    `bare_bgr` is the bare board on it, None when there is no picture of it.

    Raises TableFileError when a kind's picture can't be used, PictureError when that of the
    bare board can't.
    """

    def __init__(self, board: PlaceBoard, store: BankStore | None = None, number: int = 0) -> None:
        """Boards with the same pictures may share a `store`."""
        self.board, self.number = board, number
        self.spots = spots_of(board, number)
        self._banks = Banks(board, BankStore() if store is None else store)
        self.grid = grid_over(board)
        self.bare_bgr = None if board.empty is None else laid_out(board, self.grid)
        self._planes = Planes(self.grid, board.tags, self.bare_bgr)
        self.beside = [
            [other.index for other in self.spots if _reach_each_other(spot, other)]
            for spot in self.spots
        ]
        self.sorts = [self._sort(spot) for spot in self.spots]
        self._place_map = PlaceMap(board.places, self.grid.halved())

    def _sort(self, spot: Spot) -> Sort:
        """Places of one sort are read together: of about one size, for the same pieces."""
        families = (self._banks.number(family) for family in (*spot.fitted, *spot.loose))
        size = round(np.log(spot.reach_mm) / 0.12)
        return size, tuple(sorted(families)), bool(spot.holes_mm), self.bare_bgr is not None

    def bank(self, family: Family, blur_mm: float) -> Bank:
        """The templates of a family under a blur of this standard deviation."""
        return self._banks.bank(family, blur_mm)

    def view(self, image_bgr: Picture, pose: Pose, seen_ids: Collection[int]) -> Planar:
        """The frame seen flat; the light is measured at the markers that were seen."""
        return self._planes.look(image_bgr, pose, seen_ids)

    def glimpse(self, half_bgr: Picture, pose: Pose) -> Picture:
        """The board flat and small, from the frame at half its size."""
        return self._planes.glimpse(half_bgr, pose)

    def changed(self, now: Picture, then: Picture) -> frozenset[int]:
        """The numbers of the places that two glimpses of the same pose show otherwise."""
        return self._place_map.touched(changed_pixels(now, then))

    def with_kept(self, now: Picture, then: Picture, anew: Collection[int]) -> Picture:
        """The later glimpse, but the earlier one in all places that were not read anew."""
        return self._place_map.with_kept(now, then, anew)

    def with_upper(self, lower: Collection[int]) -> frozenset[int]:
        """These places, and those that lie on them."""
        upper = [spot.index for spot in self.spots if spot.below in lower]
        return frozenset([*lower, *upper])


def _reach_each_other(spot: Spot, other: Spot) -> bool:
    """Whether pieces of one place may reach into the other; places within each other do not."""
    if spot.index in (other.index, other.below) or other.index == spot.below:
        return False
    apart = np.hypot(*np.subtract(spot.centre_mm, other.centre_mm))
    return bool(apart < spot.reach_mm + other.reach_mm + _ASTRAY_MM)
