"""Where a picture is found again within another one, by its marks: corners and blobs of print.

A mark is told by what lies around it, so that a part of a picture is enough, and so that nothing
has to be known of how it is turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

_CONTRAST, _EDGE = 0.02, 20.0  # how faint and how edge-like a mark may be
_NEAREST = 3  # marks of the scene that one of a picture may be
_UNLIKE = 280.0
_SMALLER, _LARGER = 0.7, 1.4  # as which a mark is seen at most
_NEAR_MM, _NEAR_RAD = 4.0, np.radians(12.0)
_APART_MM = 10.0
_FEWEST = 5  # marks that agree about where a picture lies
_MOST = 3  # places of one picture that are followed up
_SLIP_MM = 1.2


@dataclass(frozen=True)
class Marks:
    """The marks of a picture: places (n, 2) in pixels, directions (radians), sizes, looks."""

    points_px: Array
    turns_rad: Array
    sizes_px: Array
    looks: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.points_px)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the middle of a picture lies (pixels of the scene), how far it is turned clockwise,
    and how many of its marks say so.
    """

    middle_px: tuple[float, float]
    turn_rad: float
    marks: int


def marks_of(image_bgr: Picture) -> Marks:
    """The marks of a BGR uint8 picture."""
    finder = cv2.SIFT.create(contrastThreshold=_CONTRAST, edgeThreshold=_EDGE)
    gray = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    found, looks = finder.detectAndCompute(gray, None)
    if not found:
        nothing = np.empty(0)
        return Marks(np.empty((0, 2)), nothing, nothing, np.empty((0, 128), np.float32))
    return Marks(
        np.array([each.pt for each in found], np.float64),
        np.radians([each.angle for each in found]),
        np.array([each.size for each in found], np.float64),
        np.asarray(looks, np.float32),
    )


def placed(
    picture: Marks, size_wh: tuple[int, int], scene: Marks, px_per_mm: float
) -> list[Placed]:
    """Where a picture of that size may lie in a scene of the same scale, likeliest first."""
    if len(picture) < _FEWEST or len(scene) < _FEWEST:
        return []
    own, there = _alike(picture, scene)
    turns = scene.turns_rad[there] - picture.turns_rad[own]
    away = picture.points_px[own] - np.array(size_wh) / 2
    middles = scene.points_px[there] - _turned(away, turns)
    found: list[Placed] = []
    for near in _agreeing(own, middles, turns, px_per_mm):
        if len(found) == _MOST:
            break
        where = _laid(away[near], scene.points_px[there[near]], px_per_mm)
        far = [np.hypot(*np.subtract(where.middle_px, each.middle_px)) for each in found]
        if all(apart > _APART_MM * px_per_mm for apart in far):
            found.append(where)
    return found


def _alike(picture: Marks, scene: Marks) -> tuple[Numbers, Numbers]:
    """Pairs of marks that look alike and are of about one size."""
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    count = min(_NEAREST, len(scene))
    pairs = [
        (match.queryIdx, match.trainIdx)
        for matches in matcher.knnMatch(picture.looks, scene.looks, k=count)
        for match in matches
        if match.distance < _UNLIKE
    ]
    own, there = np.array(pairs, np.int64).reshape(-1, 2).T
    ratio = scene.sizes_px[there] / picture.sizes_px[own]
    kept = (ratio > _SMALLER) & (ratio < _LARGER)
    return own[kept], there[kept]


def _turned(points: Array, turns_rad: Array) -> Array:
    cosine, sine = np.cos(turns_rad), np.sin(turns_rad)
    x, y = points[:, 0], points[:, 1]
    return np.stack([x * cosine - y * sine, x * sine + y * cosine], axis=1)


def _agreeing(own: Numbers, middles: Array, turns: Array, px_per_mm: float) -> Iterator[Numbers]:
    """Sets of pairs that agree about middle and turn, the largest first."""
    if not len(own):
        return
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    off = np.abs((turns[:, None] - turns[None] + np.pi) % (2 * np.pi) - np.pi)
    near = (apart < _NEAR_MM * px_per_mm) & (off < _NEAR_RAD)
    counts = np.array([len(np.unique(own[row])) for row in near])
    for index in np.argsort(-counts, kind="stable"):
        if counts[index] < _FEWEST:
            return
        yield np.flatnonzero(near[index])


def _laid(away: Array, points: Array, px_per_mm: float) -> Placed:
    """The turn and shift that lay the marks best; those that slip are left out."""
    kept = np.ones(len(away), bool)
    for _ in range(3):
        turn, middle = _best(away[kept], points[kept])
        slip = np.hypot(*(_turned(away, np.full(len(away), turn)) + middle - points).T)
        inside = slip < max(_SLIP_MM * px_per_mm, 1.5 * float(np.median(slip)))
        if inside.sum() < _FEWEST or (inside == kept).all():
            break
        kept = inside
    return Placed((float(middle[0]), float(middle[1])), turn, int(kept.sum()))


def _best(away: Array, points: Array) -> tuple[float, Array]:
    """The rigid motion from `away` to `points` with the least squares: turn, middle."""
    a, b = away - away.mean(axis=0), points - points.mean(axis=0)
    sine = float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    cosine = float((a * b).sum())
    turn = float(np.arctan2(sine, cosine))
    mean = away.mean(axis=0)[None]
    return turn, np.asarray(points.mean(axis=0) - _turned(mean, np.array([turn]))[0])
