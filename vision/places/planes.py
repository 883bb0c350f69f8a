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
from vision.places.light import Light, measure_light
from vision.places.patches import patches
from vision.pose import Pose
from vision.rectify import Grid, plane_map

Picture = NDArray[np.uint8]

_CHANGED_LEVELS = 12
_CHANGED_PIXELS = 4
_SHRINK_ABOVE = 2.2  # picture pixels for one of the raster: beyond it, lines would be skipped


class Planes:
    """Flattens frames of one board onto planes; keeps the maps while the pose stays the same."""

    def __init__(self, grid: Grid, tags: tuple[Tag, ...], empty_bgr: Picture | None) -> None:
        """`empty_bgr` is the bare board on the raster."""
        self.grid, self._tags, self._empty = grid, tags, empty_bgr
        self._pose: Pose | None = None
        self._map: tuple[NDArray[np.int16], NDArray[np.uint16]] | None = None
        self._shrink = 1.0

    def look(self, image_bgr: Picture, pose: Pose, seen_ids: Collection[int]) -> Planar:
        """The frame, ready to be seen on any plane; `seen_ids` are the markers in view."""
        if pose is not self._pose:
            self._pose, self._map = pose, None
            width, height = (side / self.grid.px_per_mm for side in self.grid.size_wh)
            middle = (self.grid.origin_mm[0] + width / 2, self.grid.origin_mm[1] + height / 2)
            self._shrink = pose.px_per_mm(middle) / self.grid.px_per_mm
        if self._shrink > _SHRINK_ABOVE:
            # Averaging over what one raster pixel covers; every other way skips lines.
            side = 2 * round(self._shrink / 2) + 1
            image_bgr = np.asarray(cv2.blur(image_bgr, (side, side)), np.uint8)
        return Planar(self, image_bgr, pose, [tag for tag in self._tags if tag.id in seen_ids])

    def flat(self, image_bgr: Picture, pose: Pose) -> Picture:
        """The frame on the raster, as the board's plane."""
        if self._map is None:
            exact = plane_map(pose, self.grid, 0.0)
            whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
            self._map = np.asarray(whole, np.int16), np.asarray(part, np.uint16)
        whole_px, part_px = self._map
        return np.asarray(
            cv2.remap(
                image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
            ),
            np.uint8,
        )

    def light(self, flat_bgr: Picture, tags: Sequence[Tag]) -> Light:
        """The light over the board, as the flat picture shows it at the markers."""
        return measure_light(flat_bgr, self.grid, tags, self._empty)


@dataclass(frozen=True, slots=True)
class Level:
    """What is seen at one height above the board, cut out of the flat picture `paper`.

    A point p of that height is seen where p + `share` * (p - `foot_mm`) of the board's plane is.
    """

    paper: Picture
    grid: Grid
    share: float
    foot_mm: NDArray[np.float64]

    def cut(
        self,
        offsets_mm: NDArray[np.float32],
        centres_mm: NDArray[np.float64],
        up_deg: NDArray[np.float64],
    ) -> Picture:
        """Cut-outs (n, side, side, 3) uint8 around points of this height, each seen upright."""
        if self.share:
            offsets_mm = offsets_mm * np.float32(1 + self.share)
            centres_mm = centres_mm + self.share * (centres_mm - self.foot_mm)
        return patches(self.paper, self.grid, offsets_mm, centres_mm, up_deg)


class Planar:
    """One frame of one board: its flat picture and its light, each worked out once."""

    def __init__(self, planes: Planes, image_bgr: Picture, pose: Pose, tags: Sequence[Tag]) -> None:
        self._planes, self._image, self.pose, self._tags = planes, image_bgr, pose, tags
        self._small: Picture | None = None

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
        """What is seen at a height above the board."""
        share = height_mm / max(float(self.camera_mm[2]) - height_mm, 1.0)
        return Level(self.paper, self.grid, share, self.camera_mm[:2])

    def differs_from(self, earlier: Planar) -> bool:
        """Whether anything on the board changed since an earlier frame of the same pose."""
        if self.pose is not earlier.pose:
            return True
        now, then = self._glance, earlier._glance
        gain = (float(now.mean()) + 1) / (float(then.mean()) + 1)
        change = cv2.absdiff(now, cv2.convertScaleAbs(then, alpha=gain))
        return int(np.count_nonzero(change > _CHANGED_LEVELS)) >= _CHANGED_PIXELS

    @property
    def _glance(self) -> Picture:
        """The board flat and small, averaged over noise."""
        if self._small is None:
            half = self.grid.halved().size_wh
            flat = cv2.resize(self.seen, half, interpolation=cv2.INTER_AREA)
            self._small = np.asarray(cv2.blur(flat, (3, 3)), np.uint8)
        return self._small
