"""Where the camera stands over a board, and what its lens does: fitted to marker corners.

The model is a pinhole with square pixels, a principal point and one radial coefficient (the
Brown model as OpenCV writes it), or a stored calibration.  One camera constant more, the
*inset*, absorbs that a corner detector finds the corners of a printed black square slightly
inside the true ones on sharpened pictures.  Priors say what an uncalibrated camera is like;
what they leave open ends up in the covariance and so in every sigma.

Board frame: mm, x right, y down, heights towards the camera positive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens_prior import LensPrior

Array = NDArray[np.float64]

_CORNER_NOISE_PX = 0.12
_CAMERA_PARAMETERS = 5  # log focal, centre x, centre y, radial, inset
_PARAMETERS = 11  # with the pose's rotation and translation
_HUBER_SIGMAS = 3.0
_USUAL_STRANGENESS = 1.6  # sigmas, over the five camera constants together
_ITERATIONS = 20
_SETTLED = 5e-3  # squared sigmas: a fit that improves by less is as good as it gets


@dataclass(frozen=True)
class Pose:
    """A fitted camera over a board.

    `matrix` 3 x 3 in pixels, `distortion` OpenCV order, `rotation_vector` and
    `translation_mm` take board points to the camera.  `covariance` belongs to the parameters
    (log focal, centre x, centre y, radial, inset, rotation 3, translation 3).
    """

    matrix: Array
    distortion: Array
    rotation_vector: Array
    translation_mm: Array
    size_wh: tuple[int, int]
    rms_px: float
    covariance: Array
    quartic_sigma: float = 0.0
    quartic_drift: Array = field(default_factory=lambda: np.zeros(_PARAMETERS))

    def project_px(self, points_mm: Array, height_mm: float = 0.0) -> Array:
        """Board points (n, 2) at a height above the board to picture pixels (n, 2)."""
        if len(points_mm) == 0:
            return np.empty((0, 2))  # OpenCV gives None for no points
        pixels, _ = cv2.projectPoints(
            _solid(points_mm, height_mm),
            self.rotation_vector,
            self.translation_mm,
            self.matrix,
            self.distortion,
        )
        return np.asarray(pixels[:, 0], np.float64)

    def to_board_mm(self, points_px: Array, height_mm: float = 0.0) -> Array:
        """Picture pixels (n, 2) to board points (n, 2) on the plane at a height above it."""
        rays = cv2.undistortPoints(
            np.asarray(points_px, np.float64).reshape(-1, 1, 2), self.matrix, self.distortion
        )
        points = cv2.perspectiveTransform(rays, np.linalg.inv(self._plane(height_mm)))
        return np.asarray(points[:, 0], np.float64)

    def _plane(self, height_mm: float) -> Array:
        rotation, _ = cv2.Rodrigues(self.rotation_vector)
        plane = np.array(rotation, np.float64)
        plane[:, 2] = self.translation_mm - rotation[:, 2] * height_mm
        return plane

    @cached_property
    def camera_mm(self) -> Array:
        """The camera's place in the board frame: x, y and height above the board."""
        rotation, _ = cv2.Rodrigues(self.rotation_vector)
        place = -(rotation.T @ self.translation_mm)
        return np.array([place[0], place[1], -place[2]])

    def seen_at_mm(self, points_mm: Array, height_mm: float, plane_mm: float) -> Array:
        """Where points (..., 2) at a height appear on the plane at another height, both in mm.

        The camera, a point and where it appears lie on one line.
        """
        x, y, camera_height_mm = self.camera_mm.tolist()
        stretch = (camera_height_mm - plane_mm) / (camera_height_mm - height_mm)
        return np.asarray(points_mm * stretch + np.array([x, y]) * (1 - stretch), np.float64)

    def px_per_mm(self, point_mm: tuple[float, float]) -> float:
        """Picture pixels per board mm around a board point (geometric mean of directions)."""
        x, y = point_mm
        pixels = self.project_px(np.array([[x, y], [x + 1.0, y], [x, y + 1.0]]))
        (right_x, right_y), (down_x, down_y) = (pixels[1:] - pixels[0]).tolist()
        return math.sqrt(abs(right_x * down_y - right_y * down_x))

    def sigma_mm(self, points_mm: Array, height_mm: float = 0.0) -> float:
        """Root mean square registration sigma (mm, per coordinate) over board points (n, 2)."""
        _, jacobian, bend = _project(
            _solid(points_mm, height_mm),
            self.matrix,
            self.distortion,
            self.rotation_vector,
            self.translation_mm,
        )
        jacobian[:, 4] = 0.0  # the inset moves marker corners, nothing else
        variance_px = np.einsum("ij,jk,ik->i", jacobian, self.covariance, jacobian)
        variance_px += (self.quartic_sigma * (bend + jacobian @ self.quartic_drift)) ** 2
        scale = self.px_per_mm((float(points_mm[:, 0].mean()), float(points_mm[:, 1].mean())))
        return float(np.sqrt(variance_px.mean()) / scale)


def fit_pose(
    tags_mm: Array,
    tags_px: Array,
    size_wh: tuple[int, int],
    prior: LensPrior,
    start: Pose | None = None,
) -> Pose:
    """Fit camera and pose to marker corners by damped Gauss-Newton on the weighted residuals.

    `tags_mm`, `tags_px`: (markers, 4, 2), at least three markers.  `start` is an earlier pose
    near this one.  Raises ValueError when the corners allow no pose at all.
    """
    flat_mm, flat_px = tags_mm.reshape(-1, 2), tags_px.reshape(-1, 2)
    centres = tags_mm.mean(axis=1).repeat(4, axis=0)
    parameters = _start(flat_mm, flat_px, prior, start)
    damping, cost = 1e-6, np.inf
    normal = np.eye(len(parameters))
    for _ in range(_ITERATIONS):
        residual, jacobian, bend, off_px = _residuals(parameters, flat_mm, centres, flat_px, prior)
        new_cost = float(residual @ residual)
        normal = jacobian.T @ jacobian
        if abs(cost - new_cost) < _SETTLED:  # a first step may overshoot before it settles
            break
        cost = new_cost
        step = np.linalg.solve(
            normal + damping * np.diag(np.diag(normal)), -(jacobian.T @ residual)
        )
        parameters = parameters + step
    drift = np.asarray(-np.linalg.solve(normal, jacobian[: len(bend)].T @ bend), np.float64)
    return _pose(parameters, off_px, residual, normal, drift, prior, size_wh)


def _pose(
    parameters: Array,
    off_px: Array,
    residual: Array,
    normal: Array,
    quartic_drift: Array,
    prior: LensPrior,
    size_wh: tuple[int, int],
) -> Pose:
    if not np.isfinite(parameters).all():
        raise ValueError("the marker corners allow no camera position")
    corners, beliefs = residual[: 2 * len(off_px)], residual[2 * len(off_px) :]
    # Corners that scatter more than they should, or a camera unlike any other, make the whole
    # fit doubtful: a marker that was moved is explained by a strange lens first.
    strange = float(np.sqrt(beliefs @ beliefs)) / _USUAL_STRANGENESS
    excess = max(1.0, float(np.mean(corners**2)), strange**2)
    rms_px = float(np.sqrt(np.mean(off_px**2) / 2))
    matrix, distortion = _camera(parameters, prior)
    return Pose(
        matrix,
        distortion,
        parameters[5:8],
        parameters[8:11],
        size_wh,
        rms_px,
        np.asarray(np.linalg.inv(normal) * excess, np.float64),
        prior.quartic_sigma,
        quartic_drift,
    )


def _solid(points_mm: Array, height_mm: float) -> Array:
    """Board points (n, 2) at a height above the board as points in space (n, 3)."""
    solid = np.empty((len(points_mm), 3))
    solid[:, :2] = points_mm
    solid[:, 2] = -height_mm
    return solid


def _start(flat_mm: Array, flat_px: Array, prior: LensPrior, start: Pose | None) -> Array:
    if start is not None:
        return np.concatenate([prior.mean, start.rotation_vector, start.translation_mm])
    matrix, distortion = _camera(prior.mean, prior)
    solid = np.column_stack([flat_mm, np.zeros(len(flat_mm))])
    found, rotation, translation = cv2.solvePnP(
        solid, flat_px, matrix, distortion, flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        raise ValueError("the marker corners allow no camera position")
    return np.concatenate([prior.mean, rotation[:, 0], translation[:, 0]])


def _camera(parameters: Array, prior: LensPrior) -> tuple[Array, Array]:
    focal = float(np.exp(parameters[0]))
    matrix = np.array([[focal, 0, parameters[1]], [0, focal, parameters[2]], [0, 0, 1.0]])
    distortion = prior.distortion.copy()
    distortion[0] = parameters[3]
    return matrix, distortion


def _project(
    solid: Array, matrix: Array, distortion: Array, rotation: Array, translation: Array
) -> tuple[Array, Array, Array]:
    """Pixels (n, 2), the Jacobian (2n, 11) in the order of `Pose.covariance`, and how far (2n,) a
    unit of the radial coefficient with the radius' fourth power moves them."""
    pixels, full = cv2.projectPoints(solid, rotation, translation, matrix, distortion)
    jacobian = np.zeros((2 * len(solid), _PARAMETERS))
    jacobian[:, 0] = (full[:, 6] + full[:, 7]) * matrix[0, 0]
    jacobian[:, 1:3] = full[:, 8:10]
    jacobian[:, 3] = full[:, 10]
    jacobian[:, 5:11] = full[:, 0:6]
    return np.asarray(pixels[:, 0], np.float64), jacobian, np.asarray(full[:, 11], np.float64)


def _residuals(
    parameters: Array, flat_mm: Array, centres_mm: Array, flat_px: Array, prior: LensPrior
) -> tuple[Array, Array, Array, Array]:
    """Weighted residuals, their Jacobian, how far a unit of the radial coefficient that is not
    fitted moves those of the corners, and each corner's plain distance in pixels."""
    matrix, distortion = _camera(parameters, prior)
    both = np.column_stack([np.vstack([flat_mm, centres_mm]), np.zeros(2 * len(flat_mm))])
    pixels, jacobian, bend = _project(both, matrix, distortion, parameters[5:8], parameters[8:11])
    corners, centres = pixels[: len(flat_mm)], pixels[len(flat_mm) :]
    inward = centres - corners
    length = np.linalg.norm(inward, axis=1, keepdims=True)
    if not ((length > 0) & (length < np.inf)).all():  # also when it is no number
        raise ValueError("the marker corners allow no camera position")
    inward /= length / np.sqrt(2)
    modelled = corners + parameters[4] * inward
    jacobian = jacobian[: 2 * len(flat_mm)]
    jacobian[:, 4] = inward.ravel()
    away_px = (modelled - flat_px) / _CORNER_NOISE_PX
    # Huber's weights: a corner whose refinement slipped pulls no harder than three sigmas.
    size = np.linalg.norm(away_px, axis=1)
    weight = np.sqrt(np.minimum(1.0, _HUBER_SIGMAS / np.maximum(size, 1e-9))).repeat(2)
    residual = away_px.ravel() * weight
    jacobian = jacobian * weight[:, None]
    away = (parameters[:_CAMERA_PARAMETERS] - prior.mean) / prior.sigma
    believed = np.zeros((_CAMERA_PARAMETERS, _PARAMETERS))
    np.fill_diagonal(believed, 1 / prior.sigma)
    stacked = np.vstack([jacobian / _CORNER_NOISE_PX, believed])
    bend = bend[: len(weight)] * weight / _CORNER_NOISE_PX
    return np.concatenate([residual, away]), stacked, bend, size * _CORNER_NOISE_PX
