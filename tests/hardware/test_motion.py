"""What counts as motion in a small grey picture, and that resting eyes wake up from it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from camera_fakes import claim
from numpy.typing import NDArray
from pi_camera_fakes import strict_picamera2

from companion.flow import Frame, Observation, Status
from companion.running.eyes import Eyes
from companion.running.loop import Inbox
from hardware.camera_pi import PiCamera
from hardware.clock import MonotonicClock
from hardware.motion import Motion

Picture = NDArray[np.uint8]


def table(seed: int) -> Picture:
    """The same table each time, with the noise of a camera."""
    still = cv2.GaussianBlur(
        np.random.default_rng(1).integers(40, 200, (360, 640)).astype(np.float32), (0, 0), 3
    )
    noise = np.random.default_rng(seed).normal(0, 5, still.shape)
    return np.clip(still + noise, 0, 255).astype(np.uint8)


def with_disc(picture: Picture, at: tuple[int, int], radius_px: int, grey: int) -> Picture:
    return np.asarray(cv2.circle(picture.copy(), at, radius_px, (grey,), -1), np.uint8)


def lit(picture: Picture, factor: float) -> Picture:
    return np.clip(picture.astype(np.float32) * factor, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("second", "moved"),
    [
        (table(3), False),
        (lit(table(3), 1.07), False),
        (with_disc(table(3), (200, 150), 11, 230), True),  # a token of 22 mm, 1 mm a pixel
        (with_disc(table(3), (600, 20), 60, 150), True),  # a hand comes in
        (with_disc(table(3), (200, 150), 3, 230), False),
    ],
    ids=["noise", "flicker", "token", "hand", "speck"],
)
def test_tokens_and_hands_are_motion_noise_and_flicker_are_not(
    second: Picture, moved: bool
) -> None:
    motion = Motion()
    assert not motion.moved(table(2)), "nothing to compare with"
    assert motion.moved(second) == moved
    motion.forget()
    assert not motion.moved(table(4))


def test_a_picture_of_another_size_is_a_new_beginning() -> None:
    motion = Motion()
    motion.moved(table(2))
    assert not motion.moved(np.zeros((90, 160), np.uint8))
    assert motion.moved(np.tile(np.arange(160, dtype=np.uint8), (90, 1)))


def test_the_pi_camera_tells_motion_by_its_small_stream() -> None:
    picamera2 = strict_picamera2()
    with PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim) as camera:
        assert [camera.moved() for _ in range(3)] == [False, False, False]
        picamera2.last.hand_grey = 20
        assert [camera.moved() for _ in range(2)] == [True, False]
        picamera2.last.dead = True
        assert camera.moved(), "a loss is looked at like a hand"


class _Camera:
    def __init__(self, moves_at: int) -> None:
        self.moves_at, self.asked = moves_at, 0

    def moved(self) -> bool:
        self.asked += 1
        return self.asked == self.moves_at

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        raise AssertionError

    def settle(self) -> str:
        raise AssertionError

    def read(self, frame: Frame) -> Observation:
        return Observation("board", frame.exposed_at_s, Status.READ)


@pytest.mark.parametrize(
    ("moves_at", "calm", "least_s", "most_s"),
    [(2, True, 0.2, 0.75), (1000, True, 0.8, 2.0), (1000, False, 0.0, 0.3)],
)
def test_eyes_rest_until_something_moves(
    moves_at: int, calm: bool, least_s: float, most_s: float
) -> None:
    clock, inbox, camera = MonotonicClock(), Inbox(), _Camera(moves_at)
    inbox.be_calm(calm)
    began_s = clock.now_s()
    Eyes(camera, camera, inbox, clock, 0.2)._rest(0.9)
    assert least_s <= clock.now_s() - began_s <= most_s
