"""`companion photo`: one large picture from any camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from camera_fakes import FakeCapture, claim
from command_line import assert_one_sentence_on_stderr, run_companion
from pi_camera_fakes import strict_picamera2

from companion.devices.opening import FrameSource
from companion.errors import CameraError, InputError
from companion.photos.taking import photograph
from hardware.camera_pi import PiCamera
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import Clock


def test_the_picture_of_a_folder_is_written_as_it_is(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (90, 120, 3)).astype(np.uint8)
    (tmp_path / "shown").mkdir()
    cv2.imwrite(str(tmp_path / "shown" / "1.png"), picture)
    out = tmp_path / "taken.png"
    done = run_companion("photo", "--camera", f"folder:{tmp_path / 'shown'}", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "120 x 90 pixels" in done.stdout
    assert np.array_equal(cv2.imread(str(out)), picture)


@pytest.mark.parametrize(
    ("camera", "out", "words"),
    [
        ("folder:nowhere", "a.jpg", "folder:nowhere"),
        ("telescope", "a.jpg", "no camera called"),
        ("usb", "a.jpg", "usb:0"),
        ("folder:nowhere", "a.gif", ".jpg or a .png"),
    ],
)
def test_what_can_not_be_done_is_one_sentence(
    tmp_path: Path, camera: str, out: str, words: str
) -> None:
    done = run_companion("photo", "--camera", camera, "--out", tmp_path / out)
    assert_one_sentence_on_stderr(done, 2)
    assert words in done.stderr
    assert not (tmp_path / out).exists()


def test_a_raspberry_pi_gives_all_that_its_sensor_has(monkeypatch: pytest.MonkeyPatch) -> None:
    picamera2 = strict_picamera2()

    def opened(spec: str, clock: Clock) -> FrameSource:
        return PiCamera(clock, load=lambda: picamera2, claim=claim)

    monkeypatch.setattr("companion.photos.taking.open_camera", opened)
    frame, unfixed = photograph("pi:0", picamera2.clock)
    assert frame.size_wh == (4608, 2592)
    assert unfixed == ""
    assert picamera2.last.log[-2:] == ["stop", "close"]


def test_a_webcam_that_opens_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = FakeCapture()

    def opened(spec: str, clock: Clock) -> FrameSource:
        return UsbCamera(0, clock, open_capture=lambda _: capture, exists=lambda _: True,
                         claim=claim)  # fmt: skip

    monkeypatch.setattr("companion.photos.taking.open_camera", opened)
    assert photograph("usb:0", MonotonicClock())[0].size_wh == (64, 48)
    assert capture.released


def test_a_camera_that_gives_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    picamera2 = strict_picamera2()
    closed = []

    class Mute(PiCamera):
        def settle(self) -> str:
            raise CameraError("stopped", "nothing comes")

        def close(self) -> None:
            closed.append(True)
            super().close()

    def opened(spec: str, clock: Clock) -> FrameSource:
        return Mute(clock, load=lambda: picamera2, claim=claim)

    monkeypatch.setattr("companion.photos.taking.open_camera", opened)
    clock: HandTurnedClock = picamera2.clock
    began_s = clock.now_s()
    with pytest.raises(CameraError, match="nothing comes"):
        photograph("pi:0", clock)
    assert clock.now_s() - began_s < 20.0
    assert closed


def test_a_name_that_is_no_camera_opens_nothing() -> None:
    with pytest.raises(InputError):
        photograph("simulated:no-such-art", MonotonicClock())


def test_a_webcam_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    clock = MonotonicClock()
    began_s = clock.now_s()
    with pytest.raises(CameraError, match="is not there; plug it in"):
        photograph(f"usb:{tmp_path / 'video7'}", clock)
    assert clock.now_s() - began_s < 2.0
