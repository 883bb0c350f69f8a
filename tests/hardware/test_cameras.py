"""One contract for every camera, then what is special about each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from camera_contract import CameraContract, Rig
from camera_fakes import FakeCapture, StrictPicamera2, claim, strict_picamera2
from small_game import small_prints

from companion.errors import CameraError
from companion.flow import Frame
from hardware.camera_folder import FolderCamera
from hardware.camera_pi import PiCamera
from hardware.camera_simulated import SimulatedCamera
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import CameraState
from hardware.simulated.arts import art_named
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.conditions import conditions_named
from hardware.simulated.studio import Studio
from hardware.simulated.tabletop.studio import TableStudio, copies_of

SMALL = small_prints(1)


def studio(name: str = "night") -> Studio:
    return Studio(art_named(name), 1, conditions_named("mounted"), scale=0.25)


def small_table() -> TableStudio:
    return TableStudio(SMALL, 1, conditions_named("mounted"), scale=0.25)


@pytest.fixture(scope="module")
def small_studio() -> Studio:
    return studio()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for number in (1, 2, 10):
        image = np.full((48, 64, 3), number * 20, np.uint8)
        cv2.imwrite(str(tmp_path / f"table {number}.png"), image)
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def picamera2() -> type[StrictPicamera2]:
    return strict_picamera2()


@pytest.fixture(params=["simulated", "table", "folder", "usb", "pi"])
def rig(
    request: pytest.FixtureRequest,
    pictures: Path,
    picamera2: type[StrictPicamera2],
    small_studio: Studio,
) -> Iterator[Rig]:
    hand_turned = HandTurnedClock(100.0)
    monotonic = MonotonicClock()
    if request.param == "simulated":
        rig = Rig(SimulatedCamera(small_studio, hand_turned), hand_turned)
    elif request.param == "table":
        rig = Rig(TableCamera(small_table(), copies_of(SMALL)[:1], hand_turned), hand_turned)
    elif request.param == "folder":
        rig = Rig(FolderCamera(pictures, hand_turned, each_s=60.0, loop=True), hand_turned)
    elif request.param == "usb":
        capture = FakeCapture()
        capture.grey = lambda _: 100
        rig = Rig(UsbCamera(0, monotonic, open_capture=lambda _: capture, exists=lambda _: True,
                            claim=claim), monotonic)  # fmt: skip
    else:
        rig = Rig(PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim), picamera2.clock)
    with rig.camera:
        yield rig


class TestEveryCamera(CameraContract):
    """The contract over all of them."""


# -- folder ------------------------------------------------------------------------------


def test_pictures_come_in_counting_order_and_end(pictures: Path) -> None:
    with FolderCamera(pictures, HandTurnedClock()) as camera:
        shown = [int(camera.frame(-1.0, 1.0).image_bgr[0, 0, 0]) // 20 for _ in range(3)]
        assert shown == [1, 2, 10]
        with pytest.raises(CameraError, match="have been shown") as caught:
            camera.frame(-1.0, 1.0)
    assert caught.value.state == "ended"


def test_a_picture_stays_as_long_as_it_is_told(pictures: Path) -> None:
    clock = HandTurnedClock()
    with FolderCamera(pictures, clock, each_s=3.0, loop=True) as camera:
        shown = []
        for _ in range(10):
            shown.append(int(camera.frame(clock.now_s(), 1.0).image_bgr[0, 0, 0]) // 20)
            clock.turn(1.0)
    assert shown == [1, 1, 1, 2, 2, 2, 10, 10, 10, 1]


def test_the_orientation_mark_of_a_photograph_is_honoured(tmp_path: Path) -> None:
    image = np.zeros((40, 80, 3), np.uint8)
    image[:, :40] = 255
    data = cv2.imencode(".jpg", image)[1].tobytes()
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    segment = b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned
    (tmp_path / "phone.jpg").write_bytes(data[:2] + segment + data[2:])
    with FolderCamera(tmp_path, HandTurnedClock()) as camera:
        frame = camera.frame(-1.0, 1.0)
    assert frame.size_wh == (40, 80)
    assert frame.image_bgr[10, 20, 0] > 200 > 50 > frame.image_bgr[70, 20, 0]


@pytest.mark.parametrize("content", [b"", b"no picture at all"])
def test_an_unreadable_picture_is_named_once_and_passed_over(
    pictures: Path, content: bytes
) -> None:
    (pictures / "table 3.jpg").write_bytes(content)
    with FolderCamera(pictures, HandTurnedClock()) as camera:
        camera.frame(-1.0, 1.0)
        camera.frame(-1.0, 1.0)
        with pytest.raises(CameraError, match=r"table 3\.jpg is not a picture") as caught:
            camera.frame(-1.0, 1.0)
        assert caught.value.state == "unfit"
        assert camera.frame(-1.0, 1.0).image_bgr[0, 0, 0] == 200


def test_a_folder_without_pictures_is_no_camera(tmp_path: Path) -> None:
    for folder, words in ((tmp_path, "holds no pictures"), (tmp_path / "gone", "no folder")):
        with pytest.raises(CameraError, match=words) as caught:
            FolderCamera(folder, HandTurnedClock())
        assert caught.value.state == "no camera"


# -- usb ---------------------------------------------------------------------------------


def soon(take: Callable[[], Frame]) -> Frame:
    """Ask until there is a frame, at most five seconds."""
    clock = MonotonicClock()
    until_s = clock.now_s() + 5.0
    while True:
        try:
            return take()
        except CameraError:
            assert clock.now_s() < until_s
            clock.wait_s(0.02)


def usb(capture: FakeCapture, *, there: bool = True) -> UsbCamera:
    return UsbCamera(
        0,
        MonotonicClock(),
        size_wh=(1920, 1080),
        open_capture=lambda _: capture,
        exists=lambda _: there,
        reopen_after_s=0.05,
        claim=claim,
    )


def test_what_the_device_really_gives_is_read_back() -> None:
    capture = FakeCapture((640, 480))
    with usb(capture) as camera:
        assert camera.frame(-1.0, 2.0).size_wh == (640, 480)
        assert camera.size_wh == (640, 480)
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert capture.released


def test_a_hanging_device_is_told_in_time_and_comes_back_without_a_new_thread() -> None:
    capture, clock = FakeCapture(), MonotonicClock()
    with usb(capture) as camera:
        camera.frame(clock.now_s(), 2.0)
        threads = threading.active_count()
        capture.hanging.set()
        for _ in range(3):
            began_s = clock.now_s()
            with pytest.raises(CameraError, match="no new picture") as caught:
                camera.frame(clock.now_s(), 0.1)
            assert caught.value.state == "stopped"
            assert clock.now_s() - began_s < 1.0
        assert threading.active_count() == threads
        capture.hanging.clear()
        capture.go_on.set()
        camera.frame(clock.now_s(), 2.0)
        assert camera.state is CameraState.LIVE


def test_no_wait_is_longer_than_two_seconds() -> None:
    capture, clock = FakeCapture(), MonotonicClock()
    capture.hanging.set()
    with usb(capture) as camera:
        began_s = clock.now_s()
        with pytest.raises(CameraError):
            camera.frame(0.0, 60.0)
        assert clock.now_s() - began_s < 3.0
        capture.go_on.set()


@pytest.mark.parametrize(
    ("there", "opened", "sends_wh", "state"),
    [
        (False, True, (64, 48), "no camera"),
        (True, False, (64, 48), "busy"),
        (True, True, (32, 48), "unfit"),
    ],
)
def test_a_device_that_is_not_right_has_a_named_state(
    there: bool, opened: bool, sends_wh: tuple[int, int], state: str
) -> None:
    capture = FakeCapture()
    capture.opened, capture.sends_wh = opened, sends_wh
    with usb(capture, there=there) as camera, pytest.raises(CameraError) as caught:
        camera.frame(-1.0, 2.0)
    assert caught.value.state == state


def test_a_device_that_fails_is_opened_again() -> None:
    capture, clock = FakeCapture(), MonotonicClock()
    capture.failing = True
    with usb(capture) as camera:
        with pytest.raises(CameraError, match="stopped sending"):
            camera.frame(clock.now_s(), 0.3)
        capture.failing = False
        assert camera.frame(clock.now_s(), 2.0).exposed_at_s > 0


def test_only_the_newest_frame_waits() -> None:
    capture, clock = FakeCapture(pace_s=0.001), MonotonicClock()
    with usb(capture) as camera:
        camera.frame(clock.now_s(), 2.0)
        before = capture.number
        later_s = clock.now_s() + 0.1
        frame = camera.frame(later_s, 2.0)
        assert capture.number - before > 5
        assert frame.exposed_at_s > later_s


class QueueingCapture(FakeCapture):
    """A driver that keeps the four oldest pictures while nobody reads, as V4L2 does."""

    PERIOD_S = 0.05

    def __init__(self, clock: HandTurnedClock) -> None:
        super().__init__(pace_s=self.PERIOD_S)
        self.began_at_s: list[float] = []
        self.allowed = threading.Semaphore(0)
        self.stall = False
        self._clock = clock
        self._ready_s = clock.now_s() + self.PERIOD_S
        self._queue: list[float] = []

    def read(self) -> tuple[bool, Any]:
        assert self.allowed.acquire(timeout=10)
        self._fill()
        if not self._queue:
            self._clock.wait_s(self._ready_s - self._clock.now_s())
            self._fill()
        self.began_at_s.append(self._queue.pop(0))
        if self.stall:
            self.stall = False
            self._clock.turn(0.31)  # the computer is busy with something else
        width, height = self.size_wh
        return True, np.full((height, width, 3), len(self.began_at_s) - 1, np.uint8)

    def _fill(self) -> None:
        while self._ready_s <= self._clock.now_s() + 1e-9:
            if len(self._queue) < 4:
                self._queue.append(self._ready_s - self.PERIOD_S)
            self._ready_s += self.PERIOD_S


def test_a_picture_that_waited_in_the_driver_is_never_taken_for_a_newer_one() -> None:
    clock = HandTurnedClock(100.0)
    capture, last_s, lags_s = QueueingCapture(clock), 0.0, []
    with UsbCamera(0, clock, open_capture=lambda _: capture, exists=lambda _: True,
                   claim=claim) as camera:  # fmt: skip
        for turn in range(60):
            capture.stall = turn % 12 == 6
            capture.allowed.release()
            frame = camera.frame(last_s, 2.0)
            began_s = capture.began_at_s[int(frame.image_bgr[0, 0, 0])]
            assert frame.exposed_at_s <= began_s + 1e-6
            lags_s.append(clock.now_s() - began_s)
            last_s = frame.exposed_at_s
        capture.allowed.release(100)
    assert max(lags_s) > 4 * QueueingCapture.PERIOD_S, "some pictures were old"
    assert lags_s[-1] < 3 * QueueingCapture.PERIOD_S, "and newer ones came again"


def webcam(capture: FakeCapture) -> None:
    """Give it the settings of a webcam, its automatics on."""
    for automatic in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS):
        capture.has[automatic] = 1.0
    capture.has.update({cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0})


def by_hand(capture: FakeCapture) -> dict[str, float]:
    return {
        "exposure": capture.has[cv2.CAP_PROP_AUTO_EXPOSURE],
        "white": capture.has[cv2.CAP_PROP_AUTO_WB],
        "temperature": capture.has[cv2.CAP_PROP_WB_TEMPERATURE],
    }


def test_light_and_focus_of_a_webcam_are_fixed_where_it_has_them() -> None:
    capture = FakeCapture()
    webcam(capture)
    capture.grey = lambda _: 100
    with usb(capture) as camera:
        assert camera.settle() == ""
        assert by_hand(capture) == {"exposure": 1.0, "white": 0.0, "temperature": 4600.0}
        capture.has[cv2.CAP_PROP_WB_TEMPERATURE] = 3100.0
        assert camera.settle() == ""
        assert by_hand(capture)["temperature"] == 3100.0


def test_a_webcam_that_does_not_tell_its_exposure_keeps_its_automatics() -> None:
    """Fixing what it tells would make the picture brighter or darker."""
    capture = FakeCapture()
    webcam(capture)
    capture.grey = lambda c: 100 if c.has[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0 else 30
    with usb(capture) as camera:
        assert "exposure" in camera.settle()
        assert by_hand(capture) == {"exposure": 3.0, "white": 0.0, "temperature": 4600.0}


def test_a_webcam_is_used_by_one_companion_at_a_time() -> None:
    first, second = FakeCapture(), FakeCapture()
    with usb(first) as camera:
        camera.frame(-1.0, 2.0)
        with usb(second) as late:
            with pytest.raises(CameraError, match="another companion") as caught:
                late.frame(-1.0, 2.0)
            assert caught.value.state == "busy"
            assert second.number == 0
            camera.close()
            assert soon(lambda: late.frame(-1.0, 2.0)).size_wh == (64, 48)


# -- simulated ---------------------------------------------------------------------------


def test_a_throw_brings_a_hand_and_then_other_tokens(small_studio: Studio) -> None:
    clock = HandTurnedClock()
    with SimulatedCamera(small_studio, clock, period_s=0.2, hand_s=2.0) as camera:
        empty = camera.frame(clock.now_s(), 1.0).image_bgr.astype(int)
        assert camera.lying == ()
        camera.throw(6)
        changes = []
        for _ in range(12):
            image = camera.frame(clock.now_s(), 1.0).image_bgr.astype(int)
            changes.append(float((np.abs(image - empty).max(axis=2) > 60).mean()))
        assert len(camera.lying) == 6
        assert max(changes[:9]) > 0.05
        assert 0.0005 < changes[-1] < 0.05
        first = camera.lying
        camera.throw(6)
        assert camera.lying == first
        clock.turn(1.1)
        assert camera.lying != first


def test_the_same_seed_shows_the_same_and_a_still_table_gets_fresh_noise() -> None:
    def frames() -> list[np.ndarray]:
        clock = HandTurnedClock()
        with SimulatedCamera(studio(), clock, seed=5) as camera:
            camera.throw(4)
            clock.turn(3.0)
            return [camera.frame(clock.now_s(), 1.0).image_bgr for _ in range(3)]

    first, second = frames(), frames()
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one, other)
    difference = np.abs(first[0].astype(int) - first[1])
    assert 0 < difference.mean() < 6


def test_a_table_throws_by_itself_when_told_to(small_studio: Studio) -> None:
    clock = HandTurnedClock()
    with SimulatedCamera(small_studio, clock, hand_s=1.0, rethrow_after_s=4.0) as camera:
        seen = []
        for _ in range(4):
            camera.frame(clock.now_s(), 1.0)
            clock.turn(2.0)
            seen.append(camera.lying)
            clock.turn(3.5)
    assert len(set(seen)) == 4
    assert all(seen)
