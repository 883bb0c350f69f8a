"""Puts boards on a table, side by side, as people do: nearly straight, some space between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.prints import BoardPrint
from hardware.simulated.tabletop.layout import Bend, LaidBoard, Pose, turning

_ASPECT = 16 / 9  # of the picture that all boards are to fit in
_STEP_MM = 10.0
_WAYS = 12

_Box = tuple[float, float, float, float]  # left, top, right, bottom


def set_boards(
    boards: Sequence[tuple[BoardPrint, int]], rng: np.random.Generator, bend_mm: float = 1.2
) -> tuple[LaidBoard, ...]:
    """Lay boards (each with its copy number) around the first; `bend_mm` is the most warp.

    People who want everything in one picture move the boards together: the closest of a few
    ways to lay them is taken.
    """
    ways = [_one_way(boards, rng) for _ in range(_WAYS if len(boards) > 2 else 1)]
    poses = min(ways, key=lambda way: _picture_mm(way[1]))[0]
    return _from_origin(
        [
            LaidBoard(art, copy, pose, _any_bend(rng, bend_mm))
            for (art, copy), pose in zip(boards, poses, strict=True)
        ]
    )


def _one_way(
    boards: Sequence[tuple[BoardPrint, int]], rng: np.random.Generator
) -> tuple[list[Pose], list[_Box]]:
    """A pose for each board, and the boxes around them."""
    taken: list[_Box] = []
    poses = []
    for art, _ in boards:
        quarter = int(rng.choice((0, 0, 0, 90, 180, 270))) if taken else 0
        turn_deg = quarter + float(rng.normal(0, 2.0))
        gap = float(rng.uniform(8, 30))
        box = np.abs(turning(turn_deg)).T @ np.asarray(art.drawing.size_mm)
        half = box / 2 + gap / 2
        x, y = _free_spot(taken, float(half[0]), float(half[1]))
        taken.append((x - half[0], y - half[1], x + half[0], y + half[1]))
        poses.append(Pose((x, y), turn_deg))
    return poses, taken


def _picture_mm(boxes: Sequence[_Box]) -> float:
    """How high a picture of the usual shape has to be to hold all boxes."""
    bounds = np.asarray(boxes)
    width, height = bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)
    return max(float(width) / _ASPECT, float(height))


def _any_bend(rng: np.random.Generator, most_mm: float) -> Bend:
    across, down, twist = rng.uniform(-1, 1, 3) * most_mm / 2
    return Bend(float(across), float(down), float(twist) / 2)


def _free_spot(taken: Sequence[_Box], half_w: float, half_h: float) -> tuple[float, float]:
    """The spot nearest the table's middle, in the measure of the picture's shape."""
    if not taken:
        return 0.0, 0.0
    bounds = np.asarray(taken)
    reach = float(np.abs(bounds).max()) + 2 * max(half_w, half_h)
    steps = np.arange(-reach, reach + _STEP_MM, _STEP_MM)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    free = np.ones(x.shape, bool)
    for left, top, right, bottom in taken:
        beside = (x + half_w <= left) | (x - half_w >= right)
        free &= beside | (y + half_h <= top) | (y - half_h >= bottom)
    left, top = (
        np.minimum(bounds[:, 0].min(), x - half_w),
        np.minimum(bounds[:, 1].min(), y - half_h),
    )
    right = np.maximum(bounds[:, 2].max(), x + half_w)
    bottom = np.maximum(bounds[:, 3].max(), y + half_h)
    picture = np.maximum((right - left) / _ASPECT, bottom - top)
    cost = picture + 0.02 * np.hypot(x, y)
    best = int(np.argmin(np.where(free, cost, np.inf)))
    return float(x[best]), float(y[best])


def _from_origin(laid: Sequence[LaidBoard]) -> tuple[LaidBoard, ...]:
    """The same boards shifted so that their outer bounds begin at 0, 0."""
    left, top = np.concatenate([board.outline_mm for board in laid]).min(axis=0)
    return tuple(
        LaidBoard(
            board.art,
            board.copy,
            Pose(
                (board.pose.middle_mm[0] - float(left), board.pose.middle_mm[1] - float(top)),
                board.pose.turn_deg,
            ),
            board.bend,
        )
        for board in laid
    )
