"""The camera that shows a folder of pictures: order, time, orientation, what is no picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from hardware.camera_folder import FolderCamera
from hardware.clock import HandTurnedClock


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
