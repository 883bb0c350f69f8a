"""One contract for every camera, then what is special about each."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from camera_fakes import FakeCapture, StrictPicamera2
from small_game import small_prints

from companion.errors import CameraError
from hardware.camera_folder import FolderCamera
from hardware.camera_pi import PiCamera
from hardware.camera_simulated import SimulatedCamera
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.ports import Camera, CameraState, Clock
from hardware.simulated.arts import art_named
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.conditions import conditions_named
from hardware.simulated.studio import Studio
from hardware.simulated.tabletop.studio import TableStudio, copies_of

SMALL = small_prints(1)


@dataclass
class Rig:
    camera: Camera
    clock: Clock


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
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[StrictPicamera2]:
    monkeypatch.setattr(StrictPicamera2, "clock", HandTurnedClock(100.0))
    return StrictPicamera2


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
        rig = Rig(FolderCamera(pictures, hand_turned, loop=True), hand_turned)
    elif request.param == "usb":
        capture = FakeCapture()
        rig = Rig(UsbCamera(0, monotonic, open_capture=lambda _: capture, exists=lambda _: True),
                  monotonic)  # fmt: skip
    else:
        rig = Rig(PiCamera(picamera2.clock, load=lambda: picamera2), picamera2.clock)
    with rig.camera:
        yield rig


def test_frames_begin_after_what_was_asked_for(rig: Rig) -> None:
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


def test_a_frame_that_can_not_come_in_time_is_an_error_with_a_state(rig: Rig) -> None:
    rig.camera.frame(rig.clock.now_s(), 2.0)
    began_s = rig.clock.now_s()
    with pytest.raises(CameraError) as caught:
        rig.camera.frame(began_s + 100.0, 0.1)
    assert caught.value.state == "stopped"
    assert str(caught.value).endswith(".")
    assert rig.camera.name in str(caught.value)
    assert rig.clock.now_s() - began_s <= 2.0


def test_a_closed_camera_says_so_and_closes_twice(rig: Rig) -> None:
    rig.camera.close()
    rig.camera.close()
    assert rig.camera.state is CameraState.ENDED
    with pytest.raises(CameraError) as caught:
        rig.camera.frame(0.0, 0.1)
    assert caught.value.state == "ended"


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


def usb(capture: FakeCapture, *, there: bool = True) -> UsbCamera:
    return UsbCamera(
        0,
        MonotonicClock(),
        size_wh=(1920, 1080),
        open_capture=lambda _: capture,
        exists=lambda _: there,
        reopen_after_s=0.05,
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


# -- Raspberry Pi ------------------------------------------------------------------------


def pi(picamera2: type[StrictPicamera2], **options: float) -> PiCamera:
    return PiCamera(picamera2.clock, load=lambda: picamera2, **options)


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


def test_a_dead_ribbon_cable_is_told_and_the_waiting_capture_taken_back(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        picamera2.last.dead = True
        began_s = picamera2.clock.now_s()
        with pytest.raises(CameraError, match="ribbon cable") as caught:
            camera.frame(began_s, 60.0)
        assert picamera2.clock.now_s() - began_s <= 2.01
        assert caught.value.state == "stopped"
        assert "cancel" in picamera2.last.log
        picamera2.last.dead = False
        camera.frame(picamera2.clock.now_s(), 1.0)
        assert camera.state is CameraState.LIVE


@pytest.mark.parametrize(
    ("attribute", "value", "state", "words"),
    [
        ("found", [], "no camera", "ribbon cable"),
        ("error", RuntimeError("Camera __init__ sequence did not complete."), "busy", "another"),
        ("substitute", "NV12", "unfit", "NV12"),
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
    monkeypatch.setattr(picamera2, attribute, value)
    with pytest.raises(CameraError, match=words) as caught:
        pi(picamera2)
    assert caught.value.state == state
    if state == "unfit":
        assert picamera2.last.log == ["stop", "close"]


def test_a_camera_number_that_is_not_there(picamera2: type[StrictPicamera2]) -> None:
    with pytest.raises(CameraError, match="no camera number 1"):
        PiCamera(picamera2.clock, number=1, load=lambda: picamera2)


def test_without_picamera2_the_way_to_install_it_is_told() -> None:
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(CameraError, match="apt install python3-picamera2") as caught:
            PiCamera(HandTurnedClock())
        assert caught.value.state == "no camera"
    else:
        pytest.skip("picamera2 is installed here")


def test_focus_is_set_once_and_only_where_the_camera_has_it(
    picamera2: type[StrictPicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pi(picamera2):
        assert picamera2.last.log == ["start", "focus"]
    with pi(picamera2, focus_m=0.5):
        assert picamera2.last.set == {"AfMode": 0, "LensPosition": 2.0}
    monkeypatch.setattr(picamera2, "controls", {})
    with pi(picamera2, focus_m=0.5):
        assert picamera2.last.set == {}
        assert picamera2.last.log == ["start"]


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
