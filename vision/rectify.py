"""Flatten a picture onto a plane above the board, so that tokens are true circles again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose

Array = NDArray[np.float64]
Real = TypeVar("Real", np.float32, np.float64)
_MAP_STEP_PX = 16


@dataclass(frozen=True, slots=True)
class Grid:
    """A raster over a rectangle of the board: the corner at `origin_mm`, `px_per_mm`, size.

    Pixel (column, row) lies at origin + (column + 0.5, row + 0.5) / px_per_mm.
    """

    origin_mm: tuple[float, float]
    px_per_mm: float
    size_wh: tuple[int, int]

    @staticmethod
    def over(low_mm: tuple[float, float], high_mm: tuple[float, float], px_per_mm: float) -> Grid:
        """The raster that covers the rectangle between two corners.

        Its size is a multiple of four, so that it can be halved twice without a remainder.
        """
        width = 4 * int(np.ceil((high_mm[0] - low_mm[0]) * px_per_mm / 4))
        height = 4 * int(np.ceil((high_mm[1] - low_mm[1]) * px_per_mm / 4))
        return Grid(low_mm, px_per_mm, (width, height))

    def to_mm(self, pixels_xy: Array) -> Array:
        """Raster pixels (..., 2) to board mm (..., 2)."""
        from_corner_mm = np.asarray((pixels_xy + 0.5) / self.px_per_mm, np.float64)
        return _moved(from_corner_mm, complex(*self.origin_mm))

    def to_px(self, points_mm: Array) -> Array:
        """Board mm (..., 2) to raster pixels (..., 2)."""
        pixels_xy = _moved(np.asarray(points_mm, np.float64), -complex(*self.origin_mm))
        pixels_xy *= self.px_per_mm
        pixels_xy -= 0.5
        return pixels_xy

    def halved(self) -> Grid:
        """The raster with half the resolution, for a picture shrunk two to one."""
        width, height = self.size_wh
        return Grid(self.origin_mm, self.px_per_mm / 2, (width // 2, height // 2))


def paired(points: NDArray[Real]) -> NDArray[Any]:
    """Points (..., 2) as complex numbers x + iy (...).

    Whole points are added so; taken by twos, numpy spends its time on starting loops.
    """
    kind = np.complex64 if points.dtype == np.float32 else np.complex128
    return np.ascontiguousarray(points).view(kind)[..., 0]


def around(places: NDArray[Real], offsets: NDArray[Real]) -> NDArray[Real]:
    """`offsets` (..., 2) from each of some places (n, 2), both of one type: (n, ..., 2)."""
    spots = paired(places).reshape(-1, *[1] * (offsets.ndim - 1))
    found = spots + paired(offsets)
    return np.asarray(found.view(places.dtype).reshape(*found.shape, 2))


def ring(points: int) -> Array:
    """So many unit vectors (points, 2) all round."""
    angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def distances(places: Array, others: Array) -> Array:
    """How far each of some places (n, 2) is from each of others (m, 2): (n, m)."""
    return np.asarray(np.abs(paired(places)[:, None] - paired(others)), np.float64)


def _moved(points: Array, by: complex) -> Array:
    """Points (..., 2), all of them moved alike."""
    return np.asarray((paired(points) + by)[..., None].view(np.float64))


def sample(
    image: NDArray[Any],
    places_xy_px: NDArray[np.float32] | NDArray[np.int16],
    interpolation: int = cv2.INTER_LINEAR,
) -> NDArray[Any]:
    """Read a picture at places (rows, columns, 2) px; its edge goes on beyond the border."""
    if places_xy_px.size == 0:  # which OpenCV refuses
        return np.empty((*places_xy_px.shape[:2], *image.shape[2:]), image.dtype)
    # OpenCV takes no second map when the first holds pairs; its type stubs do not know that.
    no_second_map = cast("NDArray[np.float32]", None)
    return np.asarray(
        cv2.remap(
            image, places_xy_px, no_second_map, interpolation, borderMode=cv2.BORDER_REPLICATE
        )
    )


def plane_map(pose: Pose, grid: Grid, height_mm: float) -> NDArray[np.float32]:
    """Where each raster pixel lies in the picture: (height, width, 2) float32.

    The exact projection is taken on a coarse mesh and interpolated: between mesh points the
    perspective and the lens bend by far less than a hundredth of a pixel.
    """
    width, height = grid.size_wh
    columns = np.arange(-1, width // _MAP_STEP_PX + 3) * float(_MAP_STEP_PX)
    rows = np.arange(-1, height // _MAP_STEP_PX + 3) * float(_MAP_STEP_PX)
    mesh = np.stack(np.meshgrid(columns, rows), axis=-1)
    coarse = pose.project_px(grid.to_mm(mesh.reshape(-1, 2)), height_mm)
    coarse = coarse.reshape(len(rows), len(columns), 2).astype(np.float32)
    # Map pixel i of the fine raster sits at mesh coordinate 1 + i / step.
    shift = np.array([[1 / _MAP_STEP_PX, 0, 1], [0, 1 / _MAP_STEP_PX, 1]], np.float32)
    return np.asarray(
        cv2.warpAffine(
            coarse,
            shift,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


def flatten(
    image: NDArray[np.uint8], pose: Pose, grid: Grid, height_mm: float
) -> NDArray[np.uint8]:
    """The picture (grey or BGR) resampled onto the plane."""
    return np.asarray(sample(image, plane_map(pose, grid, height_mm)), np.uint8)


@dataclass(frozen=True)
class Around:
    """A pattern of places that is looked at around many points: `offsets` (p, 2), in any unit.

    Over the width of a token the projection is a second-degree polynomial to better than a
    hundredth of a pixel, so nine exact points stand for hundreds.
    """

    offsets: Array

    def pixels(
        self, pose: Pose, centres_mm: Array, unit_mm: float, height_mm: float
    ) -> NDArray[np.float32]:
        """Picture pixels (n, p, 2) of the pattern around each point (n, 2) mm at a height."""
        weights, reach = self._weights
        nodes_mm = centres_mm[:, None] + _nodes()[0] * (reach * unit_mm)
        exact = pose.project_px(nodes_mm.reshape(-1, 2), height_mm).reshape(-1, 9, 2)
        return np.asarray(np.matmul(weights, exact.astype(np.float32)), np.float32)

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float32], float]:
        """How much each of the nine points counts for each place (p, 9), and how far they reach."""
        reach = float(np.abs(self.offsets).max())
        return (_powers(self.offsets / reach) @ _nodes()[1]).astype(np.float32), reach


@cache
def _nodes() -> tuple[Array, Array]:
    """Three by three points (9, 2) around the origin, and what makes the coefficients of the
    polynomial through values there (9, 9)."""
    line = np.array([-1.0, 0.0, 1.0])
    nodes: Array = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return nodes, np.asarray(np.linalg.inv(_powers(nodes)), np.float64)


def _powers(points: Array) -> Array:
    """The nine products of powers 0 to 2 of x and y, (n, 9)."""
    x, y = points[:, 0], points[:, 1]
    one = np.ones_like(x)
    across, down = (one, x, x * x), (one, y, y * y)
    return np.stack([first * second for first in across for second in down], axis=1)
