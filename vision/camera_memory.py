"""What boards seen by one camera tell each other of its lens."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board import CameraModel
from vision.lens_prior import LensPrior
from vision.pose import Pose


@dataclass(slots=True)
class CameraMemory:
    """The pose that was verified last, over whichever board.

    `distrusted` says that the calibration kept for this camera was found to be another's.
    """

    pose: Pose | None = None
    distrusted: bool = False

    def believed(self, camera: CameraModel | None) -> CameraModel | None:
        """The calibration of a board's description, unless it is distrusted."""
        return None if camera is None or (self.distrusted and not camera.certain) else camera

    def prior(
        self, camera: CameraModel | None, size_wh: tuple[int, int], own: Pose | None
    ) -> LensPrior:
        """What is believed of the lens; `own` is the pose that a board itself had last."""
        if camera is not None and camera.has_shape(size_wh):
            return LensPrior.calibrated(camera, size_wh)
        for known in (own, self.pose):
            if known is not None and known.size_wh == size_wh:
                return LensPrior.remembered(known)
        return LensPrior.unknown(size_wh)

    def lens(self, camera: CameraModel | None, size_wh: tuple[int, int]) -> str:
        """Whether pictures of that size are read with a lens that is calibrated or estimated."""
        believed = self.believed(camera)
        used = believed is not None and believed.has_shape(size_wh)
        return "calibrated" if used else "estimated"
