"""What is believed of a camera before a look at its pictures: of an unknown one, of a calibrated
one, and of one that has been seen before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import CameraModel

if TYPE_CHECKING:
    from vision.pose import Pose

Array = NDArray[np.float64]

# An unknown phone, webcam or Pi camera: focal length 0.77 picture widths (66 degrees across,
# the Camera Module 3's data sheet) give or take a fifth, little radial distortion, principal
# point near the middle.
_FOCAL_PRIOR = (float(np.log(0.77)), 0.2)
_RADIAL_PRIOR = (-0.02, 0.08)
_QUARTIC_SIGMA = 0.04  # of the next radial coefficient, which is not fitted
_CENTRE_SIGMA = 0.004  # of the picture's longer side
_INSET_PRIOR_PX = (0.5, 0.8)


@dataclass(frozen=True, slots=True)
class LensPrior:
    """What is believed of the camera before looking: means and sigmas of the five constants."""

    mean: Array
    sigma: Array
    distortion: Array  # the coefficients used; the second to last stay as they are
    quartic_sigma: float = _QUARTIC_SIGMA

    @staticmethod
    def unknown(size_wh: tuple[int, int]) -> LensPrior:
        """A camera nobody has calibrated."""
        width, height = size_wh
        longer = max(width, height)
        mean = [_FOCAL_PRIOR[0] + np.log(longer), (width - 1) / 2, (height - 1) / 2]
        sigma = [_FOCAL_PRIOR[1], _CENTRE_SIGMA * longer, _CENTRE_SIGMA * longer]
        return LensPrior(
            np.array([*mean, _RADIAL_PRIOR[0], _INSET_PRIOR_PX[0]]),
            np.array([*sigma, _RADIAL_PRIOR[1], _INSET_PRIOR_PX[1]]),
            np.zeros(5),
        )

    @staticmethod
    def calibrated(camera: CameraModel, size_wh: tuple[int, int]) -> LensPrior:
        """A stored calibration, scaled to the picture's size; it is held almost fixed."""
        scale = size_wh[0] / camera.size_wh[0]
        matrix = np.array(camera.matrix)
        focal = float(np.sqrt(matrix[0, 0] * matrix[1, 1])) * scale
        centre = (matrix[:2, 2] + 0.5) * scale - 0.5
        distortion = np.array(camera.distortion, np.float64)
        mean = [np.log(focal), centre[0], centre[1], distortion[0], _INSET_PRIOR_PX[0]]
        return LensPrior(
            np.array(mean), np.array([1e-3, 1.0, 1.0, 1e-3, _INSET_PRIOR_PX[1]]), distortion, 0.0
        )

    @staticmethod
    def remembered(pose: Pose) -> LensPrior:
        """The camera of an earlier fit of the same device; loosened a little for drift."""
        focal = np.log(pose.matrix[0, 0])
        mean = [focal, pose.matrix[0, 2], pose.matrix[1, 2], pose.distortion[0]]
        sigma = np.sqrt(np.diag(pose.covariance)[:5]) * 1.5 + [2e-3, 0.5, 0.5, 1e-3, 0.2]
        means = np.array([*mean, _INSET_PRIOR_PX[0]])
        return LensPrior(means, sigma, pose.distortion, pose.quartic_sigma)
