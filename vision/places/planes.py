"""One frame of one board seen flat, at paper levels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.places.light import Light, LightMeter
from vision.pose import Pose
from vision.rectify import Grid, plane_map

Picture = NDArray[np.uint8]
Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]

_SHRINK_ABOVE = 2.2  # picture pixels for one of the raster: beyond it, lines would be skipped


class Planes:
    """Flattens frames of one board onto planes; keeps the maps while the pose stays the same."""

    def __init__(self, grid: Grid, tags: tuple[Tag, ...], empty_bgr: Picture | None) -> None:
        """`empty_bgr` is the bare board on the raster."""
        self.grid, self._tags = grid, tags
        self._meter = LightMeter(grid, empty_bgr)
        self._pose: Pose | None = None
        self._map: Maps | None = None
        self._small_map: Maps | None = None
        self._shrink = 1.0

    def look(self, image_bgr: Picture, pose: Pose, seen_ids: Collection[int]) -> Planar:
        """The frame, ready to be seen on any plane; `seen_ids` are the markers in view."""
        self._stand(pose)
        if self._shrink > _SHRINK_ABOVE:
            # Averaging over what one raster pixel covers; every other way skips lines.
            side = 2 * round(self._shrink / 2) + 1
            image_bgr = np.asarray(cv2.blur(image_bgr, (side, side)), np.uint8)
        return Planar(self, image_bgr, pose, [tag for tag in self._tags if tag.id in seen_ids])

    def _stand(self, pose: Pose) -> None:
        """Keep what belongs to this pose, and nothing of an earlier one."""
        if pose is not self._pose:
            self._pose, self._map, self._small_map = pose, None, None
            width, height = (side / self.grid.px_per_mm for side in self.grid.size_wh)
            middle = (self.grid.origin_mm[0] + width / 2, self.grid.origin_mm[1] + height / 2)
            self._shrink = pose.px_per_mm(middle) / self.grid.px_per_mm

    def glimpse(self, half_bgr: Picture, pose: Pose) -> Picture:
        """The board flat and small, averaged over noise, from the frame at half its size."""
        self._stand(pose)
        if self._small_map is None:
            exact = plane_map(pose, self.grid.halved(), 0.0)
            self._small_map = _fixed(np.asarray((exact + 0.5) / 2 - 0.5, np.float32))
        return np.asarray(cv2.blur(_remapped(half_bgr, self._small_map), (3, 3)), np.uint8)

    def flat(self, image_bgr: Picture, pose: Pose) -> Picture:
        """The frame on the raster, as the board's plane."""
        if self._map is None:
            self._map = _fixed(plane_map(pose, self.grid, 0.0))
        return _remapped(image_bgr, self._map)

    def light(self, flat_bgr: Picture, tags: Sequence[Tag]) -> Light:
        """The light over the board, as the flat picture shows it at the markers and the print."""
        return self._meter.measure(flat_bgr, tags)


@dataclass(frozen=True, slots=True)
class Level:
    """A height above the board.

    A point p of that height is seen where p + `share` * (p - `foot_mm`) of the board's plane is.
    """

    share: float
    foot_mm: NDArray[np.float64]


class Planar:
    """One frame of one board: its flat picture and its light, each worked out once."""

    def __init__(self, planes: Planes, image_bgr: Picture, pose: Pose, tags: Sequence[Tag]) -> None:
        self._planes, self._image, self.pose, self._tags = planes, image_bgr, pose, tags

    @property
    def grid(self) -> Grid:
        """The raster of all flat pictures."""
        return self._planes.grid

    @cached_property
    def light(self) -> Light:
        """The light over the board."""
        return self._planes.light(self.seen, self._tags)

    @cached_property
    def seen(self) -> Picture:
        """The photograph as it is, flat: (height, width, 3) BGR uint8."""
        return self._planes.flat(self._image, self.pose)

    @cached_property
    def paper(self) -> Picture:
        """The same at paper levels."""
        return self.light.paper(self.seen)

    @cached_property
    def camera_mm(self) -> NDArray[np.float64]:
        """The camera's place (x, y, height) mm: what stands high is seen displaced from there."""
        return self.pose.camera_mm

    def level(self, height_mm: float) -> Level:
        """How what lies at a height above the board is seen."""
        share = height_mm / max(float(self.camera_mm[2]) - height_mm, 1.0)
        return Level(share, self.camera_mm[:2])


def _fixed(exact: NDArray[np.float32]) -> Maps:
    """A map in the form that is quickest to look through."""
    whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(part, np.uint16)


def _remapped(image_bgr: Picture, maps: Maps) -> Picture:
    whole_px, part_px = maps
    flat = cv2.remap(image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, np.uint8)
