"""Moves a piece's outline over white paper until it lies where the paper ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm
from companion.errors import InputError
from companion.flow import Sentence
from companion.places import as_circle
from vision.rectify import Grid, sample

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

SCALES = (0.8, 1.25)  # how much smaller or larger than described a piece may be
SEARCH_PX_PER_MM = 3.0
_BESIDE_MM = 0.8  # inside and outside of the outline are compared so far from it ...
_NEARLY_MM = 0.3  # ... and so far in the end
_CLOSE_MM = 0.5
_BELIEVED = 0.75  # of the outline: a shadow may lie along the rest
_PIECE_LEVELS = 40.0  # so much darker or more coloured than paper is no paper
_CLEAR_LEVELS = 90.0  # ... and so much is clear: the edge of a shadow may be clearer
_MOST_COLOUR = 0.3  # of the brightest channel: paper has no colour, not in a shadow either
_DARKEST, _DARK = 60.0, 100.0  # levels of paper in a deep shadow
_DEEPER_MM, _SHADOW_LEVELS = 2.5, 20.0  # a shadow beside a piece is so narrow, and so much darker
_FAR_MM, _FARTHER_MM = 4.0, 9.0  # from the middle of what has colour; when nothing has
_LEAST_SCORE = 0.30
_TURNS_DEG = 30.0
_POINTS = 96
_FRAME_MM = 1.2
_LEAST_BLOB_MM2, _LINES_MM = 12.0, 4.0
_AROUND = np.stack(np.meshgrid(*[[-1.0, 0.0, 1.0]] * 4), axis=-1).reshape(-1, 4)


@dataclass(frozen=True)
class LaidPiece:
    """How a piece lies on the sheet: middle, turn clockwise, size beside what is described.

    `score`, 0 to 1, says how clearly its outline shows.
    """

    centre_mm: PointMm
    turn_deg: float
    scale: float
    score: float


class OutlineFit:
    """Moves an outline over a box until it lies where the paper ends."""

    def __init__(self, paper_bgr: Picture, grid: Grid, outline_mm: Array) -> None:
        self._image = cv2.GaussianBlur(paper_bgr.astype(np.float32), (0, 0), 0.8)
        bright = self._image.max(axis=2)
        self._bright = np.asarray(bright, np.float32)
        colour = (bright - self._image.min(axis=2)) / np.maximum(bright, 1.0)
        self._paper = np.clip(1 - colour / _MOST_COLOUR, 0, 1) * np.clip(
            (bright - _DARKEST) / (_DARK - _DARKEST), 0, 1
        ).astype(np.float32)
        self._grid = grid
        self._round = as_circle(tuple((float(x), float(y)) for x, y in outline_mm)) is not None
        self._points, self._normals = _around(outline_mm)

    def best(self, middle_mm: PointMm, scale: float | None) -> LaidPiece:
        """The best fit near the box's middle."""
        blob = self._blob()
        (x, y), reach = (middle_mm, _FARTHER_MM) if blob is None else (blob, _FAR_MM)
        turns = [0.0] if self._round else np.arange(-_TURNS_DEG, _TURNS_DEG + 1, 5.0)
        some = np.arange(SCALES[0], SCALES[1] + 0.01, 0.05) if scale is None else [scale]
        far, near = np.arange(-reach, reach + 0.1, 1.0), np.arange(-1.0, 1.1, 0.5)
        guesses = _every(far + x, far + y, turns, some)
        best = guesses[int(np.argmax(self._scores(guesses, _BESIDE_MM)))]
        score = float(self._scores(best[None], _BESIDE_MM)[0])
        if score < _LEAST_SCORE:
            raise InputError(Sentence("teach_no_piece", "no piece of this shape shows in the box"))
        # Any size between paper and print scores well so far; the edge itself is sharper.
        fine = np.arange(SCALES[0], SCALES[1] + 0.01, 0.02) if scale is None else [scale]
        close = [0.0] if self._round else np.arange(-5.0, 5.1, 2.5)
        guesses = _every(near + best[0], near + best[1], best[2] + np.array(close), fine)
        best = guesses[int(np.argmax(self._scores(guesses, _NEARLY_MM)))]
        step = np.array([0.5, 0.5, 0.0 if self._round else 2.5, 0.02 * (scale is None)])
        for share in (0.5, 0.25, 0.12, 0.06):
            for _ in range(4):
                guesses = best + _AROUND * step * share
                best = guesses[int(np.argmax(self._scores(guesses, _NEARLY_MM)))]
        return LaidPiece((float(best[0]), float(best[1])), float(best[2]), float(best[3]), score)

    def _blob(self) -> PointMm | None:
        """The middle of what is no paper in the box, not in a shadow either."""
        mask = (self._paper < 0.3).astype(np.uint8)
        edge = round(_FRAME_MM * self._grid.px_per_mm)
        mask[:edge], mask[-edge:], mask[:, :edge], mask[:, -edge:] = 0, 0, 0, 0
        # White lines on a piece are no paper between two pieces.
        side = 2 * round(_LINES_MM * self._grid.px_per_mm / 2) + 1
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(closed)
        if count < 2:
            return None
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        if stats[largest, cv2.CC_STAT_AREA] < _LEAST_BLOB_MM2 * self._grid.px_per_mm**2:
            return None
        left, top, width, height = stats[largest, :4]
        centre = np.array([[left + (width - 1) / 2, top + (height - 1) / 2]])
        x, y = self._grid.to_mm(centre)[0]
        return float(x), float(y)

    def _scores(self, lies: Array, beside_mm: float) -> Array:
        """For each lie (x, y, degrees, scale): how sharply paper ends along the outline, 0 to 1."""
        levels = _PIECE_LEVELS if beside_mm == _BESIDE_MM else _CLEAR_LEVELS
        found = []
        for part in np.array_split(lies, max(1, len(lies) // 2000)):
            inside = self._at(part, self._points - beside_mm * self._normals)
            outside = self._at(part, self._points + beside_mm * self._normals)
            out = sample(self._image, outside)
            step = np.abs(sample(self._image, inside) - out).max(axis=-1)
            if beside_mm == _BESIDE_MM:  # a dark rim round a white piece
                rim = sample(self._image, self._at(part, self._points))
                step = np.maximum(step, np.abs(rim - out).max(axis=-1))
            beyond = self._at(part, self._points + _BESIDE_MM * self._normals)
            close = self._at(part, self._points + _CLOSE_MM * self._normals)
            paper = np.minimum(sample(self._paper, beyond), sample(self._paper, close))
            paper = paper * self._no_shadow(part, inside, outside)
            ends = np.sort(np.clip(step / levels, 0, 1) * paper, axis=1)
            inside_box = self._within(beyond)
            found.append(ends[:, round((1 - _BELIEVED) * _POINTS) :].mean(axis=1) * inside_box)
        return np.asarray(np.concatenate(found), np.float64)

    def _no_shadow(
        self, lies: Array, inside: NDArray[np.float32], outside: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Along the outlines 0 where a shadow of a coloured piece ends rather than the piece."""
        deeper = self._at(lies, self._points - _DEEPER_MM * self._normals)
        darker = sample(self._bright, inside) < sample(self._bright, outside) - _SHADOW_LEVELS
        gray = sample(self._paper, inside) * (1 - sample(self._paper, deeper))
        return np.asarray(1 - gray * darker, np.float32)

    def _within(self, pixels: NDArray[np.float32]) -> Array:
        """For each outline 1 when it lies in the box, else 0."""
        high = np.array(self._grid.size_wh)
        return np.asarray(((pixels > -1) & (pixels < high)).all(axis=(1, 2)), np.float64)

    def _at(self, lies: Array, points_mm: Array) -> NDArray[np.float32]:
        angle = np.radians(lies[:, 2])
        sine, cosine = np.sin(angle), np.cos(angle)
        turn = np.stack([np.stack([cosine, sine], -1), np.stack([-sine, cosine], -1)], 1)
        there = points_mm @ turn * lies[:, 3, None, None] + lies[:, None, :2]
        pixels = self._grid.to_px(there.reshape(-1, 2)).reshape(there.shape)
        return np.asarray(pixels, np.float32)


def _every(*axes: Sequence[float] | Array) -> Array:
    """Every combination of x, y, degrees and scale: (n, 4)."""
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))


def _around(outline_mm: Array) -> tuple[Array, Array]:
    """Points evenly along a closed outline, (n, 2), and their normals pointing out."""
    closed = np.vstack([outline_mm, outline_mm[:1]])
    steps = np.diff(closed, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    at = (np.arange(_POINTS) + 0.5) / _POINTS * along[-1]
    which = np.clip(np.searchsorted(along, at) - 1, 0, len(steps) - 1)
    points = closed[which] + steps[which] * ((at - along[which]) / lengths[which])[:, None]
    direction = steps[which] / lengths[which][:, None]
    normals = np.column_stack([direction[:, 1], -direction[:, 0]])
    x, y = closed.T
    clockwise = float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum()) > 0
    return points, normals if clockwise else -normals
