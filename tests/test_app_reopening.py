"""A camera that is absent at the start, or breaks, is tried again and never ends the table."""

from __future__ import annotations

import pytest
from session_fakes import FRAME, HandClock

from companion.devices.reopening import AGAIN_AFTER_S, FAILURES, ReopeningCamera
from companion.errors import CameraError
from companion.flow import Frame


class _Camera:
    name, size_wh, state = "fake", (160, 90), "live"
    problem = "it has no focus"

    def __init__(self) -> None:
        self.open = True
        self.broken = False

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        if self.broken:
            raise CameraError("stopped", "it stopped")
        return Frame(FRAME.copy(), newer_than_s + 1.0, "fake")

    def close(self) -> None:
        self.open = False


def test_a_camera_that_is_not_there_is_tried_again() -> None:
    cameras: list[_Camera] = []
    absent = True

    def opened() -> _Camera:
        if absent:
            raise CameraError("no camera", "no camera found; check the cable")
        cameras.append(_Camera())
        return cameras[-1]

    clock = HandClock()
    camera = ReopeningCamera(opened, clock)  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(CameraError, match="check the cable"):
            camera.frame(0.0, 1.0)
    absent = False
    with pytest.raises(CameraError, match="check the cable"):
        camera.frame(0.0, 1.0)
    clock.turn(AGAIN_AFTER_S)
    assert camera.problem == ""
    assert camera.frame(0.0, 1.0).camera == "fake"
    assert camera.problem == "it has no focus"
    cameras[0].broken = True
    for _ in range(FAILURES):
        with pytest.raises(CameraError, match="it stopped"):
            camera.frame(0.0, 1.0)
    assert not cameras[0].open
    clock.turn(AGAIN_AFTER_S)
    camera.frame(0.0, 1.0)
    assert len(cameras) == 2
    camera.close()
    assert not cameras[1].open
