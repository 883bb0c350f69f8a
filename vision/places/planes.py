"""One frame seen flat at the heights at which pieces' tops lie, at paper levels."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.places.light import Light, measure_light
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
        self._maps: dict[float, tuple[NDArray[np.int16], NDArray[np.uint16]]] = {}
        self._shrink = 1.0

    def look(self, image_bgr: Picture, pose: Pose, seen_ids: Collection[int]) -> Planar:
        """The frame, ready to be seen on any plane; `seen_ids` are the markers in view."""
        if pose is not self._pose:
            self._pose, self._maps = pose, {}
            width, height = (side / self.grid.px_per_mm for side in self.grid.size_wh)
            middle = (self.grid.origin_mm[0] + width / 2, self.grid.origin_mm[1] + height / 2)
            self._shrink = pose.px_per_mm(middle) / self.grid.px_per_mm
        if self._shrink > _SHRINK_ABOVE:
            # Averaging over what one raster pixel covers; every other way skips lines.
            side = 2 * round(self._shrink / 2) + 1
            image_bgr = np.asarray(cv2.blur(image_bgr, (side, side)), np.uint8)
        return Planar(self, image_bgr, pose, [tag for tag in self._tags if tag.id in seen_ids])

    def flat(self, image_bgr: Picture, pose: Pose, height_mm: float) -> Picture:
        """The frame on the raster at a height above the board."""
        if height_mm not in self._maps:
            exact = plane_map(pose, self.grid, height_mm)
            whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
            self._maps[height_mm] = np.asarray(whole, np.int16), np.asarray(part, np.uint16)
        whole_px, part_px = self._maps[height_mm]
        return np.asarray(
            cv2.remap(
                image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
            ),
            np.uint8,
        )

    def light(self, flat_bgr: Picture, tags: Sequence[Tag]) -> Light:
        """The light over the board, as the flat picture at height 0 shows it at the markers."""
        return measure_light(flat_bgr, self.grid, tags, self._empty)


class Planar:
    """One frame of one board: its flat pictures and its light, each worked out once."""

    def __init__(self, planes: Planes, image_bgr: Picture, pose: Pose, tags: Sequence[Tag]) -> None:
        self._planes, self._image, self.pose, self._tags = planes, image_bgr, pose, tags
        self._seen: dict[float, Picture] = {}
        self._paper: dict[float, Picture] = {}
        self._light: Light | None = None
        self._small: Picture | None = None

    @property
    def grid(self) -> Grid:
        """The raster of all flat pictures."""
        return self._planes.grid

    @property
    def light(self) -> Light:
        """The light over the board."""
        if self._light is None:
            self._light = self._planes.light(self.seen(0.0), self._tags)
        return self._light

    def seen(self, height_mm: float) -> Picture:
        """The photograph as it is, flat at a height: (height, width, 3) BGR uint8."""
        if height_mm not in self._seen:
            self._seen[height_mm] = self._planes.flat(self._image, self.pose, height_mm)
        return self._seen[height_mm]

    def paper(self, height_mm: float) -> Picture:
        """The same at paper levels."""
        if height_mm not in self._paper:
            self._paper[height_mm] = self.light.paper(self.seen(height_mm))
        return self._paper[height_mm]

    def lean(self) -> NDArray[np.float64]:
        """The camera's place (x, y, height) mm: what stands high is seen displaced from there."""
        return self.pose.camera_mm

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
            flat = cv2.resize(self.seen(0.0), half, interpolation=cv2.INTER_AREA)
            self._small = np.asarray(cv2.blur(flat, (3, 3)), np.uint8)
        return self._small
