"""A camera whose driver never comes back: told for what it is, then left to a new process."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from camera_fakes import FakeCapture, claim
from pi_camera_fakes import strict_picamera2
from watched_camera import BACK_WITHIN_S, NOTICED_WITHIN_S, PACE_S, AnyReader, Watched

from companion.devices.reopening import FAILURES
from companion.errors import CameraError
from companion.flow import Frame
from companion.running.eyes import AFTER_LOSS_S, GIVE_UP_AGAIN_S, GIVE_UP_S, Eyes
from companion.running.loop import Inbox
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock

MOST_LOOKS = FAILURES + 3
NEVER_S = 1e9


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """With short real waits: a thread that hangs does not go by the clock of the test."""
    monkeypatch.setattr("companion.running.eyes.FRAME_WAIT_S", 0.1)
    monkeypatch.setattr("hardware.camera_pi._CLOSE_S", 0.1)
    monkeypatch.setattr("hardware.camera_pi._START_S", 1.5)
    watched = Watched(strict_picamera2())
    yield watched
    go_on(watched)
    watched.camera.close()
    wait_for_its_thread()


def go_on(watched: Watched) -> None:
    """Have the driver come back."""
    watched.picamera2.hanging.clear()
    watched.picamera2.go_on.set()


def wait_for_its_thread() -> None:
    """A camera that was given up is let go by its thread, as soon as that comes back."""
    for thread in threading.enumerate():
        if thread.name == "pi 0":
            thread.join(5.0)
            assert not thread.is_alive()


def look_until_it_hangs(watched: Watched) -> str:
    for _ in range(MOST_LOOKS):
        said = watched.look()
        assert said is not None
        assert "another companion" not in said
        if "hangs" in said:
            return said
    raise AssertionError(said)


def test_a_hang_for_good_is_named_and_given_up(watched: Watched) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    threads = threading.active_count()
    watched.picamera2.hanging.set()
    said = look_until_it_hangs(watched)
    assert "Ctrl-C" in said, "who started it by hand has to end it"
    assert not watched.eyes.past_help
    hung_at_s = watched.clock.now_s()
    while not watched.eyes.past_help:
        assert watched.look() == said
        assert watched.clock.now_s() <= hung_at_s + GIVE_UP_S + AFTER_LOSS_S
    assert threading.active_count() <= threads


def test_a_hang_since_the_start_is_given_up_later(watched: Watched) -> None:
    """A new process was of no use then, and the page is worth more than another one."""
    watched.picamera2.hanging.set()
    look_until_it_hangs(watched)
    watched.clock.turn(GIVE_UP_AGAIN_S - 2 * AFTER_LOSS_S - 0.1)
    watched.look()
    assert not watched.eyes.past_help
    watched.clock.turn(1.0)
    assert watched.eyes.past_help


def test_a_driver_that_comes_back_after_all_is_used_again(watched: Watched) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    watched.picamera2.hanging.set()
    look_until_it_hangs(watched)
    go_on(watched)
    wait_for_its_thread()
    took_s, _ = watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    assert took_s <= BACK_WITHIN_S
    watched.clock.turn(GIVE_UP_AGAIN_S)
    assert not watched.eyes.past_help


@pytest.mark.parametrize("frames", [0, 3, 8, 14, 25, 33])
def test_a_loss_while_the_light_is_measured_is_noticed_in_time(
    watched: Watched, frames: int
) -> None:
    """Whichever step it is in: waiting for calm, searching the focus, seeing what is kept."""
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    device = watched.picamera2.last
    whole, lost_at_s = device.capture_request, [0.0]
    left = frames

    def capture(wait: float) -> object:
        nonlocal left
        left -= 1
        if left < 0 and not device.dead:
            device.dead, lost_at_s[0] = True, watched.clock.now_s()
        return whole(wait)

    device.capture_request = capture  # type: ignore[method-assign]
    watched.eyes.settle_soon()
    assert watched.look() is not None
    # The clock was turned by what the eyes rest after a loss, too.
    assert watched.clock.now_s() - AFTER_LOSS_S - lost_at_s[0] <= NOTICED_WITHIN_S


@pytest.mark.parametrize("frames", [0, 12, 30])
def test_a_hang_while_the_light_is_measured_is_noticed_in_time(
    watched: Watched, frames: int
) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    device, real = watched.picamera2.last, MonotonicClock()
    whole, hung_at_s = device.capture_request, [0.0]
    left = frames

    def capture(wait: float) -> object:
        nonlocal left
        left -= 1
        if left < 0 and not watched.picamera2.hanging.is_set():
            hung_at_s[0] = real.now_s()
            watched.picamera2.hanging.set()
        return whole(wait)

    device.capture_request = capture  # type: ignore[method-assign]
    watched.eyes.settle_soon()
    assert watched.look() is not None
    assert real.now_s() - hung_at_s[0] <= NOTICED_WITHIN_S


def test_a_loss_during_a_large_picture_is_noticed_in_time(watched: Watched) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    watched.picamera2.last.dead = True
    lost_at_s = watched.clock.now_s()
    caught: list[CameraError] = []

    def ask() -> None:
        try:
            watched.eyes.still(5.0)
        except CameraError as error:
            caught.append(error)

    asked = threading.Thread(target=ask)
    asked.start()
    while watched.eyes._stills.empty():
        assert asked.is_alive()
    assert watched.look() is not None
    assert watched.clock.now_s() - AFTER_LOSS_S - lost_at_s <= NOTICED_WITHIN_S
    asked.join(5.0)
    assert caught[0].state == "stopped"


def test_a_large_picture_is_taken_between_two_looks(watched: Watched) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    taken: list[Frame] = []
    asking = threading.Thread(target=lambda: taken.append(watched.eyes.still(5.0)))
    asking.start()
    while watched.eyes._stills.empty():
        assert asking.is_alive()
    assert watched.look() is None
    asking.join(5.0)
    assert taken[0].size_wh == (4608, 2592)


def test_a_large_picture_that_nobody_takes_is_refused_in_time() -> None:
    watched = Watched(strict_picamera2())
    with pytest.raises(CameraError, match="ask again"):
        watched.eyes.still(0.05)
    assert watched.look() is None
    assert watched.picamera2.last.buffers == [3], "what was given up is not taken later"
    watched.camera.close()


def test_a_webcam_whose_driver_hangs_is_past_help() -> None:
    capture, clock = FakeCapture(), HandTurnedClock(100.0)
    with UsbCamera(0, clock, open_capture=lambda _: capture, exists=lambda _: True,
                   claim=claim) as camera:  # fmt: skip
        inbox = Inbox()
        eyes = Eyes(camera, AnyReader(), inbox, clock, PACE_S)
        clock.turn(1.0)
        assert eyes.step()
        capture.hanging.set()
        while eyes.step():  # what came before
            pass
        clock.turn(5.0)
        with pytest.raises(CameraError, match="no new picture") as caught:
            camera.frame(NEVER_S, 0.05)
        assert not caught.value.past_help, "OpenCV may still come back by itself"
        clock.turn(10.0)
        for _ in range(2):
            assert not eyes.step()
            clock.turn(GIVE_UP_S)
        assert eyes.past_help
        capture.hanging.clear()
        capture.go_on.set()
        assert eyes.step()
        assert not eyes.past_help
