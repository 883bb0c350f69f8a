"""The USB camera over a stand-in for its device: time, faults, light, one owner."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from camera_fakes import FakeCapture, claim

from companion.errors import CameraError
from companion.flow import Frame
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import CameraState


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


@pytest.mark.parametrize(
    ("there", "opened", "state", "words"),
    [(False, True, "no camera", "is not there"), (True, False, "busy", "can't be opened")],
)
def test_measuring_the_light_of_what_is_not_there_says_so_at_once(
    there: bool, opened: bool, state: str, words: str
) -> None:
    capture, clock = FakeCapture(), MonotonicClock()
    capture.opened = opened
    with usb(capture, there=there) as camera:
        asked_s = clock.now_s()
        with pytest.raises(CameraError, match=words) as caught:
            camera.settle()
        assert caught.value.state == state
        assert clock.now_s() - asked_s < 1.0
