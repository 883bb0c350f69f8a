"""One contract for every camera; what is special about each is in the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from camera_contract import CameraContract, Rig
from camera_fakes import FakeCapture, claim
from camera_sights import SMALL, small_table
from pi_camera_fakes import StrictPicamera2, strict_picamera2

from hardware.camera_folder import FolderCamera
from hardware.camera_pi import PiCamera
from hardware.camera_simulated import SimulatedCamera
from hardware.camera_usb import UsbCamera
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.studio import Studio
from hardware.simulated.tabletop.studio import copies_of


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
