"""One picture from the camera that the settings name, as large as it makes them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.devices.opening import FrameSource, open_camera, open_scene
from companion.errors import CameraError
from companion.flow import Frame
from hardware.ports import CameraState, Clock

# A webcam needs a moment until it is open, and a busy camera is tried again.
LONGEST_START_S = 12.0
STILL_WAIT_S = 6.0
_AGAIN_AFTER_S = 1.0
_OF_NO_USE = (CameraState.NO_CAMERA, CameraState.UNFIT)  # waiting does not help


def photograph(spec: str, clock: Clock) -> tuple[Frame, str]:
    """Open a camera, let it find light and focus, take one picture, let it go.

    Gives the picture and what the camera can't keep fixed, or nothing.  Raises InputError for a
    spec that names no camera, CameraError when it gives no picture.
    """
    with _opened(spec, clock) as camera:
        until_s = clock.now_s() + LONGEST_START_S
        while True:
            try:
                unfixed = camera.settle()
                return camera.still(STILL_WAIT_S), unfixed
            except CameraError as error:
                if error.state in _OF_NO_USE or clock.now_s() >= until_s:
                    raise
                clock.wait_s(_AGAIN_AFTER_S)


@contextmanager
def _opened(spec: str, clock: Clock) -> Iterator[FrameSource]:
    """The camera on its own; a simulated one has its table drawn somewhere else."""
    with tempfile.TemporaryDirectory(prefix="companion-photo-") as scratch:
        simulated = spec.partition(":")[0] == "simulated"
        camera = (
            open_scene(spec, None, clock, 1, Path(scratch)).camera
            if simulated
            else open_camera(spec, clock)
        )
        try:
            yield camera
        finally:
            camera.close()
