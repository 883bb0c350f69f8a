"""What boards seen by one camera tell each other of its lens."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board import CameraModel
from vision.pose import LensPrior, Pose


@dataclass(slots=True)
class CameraMemory:
    """The pose that was verified last, over whichever board."""

    pose: Pose | None = None

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
