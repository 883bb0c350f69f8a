"""The camera contract over the real picamera2, on libcamera's virtual camera.

Run by `make test-picamera2`.  The virtual camera gives NV12 only, has no exposure, white balance
or focus, and shows four pictures in a circle; what it can't do, the wrapper has to notice.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from camera_contract import CameraContract, Rig
from camera_fakes import claim

from companion.errors import CameraError
from hardware.camera_pi import PiCamera
from hardware.clock import MonotonicClock
from hardware.ports import CameraState

pytestmark = [
    pytest.mark.slow,
    # What picamera2 itself leaves behind or calls is not ours to mend.
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),
    pytest.mark.skipif(
        importlib.util.find_spec("libcamera") is None,
        reason="there is no libcamera here; make test-picamera2 builds it",
    ),
]
FRAMES_GREY = (60, 100, 140, 180)  # what tools/real-devices/draw-frames.py draws


def load() -> Any:
    """picamera2's class, adapted to a camera without raw pictures and DMA heaps."""
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator

    class OnVirtualCamera(Picamera2):  # type: ignore[misc]
        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "SRGGB10_CSI2P", "size": (2304, 1296)}]

        def __init__(self, number: int = 0) -> None:
            super().__init__(number)
            self.allocator = LibcameraAllocator(self.camera)

    return OnVirtualCamera


@pytest.fixture
def opened() -> Iterator[Callable[..., PiCamera]]:
    cameras = []

    def open_camera(**options: Any) -> PiCamera:
        cameras.append(PiCamera(MonotonicClock(), load=load, claim=claim, **options))
        return cameras[-1]

    yield open_camera
    for camera in cameras:
        camera.close()


@pytest.fixture
def rig(opened: Callable[..., PiCamera]) -> Rig:
    return Rig(opened(pixels="NV12"), MonotonicClock(), steady=False)


class TestRealPicamera2(CameraContract):
    """The contract over the real one."""


def test_the_picture_is_whole_and_its_colours_are_grey(rig: Rig) -> None:
    frame = rig.camera.frame(rig.clock.now_s(), 2.0)
    assert frame.size_wh == (2304, 1296)
    image = frame.image_bgr
    inner = image[200:400, 1200:2000].reshape(-1, 3)
    grey = float(inner.mean())
    assert min(abs(grey - drawn) for drawn in FRAMES_GREY) < 12
    assert int(inner.max()) - int(inner.min()) < 16, "no plane is shifted or swapped"
    for edge in (image[:6], image[-6:], image[:, :6], image[:, -6:]):
        assert float(edge.mean()) > 215, "the white frame is where it was drawn"
    for at in (300, 600, 1000):
        assert float(image[at, round(at * 2304 / 1296)].mean()) < 60, "so is the diagonal"


def test_the_small_stream_shows_the_same(rig: Rig) -> None:
    luma = rig.camera.luma(rig.clock.now_s(), 2.0).luma
    assert luma.shape == (360, 640)
    assert float(luma[60:110, 340:550].std()) < 8
    for edge in (luma[:2], luma[-2:], luma[:, :2], luma[:, -2:]):
        assert float(edge.mean()) > 190, "no padding, no other plane"


def test_a_format_that_is_replaced_without_a_word_is_refused(
    opened: Callable[..., PiCamera],
) -> None:
    """picamera2 configures NV12 though RGB888 was asked for, and raises nothing."""
    with pytest.raises(CameraError, match="NV12") as caught:
        opened()
    assert caught.value.state == "unfit"
    opened(pixels="NV12")  # it was let go


def test_a_size_that_it_does_not_have_is_refused(opened: Callable[..., PiCamera]) -> None:
    with pytest.raises(CameraError) as caught:
        opened(pixels="NV12", size_wh=(4608, 2592))
    assert caught.value.state in ("unfit", "stopped")


def test_settings_that_it_lacks_are_never_asked_for(opened: Callable[..., PiCamera]) -> None:
    """picamera2 raises for a control that libcamera doesn't advertise."""
    camera = opened(pixels="NV12", focus_m=0.6)
    assert camera.problem == ""
    assert camera.settle() == ""


@pytest.mark.error_log("Camera __init__ sequence did not complete")
def test_no_camera_of_that_number_and_one_that_is_in_use(opened: Callable[..., PiCamera]) -> None:
    with pytest.raises(CameraError, match="no camera number 3") as caught:
        opened(pixels="NV12", number=3)
    assert caught.value.state == "no camera"
    opened(pixels="NV12")
    with pytest.raises(CameraError) as caught:  # past our own claim, picamera2 refuses
        PiCamera(MonotonicClock(), load=load, pixels="NV12", claim=lambda name: claim(name + "'"))
    assert caught.value.state == "busy"


def test_it_opens_again_and_again_without_leaving_threads(opened: Callable[..., PiCamera]) -> None:
    clock = MonotonicClock()
    opened(pixels="NV12").close()  # picamera2's own manager keeps a thread
    before = threading.active_count()
    for _ in range(5):
        camera = opened(pixels="NV12")
        assert camera.frame(clock.now_s(), 2.0)
        camera.close()
        assert camera.state is CameraState.ENDED
    assert threading.active_count() <= before
