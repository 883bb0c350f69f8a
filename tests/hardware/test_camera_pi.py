"""The Raspberry Pi camera over a strict stand-in for picamera2: modes, light, focus, faults."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from camera_fakes import claim
from pi_camera_fakes import PAD_PX, StrictPicamera2, strict_picamera2

from companion.errors import CameraError
from hardware.camera_pi import MOST_WAIT_S, PiCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import CameraState


@pytest.fixture
def picamera2() -> type[StrictPicamera2]:
    return strict_picamera2()


def pi(picamera2: type[StrictPicamera2], **options: Any) -> PiCamera:
    return PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim, **options)


# -- pictures ----------------------------------------------------------------------------


def test_padding_of_the_rows_is_cut_off_and_red_stays_red(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        stride = picamera2.last.camera_configuration()["main"]["stride"]
        assert stride == (2304 + PAD_PX) * 3, "the stand-in pads"
        image = camera.frame(picamera2.clock.now_s(), 1.0).image_bgr
        assert image.shape == (1296, 2304, 3)
        assert np.all(image == (10, 120, 200))
        luma = camera.luma(picamera2.clock.now_s(), 1.0).luma
        assert luma.shape == (360, 640)
        assert np.all(luma == 131)
        assert picamera2.last.held == 0


def test_a_still_is_of_full_size_with_one_buffer_and_the_same_light(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        light = dict(picamera2.last.values)
        assert camera.still(3.0).size_wh == (4608, 2592)
        assert picamera2.last.buffers == [3, 1, 3]
        for values in (picamera2.last.still_values, picamera2.last.values):
            assert {name: values[name] for name in light} == light
        assert camera.frame(picamera2.clock.now_s(), 1.0).size_wh == (2304, 1296)
        assert camera.state is CameraState.LIVE


def test_a_still_that_fails_leaves_the_camera_playing(picamera2: type[StrictPicamera2]) -> None:
    with pi(picamera2) as camera:
        picamera2.last.dead = True
        with pytest.raises(CameraError) as caught:
            camera.still(1.0)
        assert caught.value.state == "stopped"
        picamera2.last.dead = False
        assert camera.frame(picamera2.clock.now_s(), 1.0).size_wh == (2304, 1296)


def test_a_frame_begun_before_the_request_is_not_given(picamera2: type[StrictPicamera2]) -> None:
    with pi(picamera2) as camera:
        device = picamera2.last
        device.stale = 2
        asked_s = picamera2.clock.now_s()
        assert camera.frame(asked_s, 1.0).exposed_at_s > asked_s
        assert device.held == 0
        device.stale = 10**6
        with pytest.raises(CameraError) as caught:
            camera.frame(picamera2.clock.now_s(), 1.0)
        assert caught.value.state == "stopped"
        assert device.held == 0


def test_nv12_pictures_become_blue_green_red_where_they_are_asked_for(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2, size_wh=(640, 360), pixels="NV12") as camera:
        image = camera.frame(picamera2.clock.now_s(), 1.0).image_bgr
        assert image.shape == (360, 640, 3)
        assert np.all(image == image[0, 0]), "no padding shows"


# -- light and focus ---------------------------------------------------------------------


# -- faults ------------------------------------------------------------------------------


def test_a_dead_ribbon_cable_is_told_and_the_waiting_capture_taken_back(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        picamera2.last.dead = True
        began_s = picamera2.clock.now_s()
        with pytest.raises(CameraError, match="ribbon cable") as caught:
            camera.frame(began_s, 60.0)
        assert picamera2.clock.now_s() - began_s <= 2.0
        assert caught.value.state == "stopped"
        assert "cancel" in picamera2.last.log
        picamera2.last.dead = False
        camera.frame(picamera2.clock.now_s(), 1.0)
        assert camera.state is CameraState.LIVE


def test_a_capture_that_hangs_is_told_within_two_seconds_and_no_thread_is_added(
    picamera2: type[StrictPicamera2],
) -> None:
    """picamera2's own number may fail it; ours does not."""
    real = MonotonicClock()
    camera = pi(picamera2)
    threads = threading.active_count()
    picamera2.hanging.set()
    for _ in range(5):
        began_s = real.now_s()
        with pytest.raises(CameraError) as caught:
            camera.frame(picamera2.clock.now_s(), 0.05)
        assert caught.value.state == "stopped"
        assert real.now_s() - began_s <= 2.0
    assert camera.state is CameraState.STOPPED
    assert threading.active_count() == threads
    picamera2.hanging.clear()
    picamera2.go_on.set()
    assert camera.frame(picamera2.clock.now_s(), MOST_WAIT_S)
    assert camera.state is CameraState.LIVE
    camera.close()


def test_a_camera_that_hangs_while_closing_stays_claimed_until_it_answers(
    picamera2: type[StrictPicamera2],
) -> None:
    """Opening again and again must not pile up threads that all hang."""
    camera = pi(picamera2)
    picamera2.hanging.set()
    with pytest.raises(CameraError):
        camera.frame(picamera2.clock.now_s(), 0.05)
    camera.close()
    threads = threading.active_count()
    for _ in range(3):
        with pytest.raises(CameraError, match="its driver does not answer") as caught:
            pi(picamera2)
        assert caught.value.past_help, "and nothing of another companion"
    assert threading.active_count() == threads
    picamera2.hanging.clear()
    picamera2.go_on.set()
    camera.close()  # waits for the thread's end
    with pi(picamera2) as again:
        assert again.frame(picamera2.clock.now_s(), 1.0)


def test_one_owner_at_a_time(picamera2: type[StrictPicamera2]) -> None:
    with pi(picamera2):
        with pytest.raises(CameraError, match="another companion") as caught:
            pi(picamera2)
        assert caught.value.state == "busy"
        assert picamera2.made == 1, "the second never touched the camera"
    with pi(picamera2):
        pass


@pytest.mark.parametrize(
    ("attribute", "value", "state", "words"),
    [
        ("found", [], "no camera", "ribbon cable"),
        ("error", RuntimeError("Camera __init__ sequence did not complete."), "busy", "another"),
        ("substitute", "NV12", "unfit", "NV12"),
        ("deaf", True, "stopped", "no new picture"),
    ],
)
def test_what_is_wrong_with_the_pi_camera_is_named(
    picamera2: type[StrictPicamera2],
    monkeypatch: pytest.MonkeyPatch,
    attribute: str,
    value: object,
    state: str,
    words: str,
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(picamera2, attribute, value)
        with pytest.raises(CameraError, match=words) as caught:
            pi(picamera2)
        assert caught.value.state == state
    if picamera2.made:
        assert picamera2.last.log[-2:] == ["stop", "close"]
    with pi(picamera2) as mended:
        assert mended.state is CameraState.LIVE


def test_a_sensor_that_is_lost_in_the_midst_of_a_still_is_told(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        picamera2.last.lost = True
        with pytest.raises(CameraError, match="Input/output error") as caught:
            camera.still(1.0)
        assert caught.value.state == "stopped"


def test_a_camera_number_that_is_not_there(picamera2: type[StrictPicamera2]) -> None:
    with pytest.raises(CameraError, match="no camera number 1"):
        pi(picamera2, number=1)


def test_without_picamera2_the_way_to_install_it_is_told() -> None:
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(CameraError, match="apt install python3-picamera2") as caught:
            PiCamera(HandTurnedClock())
        assert caught.value.state == "no camera"
    else:
        pytest.skip("picamera2 is installed here")
