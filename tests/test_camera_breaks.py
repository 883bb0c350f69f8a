"""Camera software that fails with whatever error: told on the page, and tried again for ever."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import pytest
from board_files import write_table
from camera_fakes import FakeCapture, claim
from command_line import COMPANION, assert_one_sentence_on_stderr
from pi_camera_fakes import StrictPicamera2, strict_picamera2
from session_fakes import FakeTable
from watched_camera import BACK_WITHIN_S, PACE_S, AnyReader, Watched

from companion.devices.device_words import CAMERA_BROKEN, in_both
from companion.devices.reopening import ReopeningCamera
from companion.errors import CameraError
from companion.flow import Frame, Status
from companion.running.eyes import Eyes
from companion.running.hub import Hub
from companion.running.loop import Inbox, Loop
from companion.session.compose import compose
from companion.session.toss_table import TossTable
from hardware.camera_pi import PiCamera
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import Camera

ERRORS = [
    ValueError("numpy.dtype size changed, may indicate binary incompatibility"),
    AttributeError("'NoneType' object has no attribute 'at'"),
    MemoryError(),
    TypeError("two\nlines"),
]
# Calls of picamera2 that a look needs: opening, playing, measuring the light, the picture.
CALLS = ["global_camera_info", "configure", "set_controls", "capture_request"]
NEVER_S = 1e9


def broken_picamera2(folder: Path, error: str) -> None:
    (folder / "picamera2.py").write_text(f"raise {error}\n", encoding="utf-8")


@pytest.fixture
def picamera2() -> type[StrictPicamera2]:
    return strict_picamera2()


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("call", CALLS)
def test_whatever_picamera2_raises_has_a_sentence_and_is_over_with_its_cause(
    picamera2: type[StrictPicamera2],
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    error: Exception,
) -> None:
    watched, threads, said = Watched(picamera2), threading.active_count(), None

    def fails(*_: object, **__: object) -> object:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(picamera2, call, fails)
        for _ in range(12):
            said = watched.look()
            assert said is not None
            assert said.count("\n") == 0
            assert "()" not in said, "an error without words has its name"
            assert "starting" in said or "does not work" in said
        assert said is not None
        assert "does not work" in said
        assert not watched.eyes.past_help
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    watched.camera.close()
    assert threading.active_count() <= threads, "each one that failed was let go"


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_camera_that_can_not_be_closed_in_order_is_free_again(
    picamera2: type[StrictPicamera2], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(_: StrictPicamera2) -> None:
        raise error

    with monkeypatch.context() as broken:
        for step in ("stop", "close"):
            broken.setattr(picamera2, step, fails)
        PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim).close()
    PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim).close()


@pytest.mark.parametrize(
    ("error", "state", "words"),
    [
        ("ValueError('numpy.dtype size changed')", "unfit", r"numpy\.dtype size changed.*install"),
        ("ImportError('numpy.core.multiarray failed\\nmore')", "unfit", r"multiarray failed\)"),
        ("ModuleNotFoundError('no libcamera', name='libcamera')", "no camera", "apt install"),
        ("MemoryError()", "unfit", r"\(MemoryError\)"),
    ],
)
def test_software_that_can_not_be_loaded_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str, state: str, words: str
) -> None:
    broken_picamera2(tmp_path, error)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CameraError, match=words) as caught:
        PiCamera(HandTurnedClock(), claim=claim)
    assert caught.value.state == state
    assert any(letter >= "\u4e00" for letter in in_both(caught.value.sentence).zh)


def shown_after_a_look(tmp_path: Path, camera: Camera | ReopeningCamera) -> tuple[str, str, Eyes]:
    """What the page says after the eyes looked once with this camera, in both languages."""
    table, inbox = FakeTable(tmp_path), Inbox()
    hub = Hub("table", 1, compose(table.session, table.clock.now_s()), most_watchers=2)
    loop = Loop(TossTable(table.session), inbox, hub, table.clock, lambda _: None)
    eyes = Eyes(camera, AnyReader(), inbox, table.clock, PACE_S)
    assert not eyes.step()
    loop.step(0.0)
    status = hub.newest.display.status
    assert status.text.en == Status.CAMERA_LOST.value
    english = " ".join(detail.en for detail in status.details)
    return english, "".join(detail.zh for detail in status.details), eyes


def test_the_page_says_that_the_software_can_not_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_picamera2(tmp_path, "ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(tmp_path)
    clock = HandTurnedClock(100.0)
    camera = ReopeningCamera(lambda: PiCamera(clock, claim=claim), clock)
    english, chinese, _ = shown_after_a_look(tmp_path, camera)
    assert "sudo make install" in english
    assert "無法載入" in chinese


class Mad:
    """A camera that keeps to no contract."""

    problem = ""

    def frame(self, *_: float) -> Frame:
        raise ZeroDivisionError

    settle = still = moved = frame


@pytest.mark.error_log("the camera failed")
def test_eyes_never_close_for_an_error_that_nobody_foresaw(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    english, chinese, eyes = shown_after_a_look(tmp_path, Mad())  # type: ignore[arg-type]
    assert str(CAMERA_BROKEN) in english
    assert in_both(CAMERA_BROKEN).zh in chinese
    stop = threading.Event()
    looking = threading.Thread(target=eyes.run, args=(stop,))
    looking.start()
    with pytest.raises(CameraError, match="camera's software"):
        eyes.still(5.0)
    eyes.settle_soon()
    looking.join(0.8)
    assert looking.is_alive()
    stop.set()
    looking.join(5.0)
    assert not looking.is_alive()
    traces = [record for record in caplog.records if record.exc_info]
    assert len(traces) == 1, "not one for each look"


@pytest.mark.error_log("the camera usb 0 failed")
def test_a_webcam_whose_driver_raises_is_opened_again() -> None:
    capture, clock = FakeCapture(), MonotonicClock()

    def mad(_: object) -> object:
        raise ValueError("cap_v4l.cpp")

    opened = [mad]
    with UsbCamera(0, clock, open_capture=lambda device: opened[0](device),  # type: ignore
                   exists=lambda _: True, reopen_after_s=0.02, claim=claim) as camera:  # fmt: skip
        with pytest.raises(CameraError, match="tried again by itself") as caught:
            camera.frame(NEVER_S, 0.5)
        assert caught.value.state == "stopped"
        opened[0] = lambda _: capture
        assert camera.frame(clock.now_s(), 2.0)
        capture.read = lambda: (True, object())  # type: ignore
        with pytest.raises(CameraError, match="tried again by itself"):
            camera.frame(NEVER_S, 0.5)
        del capture.read
        assert camera.frame(clock.now_s(), 2.0)


@pytest.mark.parametrize("command", ["photo", "doctor"])
def test_the_command_line_says_it_in_one_sentence(tmp_path: Path, command: str) -> None:
    broken_picamera2(tmp_path, "ValueError('numpy.dtype size changed')")
    options = {
        "photo": ["--out", str(tmp_path / "a.jpg")],
        "doctor": ["--table", str(write_table(tmp_path)), "--pins", "none", "--port", "0"],
    }
    done = subprocess.run(
        [COMPANION, command, "--camera", "pi", *options[command]],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert "Traceback" not in done.stdout + done.stderr
    if command == "photo":
        assert_one_sentence_on_stderr(done, 1)
        assert "sudo make install" in done.stderr
    else:
        assert done.stdout.count("sudo make install") == 1
