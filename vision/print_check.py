"""Does the print lie where the markers say?  Measured at the dish's own boundary lines.

A marker that was moved or measured wrongly can be explained away by an unknown lens; the lines
between the areas can't.  Along each boundary inside the target the colour edge nearest to its
described place is found, and one shift and turn is fitted to all of them.  The target's outer
edge is left out: a raised rim hides or displaces it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.describing.outlines import area_outline
from vision.pose import Pose
from vision.rectify import sample

Array = NDArray[np.float64]

MOST_OFF_MM = 1.0  # farther from its described place the print contradicts the markers
REACH_MM = 5.0  # an edge is looked for at most this far from its described place
_PROFILE = 41
_SIDE = 5  # samples at either end that show the colours beside the boundary
_WIDEST_LINE_MM = 3.0
_SPACING_MM = 7.0
_RIM_SHARE = 0.94  # of the target's radius: farther out is its edge
_LEAST_CONTRAST = 14.0  # grey levels a boundary must show within its reach
_LEAST_POINTS = 20
_HUBER_MM = 0.5
_ROUNDS = 8
# Round lines alone, as of a single area all round the hub, tell nothing of a turn: without them
# the likeliest turn is none, give or take a degree, which boundaries that do tell outweigh.
_TURN_PRIOR_MM2 = 150.0


@dataclass(frozen=True, slots=True)
class PrintShift:
    """How far the print lies from its described place: `shift_mm` at the dish's middle,
    `turn_deg` about it, and the `sigma_mm` of that shift."""

    shift_mm: tuple[float, float]
    turn_deg: float
    sigma_mm: float

    def off_mm(self, radius_mm: float) -> float:
        """The largest displacement at a distance from the dish's middle."""
        return float(np.hypot(*self.shift_mm) + abs(np.radians(self.turn_deg)) * radius_mm)


def measure_shift(
    image_bgr: NDArray[np.uint8],
    pose: Pose,
    board: Board,
    covered: Callable[[Array], NDArray[np.bool_]] | None = None,
) -> PrintShift | None:
    """Measure the print of a dish; None when too few boundaries show an edge.

    `covered` says which points (n, 2) mm something lies on or near: they are left out.
    """
    points, normals, on_hub = _boundary(board)
    if covered is not None:
        free = ~covered(points)
        points, normals, on_hub = points[free], normals[free], on_hub[free]
    if len(points) < _LEAST_POINTS:
        return None
    offsets, found = _edges(image_bgr, pose, points, normals)
    if found.sum() < _LEAST_POINTS:
        return None
    return _fitted(
        points[found] - board.dish.centre_mm, normals[found], on_hub[found], offsets[found]
    )


@lru_cache(maxsize=4)
def _boundary(board: Board) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Points (n, 2) mm on boundaries inside the target, unit normals, and which are the hub's."""
    dish = board.dish
    outlines = [np.array(area_outline(area, dish).exterior.coords) for area in dish.areas]
    angle = np.linspace(0, 2 * np.pi, 181)
    ring = np.column_stack([np.sin(angle), -np.cos(angle)])
    outlines.append(np.array(dish.centre_mm) + dish.hub_radius_mm * ring)
    points, normals = [], []
    for outline in outlines:
        steps = np.diff(outline, axis=0)
        lengths = np.linalg.norm(steps, axis=1)
        along = np.concatenate([[0.0], np.cumsum(lengths)])
        at = np.arange(_SPACING_MM / 2, along[-1], _SPACING_MM)
        which = np.clip(np.searchsorted(along, at) - 1, 0, len(steps) - 1)
        share = (at - along[which]) / np.maximum(lengths[which], 1e-9)
        points.append(outline[which] + steps[which] * share[:, None])
        direction = steps[which] / np.maximum(lengths[which], 1e-9)[:, None]
        normals.append(np.column_stack([-direction[:, 1], direction[:, 0]]))
    all_points, all_normals = np.concatenate(points), np.concatenate(normals)
    distance = np.linalg.norm(all_points - dish.centre_mm, axis=1)
    on_hub = np.abs(distance - dish.hub_radius_mm) < 0.5
    # The hub is drawn once; areas that end at it would count its edge again.
    own = np.concatenate(
        [np.zeros(sum(map(len, points[:-1])), bool), np.ones(len(points[-1]), bool)]
    )
    kept = (distance < _RIM_SHARE * dish.target_radius_mm) & (own | ~on_hub)
    return all_points[kept], all_normals[kept], on_hub[kept]


def _edges(
    image_bgr: NDArray[np.uint8], pose: Pose, points: Array, normals: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Signed distance (n,) along the normals to the colour edge, and where there is one."""
    steps = np.linspace(-REACH_MM, REACH_MM, _PROFILE)
    places = points[:, None] + normals[:, None] * steps[None, :, None]
    pixels = pose.project_px(places.reshape(-1, 2)).reshape(len(points), _PROFILE, 2)
    profile = sample(image_bgr, pixels.astype(np.float32)).astype(np.float32)
    left, right = profile[:, :_SIDE].mean(axis=1), profile[:, -_SIDE:].mean(axis=1)
    from_left = np.linalg.norm(profile - left[:, None], axis=2)[:, _SIDE:-_SIDE]
    from_right = np.linalg.norm(profile - right[:, None], axis=2)[:, _SIDE:-_SIDE]
    # The first departure from one side's colour and the last arrival at the other's: the middle
    # of a step, and of a line drawn over it, whatever the colours.
    leaves = _first(from_left > from_left.max(axis=1, keepdims=True) / 2)
    arrives = (
        from_right.shape[1]
        - 1
        - _first(from_right[:, ::-1] > from_right.max(axis=1, keepdims=True) / 2)
    )
    near = steps[_SIDE:-_SIDE]
    width = near[arrives] - near[leaves]
    contrast = np.minimum(from_left.max(axis=1), from_right.max(axis=1))
    plain = (contrast > _LEAST_CONTRAST) & (np.abs(width) < _WIDEST_LINE_MM)
    return (near[leaves] + near[arrives]) / 2, plain


def _first(flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.asarray(flags.argmax(axis=1))


def _fitted(
    points: Array, normals: Array, on_hub: NDArray[np.bool_], offsets: Array
) -> PrintShift | None:
    """Shift and turn by Huber's weights; the hub's radius is free, as lines may widen it."""
    turn = normals[:, 1] * points[:, 0] - normals[:, 0] * points[:, 1]
    outward = np.einsum("ij,ij->i", normals, points) > 0
    hub = np.where(on_hub, np.where(outward, 1.0, -1.0), 0.0)
    design = np.column_stack([normals, turn, hub])
    prior = np.diag([1e-9, 1e-9, _TURN_PRIOR_MM2, 1e-9])
    weight: Array = np.ones(len(points))
    for _ in range(_ROUNDS):
        normal = design.T @ (design * weight[:, None]) + prior
        solution = np.linalg.solve(normal, design.T @ (offsets * weight))
        residual = offsets - design @ solution
        bounded = np.minimum(1.0, _HUBER_MM / np.maximum(np.abs(residual), 1e-9))
        weight = np.asarray(bounded**2, np.float64)
    agree = np.abs(residual) < 2 * _HUBER_MM
    if agree.sum() < _LEAST_POINTS or agree.mean() < 0.4:
        return None
    noise = float(np.sqrt(np.mean(residual[agree] ** 2)))
    covariance = np.linalg.inv(normal) * noise**2
    sigma = float(np.sqrt(max(covariance[0, 0], covariance[1, 1])))
    return PrintShift(
        (float(solution[0]), float(solution[1])), float(np.degrees(solution[2])), sigma
    )
