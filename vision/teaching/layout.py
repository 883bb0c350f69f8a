"""Where stuck-on markers lie on a board, worked out from photographs of it.

The board's four corners and its measured size give the frame; camera, lens, the markers' places
and their common side are fitted together to what was seen (bundle adjustment).  A second
photograph from another side makes the result surer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from companion.flow import Sentence
from vision.lens_prior import LensPrior
from vision.pose import Pose, fit_pose
from vision.teaching.photographed import Outline, Photographed
from vision.teaching.squares import first_lies, lie_of, rigid_fit, squares_of

Array = NDArray[np.float64]

FEWEST = 4
_NOISE_PX = 0.12
_HUBER_SIGMAS = 3.0
_CORNER_MM = 0.5  # how well a person hits a board's corner, and measures its size
_SIDE_SHARE = 0.04  # how far the printed side may be off
_MOST_SIDE_SHARE = 0.06
_CAMERA = 11  # parameters of one photograph, in the order of Pose.covariance
_LIE = 3
_ROUNDS, _ENOUGH = 40, 1e-3
_WORST_RMS_PX = 1.2
_WORST_CORNER_MM = 2.5
_STEP = 1e-4


@dataclass(frozen=True)
class Layout:
    """Markers on a board: ids, corners (n, 4, 2) board mm, one pose for each photograph.

    `used` are the numbers of the photographs that show enough of the same markers.  `rms_px` is
    what the markers' corners are off by, `sigma_mm` how sure the places of their middles are,
    `corner_mm` what the board's corners are off by at worst.
    """

    ids: tuple[int, ...]
    corners_mm: Array
    poses: tuple[Pose, ...]
    used: tuple[int, ...]
    rms_px: float
    sigma_mm: float
    corner_mm: float


def layout_of(photos: Sequence[Photographed], side_mm: float, outline: Outline) -> Layout:
    """The layout of the markers of the first photograph; `side_mm` is their black square's.

    Raises InputError when they are too few, or when no flat layout explains what was seen.
    """
    ids = tuple(sorted(photos[0].seen))
    if len(ids) < FEWEST:
        raise InputError(
            Sentence(
                "teach_few_markers",
                "only {count} markers are seen; a board is found again by {fewest} or more, so "
                "stick at least that many on it (companion markers prints them) and photograph it "
                "anew",
                count=str(len(ids)),
                fewest=str(FEWEST),
            )
        )
    seen = np.array([photos[0].seen[tag_id] for tag_id in ids])
    plane = first_lies(seen, side_mm, photos[0].size_wh)
    start = _framed(seen, plane, side_mm, photos[0].size_wh, outline)
    bundle = Bundle(ids, side_mm, start, photos, outline)
    bundle.solve()
    return bundle.layout()


def _framed(
    seen: Array, plane: Array, side_mm: float, size_wh: tuple[int, int], outline: Outline
) -> Array:
    """The first guess of how the markers lie, in the board's frame."""
    pose = first_pose(squares_of(plane, side_mm), seen, size_wh)
    there = pose.to_board_mm(outline.corners_px)
    along, down = there[1] - there[0], there[3] - there[0]
    if along[0] * down[1] - along[1] * down[0] <= 0:
        raise InputError(
            Sentence(
                "teach_wrong_way",
                "the four corners go round the wrong way; give the board's top-left corner first, "
                "then top-right, bottom-right, bottom-left",
            )
        )
    turn, shift, _ = rigid_fit(there, outline.corners_mm)
    return lie_of(squares_of(plane, side_mm) @ turn + shift)


def first_pose(corners_mm: Array, seen_px: Array, size_wh: tuple[int, int]) -> Pose:
    """A pose for a guess of the layout; raises InputError when there is none."""
    try:
        return fit_pose(corners_mm, seen_px, size_wh, LensPrior.unknown(size_wh))
    except (ValueError, np.linalg.LinAlgError, cv2.error):
        raise not_flat(float("nan")) from None


class Bundle:
    """Cameras, marker places and the markers' side, fitted together."""

    def __init__(
        self,
        ids: tuple[int, ...],
        side_mm: float,
        lies: Array,
        photos: Sequence[Photographed],
        outline: Outline,
    ) -> None:
        self._ids, self._side, self._lies, self._outline = ids, side_mm, lies, outline
        self._log_side = 0.0
        self._used = [n for n, photo in enumerate(photos) if len(_common(ids, photo)) >= FEWEST - 1]
        self._photos = [photos[number] for number in self._used]
        self._priors = [LensPrior.unknown(photo.size_wh) for photo in self._photos]
        self._cameras = np.array([self._first_camera(photo) for photo in self._photos])
        self._rms = self._excess = 1.0
        self._normal = np.eye(1)

    def _first_camera(self, photo: Photographed) -> Array:
        rows = _common(self._ids, photo)
        seen = np.array([photo.seen[self._ids[row]] for row in rows])
        pose = first_pose(squares_of(self._lies, self._side)[rows], seen, photo.size_wh)
        lens = [np.log(pose.matrix[0, 0]), *pose.matrix[:2, 2], pose.distortion[0], 0.5]
        return np.array([*lens, *pose.rotation_vector, *pose.translation_mm])

    def solve(self) -> None:
        """Damped Gauss-Newton; raises InputError when the result explains the photographs badly."""
        damping, cost = 1e-3, np.inf
        for _ in range(_ROUNDS):
            residual, jacobian = self._linear()
            now = float(residual @ residual)
            self._normal = jacobian.T @ jacobian
            if not np.isfinite(now) or abs(cost - now) < _ENOUGH:
                break
            damping = damping / 5 if now < cost else min(damping * 10, 1e3)
            cost = min(cost, now)
            held = self._normal + damping * np.diag(np.diag(self._normal))
            step = np.linalg.solve(held, -(jacobian.T @ residual))
            self._move(np.asarray(step, np.float64))
        if not np.isfinite(self._cameras).all() or self._rms > _WORST_RMS_PX:
            raise not_flat(self._rms)
        if abs(self._log_side) > _MOST_SIDE_SHARE:
            measured = self._side * float(np.exp(self._log_side))
            raise InputError(
                Sentence(
                    "teach_marker_size",
                    "beside the board the markers measure {measured} mm, not {said}: measure a "
                    "marker's black square and the board's width and height again, and check that "
                    "the corners are the board's",
                    measured=f"{measured:.1f}",
                    said=f"{self._side:g}",
                )
            )

    def _move(self, step: Array) -> None:
        count = self._cameras.size
        self._cameras = self._cameras + step[:count].reshape(self._cameras.shape)
        self._lies = self._lies + step[count:-1].reshape(-1, _LIE)
        self._log_side += float(step[-1])

    def _linear(self) -> tuple[Array, Array]:
        """Weighted residuals and their Jacobian over cameras, marker places, side."""
        width = self._cameras.size + len(self._ids) * _LIE + 1
        residuals, rows, squares = [], [], []
        for number in range(len(self._photos)):
            off, block = self._markers(number, width)
            size = np.linalg.norm(off.reshape(-1, 2), axis=1) / _NOISE_PX
            weight = np.sqrt(np.minimum(1.0, _HUBER_SIGMAS / np.maximum(size, 1e-9))).repeat(2)
            squares.append(off**2)
            residuals.append(off * weight / _NOISE_PX)
            rows.append(block * (weight / _NOISE_PX)[:, None])
            believed, prior = np.zeros((5, width)), self._priors[number]
            believed[:, number * _CAMERA : number * _CAMERA + 5] = np.diag(1 / prior.sigma)
            residuals.append((self._cameras[number, :5] - prior.mean) / prior.sigma)
            rows.append(believed)
        off, block = self._board_corners(width)
        side = np.zeros((1, width))
        side[0, -1] = 1 / _SIDE_SHARE
        residuals += [off, np.array([self._log_side / _SIDE_SHARE])]
        rows += [block, side]
        self._rms = float(np.sqrt(np.concatenate(squares).mean()))
        self._excess = max(1.0, (self._rms / _NOISE_PX) ** 2)
        return np.concatenate(residuals), np.vstack(rows)

    def _markers(self, number: int, width: int) -> tuple[Array, Array]:
        """How far the corners in a photograph are off (8n,), and how that changes (8n, width)."""
        photo, camera = self._photos[number], self._cameras[number]
        rows = _common(self._ids, photo)
        seen = np.array([photo.seen[self._ids[row]] for row in rows]).reshape(-1, 2)
        lies = self._lies[rows]
        there = _seen_as(camera, lies, self._side_mm)
        block = np.zeros((there.size, width))
        for index in range(_CAMERA):
            step = np.zeros(_CAMERA)
            step[index] = _STEP * max(1.0, abs(camera[index]))
            change = _seen_as(camera + step, lies, self._side_mm) - there
            block[:, number * _CAMERA + index] = change.ravel() / step[index]
        for index in range(_LIE):
            step = np.zeros(_LIE)
            step[index] = _STEP if index == 2 else 10 * _STEP
            change = (_seen_as(camera, lies + step, self._side_mm) - there).ravel() / step[index]
            for count, row in enumerate(rows):
                at = self._cameras.size + row * _LIE + index
                block[8 * count : 8 * count + 8, at] = change[8 * count : 8 * count + 8]
        change = _seen_as(camera, lies, self._side_mm * float(np.exp(_STEP))) - there
        block[:, -1] = change.ravel() / _STEP
        return (there - seen).ravel(), block

    def _board_corners(self, width: int) -> tuple[Array, Array]:
        """The same for the board's corners in the first photograph, weighted."""
        corners, camera = self._outline.corners_mm, self._cameras[0]
        there = _projected(camera, corners)
        scale = float(np.linalg.norm(there[1] - there[0]) / np.linalg.norm(corners[1]))
        sigma_px = _CORNER_MM * scale
        block = np.zeros((8, width))
        for index in range(_CAMERA):
            step = np.zeros(_CAMERA)
            step[index] = _STEP * max(1.0, abs(camera[index]))
            change = _projected(camera + step, corners) - there
            block[:, index] = change.ravel() / step[index]
        return (there - self._outline.corners_px).ravel() / sigma_px, block / sigma_px

    @property
    def _side_mm(self) -> float:
        return self._side * float(np.exp(self._log_side))

    def layout(self) -> Layout:
        """The result, each photograph's pose fitted to it."""
        corners = squares_of(self._lies, self._side_mm)
        poses = []
        for photo, prior in zip(self._photos, self._priors, strict=True):
            rows = _common(self._ids, photo)
            seen = np.array([photo.seen[self._ids[row]] for row in rows])
            poses.append(fit_pose(corners[rows], seen, photo.size_wh, prior))
        there = poses[0].to_board_mm(self._outline.corners_px)
        corner_mm = float(np.linalg.norm(there - self._outline.corners_mm, axis=1).max())
        if corner_mm > _WORST_CORNER_MM:
            raise InputError(
                Sentence(
                    "teach_corners",
                    "the corners are {off_mm} mm off a board of {width} x {height} mm; put each "
                    "corner where the board's edges meet, and measure its width and height again",
                    off_mm=f"{corner_mm:.1f}",
                    width=f"{self._outline.size_mm[0]:g}",
                    height=f"{self._outline.size_mm[1]:g}",
                )
            )
        covariance = np.linalg.inv(self._normal) * self._excess
        places = np.diag(covariance)[self._cameras.size : -1].reshape(-1, _LIE)[:, :2]
        sigma_mm = float(np.sqrt(places.mean()))
        return Layout(
            self._ids, corners, tuple(poses), tuple(self._used), self._rms, sigma_mm, corner_mm
        )


def _seen_as(camera: Array, lies: Array, side_mm: float) -> Array:
    """Where the corners of markers are seen, (4n, 2) px: slightly inside (vision.pose)."""
    corners = squares_of(lies, side_mm)
    both = np.concatenate([corners.reshape(-1, 2), corners.mean(axis=1).repeat(4, axis=0)])
    out, middle = np.split(_projected(camera, both), 2)
    inward = middle - out
    length = np.maximum(np.linalg.norm(inward, axis=1, keepdims=True), 1e-9)
    return np.asarray(out + camera[4] * inward * (np.sqrt(2) / length), np.float64)


def _projected(camera: Array, points_mm: Array) -> Array:
    """Board points (n, 2) mm to pixels (n, 2)."""
    solid = np.column_stack([points_mm, np.zeros(len(points_mm))])
    focal = float(np.exp(camera[0]))
    matrix = np.array([[focal, 0, camera[1]], [0, focal, camera[2]], [0, 0, 1.0]])
    distortion = np.array([camera[3], 0, 0, 0, 0])
    pixels, _ = cv2.projectPoints(solid, camera[5:8], camera[8:11], matrix, distortion)
    return np.asarray(pixels[:, 0], np.float64)


def _common(ids: Sequence[int], photo: Photographed) -> list[int]:
    return [row for row, tag_id in enumerate(ids) if tag_id in photo.seen]


def not_flat(rms_px: float) -> InputError:
    """That no plane carries these markers."""
    return InputError(
        Sentence(
            "teach_not_flat",
            "no flat board explains how the markers are seen (they are {off_px} pixels off); check "
            "that all have the size that was given, lie flat on one plane, and that none was moved",
            off_px=f"{rms_px:.1f}" if np.isfinite(rms_px) else "?",
        )
    )
