"""Faults that other people's cameras and pins met at real tables, made here on purpose."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from camera_fakes import SCOPE, claim
from photographs import Photograph, Photographs, spread_out
from pi_camera_fakes import strict_picamera2
from session_fakes import FakeTable
from watched_camera import BACK_WITHIN_S, NOTICED_WITHIN_S, PACE_S, AnyReader, Watched

from companion.errors import CameraError
from companion.flow import Frame, Observation, Press, Status
from companion.running.eyes import Eyes
from companion.running.hub import Hub
from companion.running.loop import Inbox, Loop
from companion.session.compose import compose
from companion.session.toss_table import TossTable
from companion.table.settle import Settler
from hardware.camera_pi import PiCamera
from hardware.claims import claim_device
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.simulated.arts import art_named
from vision.toss import TossReader


@pytest.fixture
def watched() -> Iterator[Watched]:
    watched = Watched(strict_picamera2())
    yield watched
    watched.camera.close()


FAULTS = {
    "no frame comes": {"deaf": True},
    "no camera is found": {"found": []},
    "it can't be opened": {"error": RuntimeError("Camera __init__ sequence did not complete.")},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_camera_that_is_not_there_at_the_start_is_told_and_comes_by_itself(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """Loose cable or update: told what to check, and never a demonstration in its place."""
    with monkeypatch.context() as broken:
        for name, value in FAULTS[fault].items():
            broken.setattr(watched.picamera2, name, value)
        for _ in range(10):
            said = watched.look()
            assert said is not None
            assert "cable" in said or "another program" in said
    took_s, _ = watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    assert took_s <= BACK_WITHIN_S
    assert watched.camera.frame(0.0, 1.0).camera == "pi 0"


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("lasts_s", [1.0, 4.0, 6.5, 31.0])
def test_a_loss_is_noticed_within_two_seconds_and_over_within_ten(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, fault: str, lasts_s: float
) -> None:
    watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    threads = threading.active_count()
    with monkeypatch.context() as broken:
        for name, value in FAULTS[fault].items():
            broken.setattr(watched.picamera2, name, value)
        watched.picamera2.last.dead = watched.picamera2.last.lost = True
        lost_at_s = watched.clock.now_s()
        took_s, said = watched.look_until(seen=False, within_s=NOTICED_WITHIN_S)
        assert took_s <= NOTICED_WITHIN_S
        assert said is not None
        assert "cable" in said
        while watched.clock.now_s() < lost_at_s + lasts_s:
            watched.look()
        assert threading.active_count() <= threads
    # What was open when it broke stays broken; only opening it again helps.
    took_s, _ = watched.look_until(seen=True, within_s=BACK_WITHIN_S)
    assert took_s <= BACK_WITHIN_S
    assert threading.active_count() <= threads


def test_a_capture_that_hangs_stops_neither_buttons_nor_page(tmp_path: Path) -> None:
    """The status says so within two seconds, a press is answered meanwhile, no thread is added."""
    table, inbox = FakeTable(tmp_path), Inbox()
    hub = Hub("table", 1, compose(table.session, table.clock.now_s()), most_watchers=2)
    loop = Loop(TossTable(table.session), inbox, hub, table.clock, lambda _: None)
    picamera2, real = strict_picamera2(), MonotonicClock()
    camera = PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim)
    eyes = Eyes(camera, AnyReader(), inbox, table.clock, 0.05)
    picamera2.hanging.set()
    stop = threading.Event()
    seeing = threading.Thread(target=eyes.run, args=(stop,))
    seeing.start()
    threads, began_s = threading.active_count(), real.now_s()
    while hub.newest.display.status.text.en != Status.CAMERA_LOST.value:
        loop.step(0.05)
        assert real.now_s() - began_s < NOTICED_WITHIN_S
    for _ in range(3):
        pressed_s, before = real.now_s(), table.session.verdict
        inbox.press(Press("next", table.clock.now_s(), "pin"))
        loop.step(0.0)
        assert table.session.verdict is not before
        assert real.now_s() - pressed_s < 1.0
    assert threading.active_count() == threads
    picamera2.hanging.clear()
    picamera2.go_on.set()
    stop.set()
    inbox.close()
    seeing.join(3.0)
    camera.close()


HOLDER = """
import sys
from hardware.claims import claim_device
held = claim_device(sys.argv[1], sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_killed_companion_leaves_its_camera_free() -> None:
    """While it lives it is the only owner; when it is killed, the next start has the camera."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, "pi 7", SCOPE],
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(CameraError, match="used by another companion") as caught:
            claim_device("pi 7", SCOPE)
        assert caught.value.state == "busy"
        claim_device("pi 8", SCOPE).release()
    finally:
        holder.kill()
        holder.communicate(timeout=10)
    claim_device("pi 7", SCOPE).release()


@pytest.fixture(scope="module")
def shown(photographs: Photographs) -> Photograph:
    return photographs.take("night", spread_out(art_named("night")))


def lying(shown: Photograph) -> set[str]:
    return {token.kind for token in shown.scene.tokens}


def read_kinds(observation: Observation) -> set[str]:
    return {sighting.kind for sighting in observation.sightings if sighting.kind is not None}


def framed(shown: Photograph, image: object, at_s: float) -> Frame:
    return Frame(np.ascontiguousarray(np.clip(image, 0, 255), np.uint8), at_s, "test")


def test_red_and_blue_exchanged_are_never_scored(shown: Photograph) -> None:
    """As after an update that changes what RGB888 means."""
    observation = TossReader(shown.board).read(framed(shown, shown.frame.image_bgr[..., ::-1], 1.0))
    assert observation.status is not Status.READ
    assert observation.problems
    assert TossReader(shown.board).read(shown.frame).status is Status.READ


@pytest.mark.parametrize("red_grows", [True, False])
def test_a_white_balance_that_a_hand_pulls_away_changes_no_reading(
    shown: Photograph, red_grows: bool
) -> None:
    """A fifth in red and blue over ten frames, on a camera whose colours can't be fixed."""
    reader = TossReader(shown.board)
    truth = lying(shown)
    for number in range(11):
        share = 1 + 0.02 * number
        gains = (1 / share, 1.0, share) if red_grows else (share, 1.0, 1 / share)
        observation = reader.read(framed(shown, shown.frame.image_bgr * np.array(gains), number))
        if observation.status is Status.READ:
            assert read_kinds(observation) <= truth
        else:
            assert observation.problems
    assert read_kinds(reader.read(framed(shown, shown.frame.image_bgr, 20.0))) == truth


def test_blur_after_a_hand_has_left_is_waited_out(shown: Photograph) -> None:
    """Twenty blurred frames: nothing wrong is said of them; what is sharp is read at once."""
    reader, settler = TossReader(shown.board), Settler()
    blurred = cv2.GaussianBlur(shown.frame.image_bgr, (0, 0), 5)
    truth, at_s = lying(shown), 0.0
    for _ in range(20):
        at_s += PACE_S
        settling = settler.feed(reader.read(framed(shown, blurred, at_s)))
        if settling.reading is not None:
            assert read_kinds(settling.reading) <= truth
            assert read_kinds(settling.reading) != truth, "this blur hides something"
    for _ in range(4):
        at_s += PACE_S
        settling = settler.feed(reader.read(framed(shown, shown.frame.image_bgr, at_s)))
    assert settling.reading is not None
    assert read_kinds(settling.reading) == truth
    assert settling.since_s > 20 * PACE_S, "no blurred frame is part of it"


def test_a_press_is_answered_by_a_picture_begun_after_it() -> None:
    """Old frames are waiting in the camera when the button is pressed."""
    picamera2 = strict_picamera2()
    with PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim) as camera:
        for waiting in (1, 4, 20):
            picamera2.last.stale = waiting
            pressed_s = picamera2.clock.now_s()
            assert camera.frame(pressed_s, 1.5).exposed_at_s > pressed_s


def test_time_that_jumps_back_an_hour_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi without a clock of its own sets the time when it finds the network."""
    import time

    picamera2, clock = strict_picamera2(), MonotonicClock()
    before_s = clock.now_s()
    wall_s = time.time() - 3600.0
    monkeypatch.setattr(time, "time", lambda: wall_s)
    assert clock.now_s() >= before_s
    with PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim) as camera:
        asked_s = picamera2.clock.now_s()
        assert camera.frame(asked_s, 1.0).exposed_at_s > asked_s
    with pytest.raises(ValueError, match="never turned back"):
        HandTurnedClock(10.0).turn(-3600.0)


def test_what_sees_and_decides_reads_no_wall_clock() -> None:
    """Waits, ages and debouncing go by hardware/clock.py, which never goes backwards."""
    root = Path(__file__).resolve().parent.parent
    deciding = ["hardware", "vision", "companion/table", "companion/session", "companion/play"]
    paths = [path for folder in deciding for path in (root / folder).rglob("*.py")]
    running = ("running/loop", "running/eyes", "running/hub", "devices/reopening")
    paths += [root / "companion" / f"{name}.py" for name in running]
    clocks = ("import time", "from time import", "import datetime", "from datetime")
    readers = {
        str(path.relative_to(root))
        for path in paths
        if any(line.startswith(clocks) for line in path.read_text(encoding="utf-8").splitlines())
    }
    assert readers == {"hardware/clock.py"}
