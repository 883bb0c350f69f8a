"""What every camera has to do, whatever it is made of; a test class inherits it with a `rig`."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.errors import CameraError
from hardware.ports import GLIMPSE_WIDTH_PX, Camera, CameraState, Clock


@dataclass
class Rig:
    """A camera and the clock it goes by; `steady` when each of its pictures shows the same."""

    camera: Camera
    clock: Clock
    steady: bool = True


class CameraContract:
    def test_frames_begin_after_what_was_asked_for(self, rig: Rig) -> None:
        last_s = rig.clock.now_s()
        for _ in range(5):
            frame = rig.camera.frame(last_s, 2.0)
            assert frame.exposed_at_s > last_s
            assert frame.size_wh == rig.camera.size_wh
            assert frame.camera == rig.camera.name
            with pytest.raises(ValueError, match="read-only"):
                frame.image_bgr[0, 0] = 0
            last_s = frame.exposed_at_s
        assert rig.camera.state is CameraState.LIVE

    def test_a_frame_that_can_not_come_in_time_is_an_error_with_a_state(self, rig: Rig) -> None:
        rig.camera.frame(rig.clock.now_s(), 2.0)
        began_s = rig.clock.now_s()
        with pytest.raises(CameraError) as caught:
            rig.camera.frame(began_s + 100.0, 0.1)
        assert caught.value.state == "stopped"
        assert str(caught.value).endswith(".")
        assert rig.camera.name in str(caught.value)
        assert rig.clock.now_s() - began_s <= 2.0
        assert rig.camera.frame(rig.clock.now_s(), 2.0).exposed_at_s > began_s

    def test_a_glimpse_is_a_small_grey_picture_of_the_same(self, rig: Rig) -> None:
        frame = rig.camera.frame(rig.clock.now_s(), 2.0)
        asked_s = rig.clock.now_s()
        glimpse = rig.camera.luma(asked_s, 2.0)
        assert glimpse.exposed_at_s > asked_s
        height, width = glimpse.luma.shape
        assert width <= GLIMPSE_WIDTH_PX
        shape = frame.size_wh[0] / frame.size_wh[1]
        assert abs(width / height - shape) < 0.02 * shape
        with pytest.raises(ValueError, match="read-only"):
            glimpse.luma[0, 0] = 0
        if rig.steady:
            grey = float((frame.image_bgr @ (0.114, 0.587, 0.299)).mean())
            assert abs(float(glimpse.luma.mean()) - grey) < 4
            # Padding of the rows would stand at the right.
            right = frame.image_bgr[:, -frame.size_wh[0] // 20 :] @ (0.114, 0.587, 0.299)
            assert abs(float(glimpse.luma[:, -width // 20 :].mean()) - float(right.mean())) < 6

    def test_a_still_is_as_large_as_can_be_and_frames_go_on(self, rig: Rig) -> None:
        rig.camera.frame(rig.clock.now_s(), 2.0)
        asked_s = rig.clock.now_s()
        still = rig.camera.still(2.0)
        assert still.exposed_at_s >= asked_s
        assert all(s >= f for s, f in zip(still.size_wh, rig.camera.size_wh, strict=True))
        after_s = rig.clock.now_s()
        frame = rig.camera.frame(after_s, 2.0)
        assert frame.size_wh == rig.camera.size_wh
        assert frame.exposed_at_s > after_s

    def test_light_and_focus_can_be_settled_again(self, rig: Rig) -> None:
        rig.camera.frame(rig.clock.now_s(), 2.0)
        assert rig.camera.settle() == ""
        after_s = rig.clock.now_s()
        assert rig.camera.frame(after_s, 2.0).exposed_at_s > after_s

    def test_a_closed_camera_says_so_and_closes_twice(self, rig: Rig) -> None:
        rig.camera.close()
        rig.camera.close()
        assert rig.camera.state is CameraState.ENDED
        for ask in (rig.camera.frame, rig.camera.luma):
            with pytest.raises(CameraError) as caught:
                ask(0.0, 0.1)
            assert caught.value.state == "ended"
        with pytest.raises(CameraError) as caught:
            rig.camera.still(0.1)
        assert caught.value.state == "ended"
