"""One frame seen flat, at paper levels, and cut out at the heights at which pieces' tops lie.

A plane at a height is seen through the camera's point as the board's own plane is, only larger:
so one flat picture does for all heights.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.places.light import Light, LightMeter
from vision.places.patches import patches
from vision.pose import Pose
from vision.rectify import Grid, plane_map

Picture = NDArray[np.uint8]
Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]

_COARSE_BELOW = 0.53  # of the raster's resolution
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
    """What is seen at one height above the board, cut out of the flat picture `paper`.

    `coarse` is the same at half the resolution.
    A point p of that height is seen where p + `share` * (p - `foot_mm`) of the board's plane is.
    """

    paper: Picture
    coarse: Picture
    grid: Grid
    share: float
    foot_mm: NDArray[np.float64]

    def cut(
        self,
        offsets_mm: NDArray[np.float32],
        centres_mm: NDArray[np.float64],
        up_deg: NDArray[np.float64],
        px_per_mm: float,
    ) -> Picture:
        """Cut-outs (n, *shape, 3) uint8 around points of this height, each seen upright.

        `offsets_mm` (*shape, 2), of two dimensions, go around the points.  `px_per_mm` is how
        finely they are spaced: fine lines that it would skip are averaged before.
        """
        if self.share:
            offsets_mm = offsets_mm * np.float32(1 + self.share)
            centres_mm = centres_mm + self.share * (centres_mm - self.foot_mm)
        if px_per_mm < _COARSE_BELOW * self.grid.px_per_mm:
            return patches(self.coarse, self.grid.halved(), offsets_mm, centres_mm, up_deg)
        return patches(self.paper, self.grid, offsets_mm, centres_mm, up_deg)


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
    def coarse(self) -> Picture:
        """The same at half the resolution."""
        half = self.grid.halved().size_wh
        return np.asarray(cv2.resize(self.paper, half, interpolation=cv2.INTER_AREA), np.uint8)

    @cached_property
    def camera_mm(self) -> NDArray[np.float64]:
        """The camera's place (x, y, height) mm: what stands high is seen displaced from there."""
        return self.pose.camera_mm

    def level(self, height_mm: float) -> Level:
        """What is seen at a height above the board."""
        share = height_mm / max(float(self.camera_mm[2]) - height_mm, 1.0)
        return Level(self.paper, self.coarse, self.grid, share, self.camera_mm[:2])


def _fixed(exact: NDArray[np.float32]) -> Maps:
    """A map in the form that is quickest to look through."""
    whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(part, np.uint16)


def _remapped(image_bgr: Picture, maps: Maps) -> Picture:
    whole_px, part_px = maps
    flat = cv2.remap(image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, np.uint8)
