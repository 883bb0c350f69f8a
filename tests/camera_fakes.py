"""Stand-ins for video devices: a cv2.VideoCapture and a Picamera2 that enforce what is known."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

import cv2
import numpy as np

from hardware.clock import HandTurnedClock


class FakeCapture:
    """A device of a fixed size; can hang, fail, or send what it did not promise."""

    def __init__(self, size_wh: tuple[int, int] = (64, 48), pace_s: float = 0.005) -> None:
        self.size_wh, self.pace_s = size_wh, pace_s
        self.sends_wh = size_wh
        self.opened, self.released = True, False
        self.hanging = threading.Event()
        self.go_on = threading.Event()
        self.failing = False
        self.number = 0
        self.asked: dict[int, float] = {}
        self._rest = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def read(self) -> tuple[bool, Any]:
        if self.hanging.is_set():
            assert self.go_on.wait(10), "the test never let the device go on"
        self._rest.wait(self.pace_s)
        if self.failing:
            return False, None
        self.number += 1
        width, height = self.sends_wh
        return True, np.full((height, width, 3), self.number % 256, np.uint8)

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return False

    def get(self, prop: int) -> float:
        return {
            cv2.CAP_PROP_FRAME_WIDTH: float(self.size_wh[0]),
            cv2.CAP_PROP_FRAME_HEIGHT: float(self.size_wh[1]),
            cv2.CAP_PROP_FPS: 1 / self.pace_s,
        }.get(prop, 0.0)

    def release(self) -> None:
        self.released = True


class FakeRequest:
    """A completed request that has to be given back."""

    def __init__(self, camera: StrictPicamera2, stamp_s: float) -> None:
        self._camera, self._stamp_s = camera, stamp_s

    def get_metadata(self) -> dict[str, Any]:
        stamp_ns = round((self._stamp_s + self._camera.exposure_s) * 1e9)
        return {"SensorTimestamp": stamp_ns, "ExposureTime": self._camera.exposure_s * 1e6}

    def make_array(self, name: str) -> Any:
        assert name == "main"
        width, height = self._camera.configured["size"]
        return np.zeros((height, width, 3), np.uint8)

    def release(self) -> None:
        self._camera.held -= 1


class StrictPicamera2:
    """Shaped like Picamera2; refuses what the real one refuses or would hang on."""

    found: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0}]
    error: ClassVar[Exception | None] = None
    substitute: ClassVar[str | None] = None
    controls: ClassVar[dict[str, Any]] = {"AfMode": (0, 2, 0), "LensPosition": (0, 15, 1)}
    clock: ClassVar[HandTurnedClock] = HandTurnedClock()
    last: ClassVar[StrictPicamera2]

    def __init__(self, number: int = 0) -> None:
        if self.error is not None:
            raise self.error
        type(self).last = self
        self.camera_controls = dict(self.controls)
        self.configured: dict[str, Any] = {}
        self.log: list[str] = []
        self.set: dict[str, Any] = {}
        self.held, self.exposure_s, self.stale, self.dead = 0, 0.01, 0, False

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.found

    def create_video_configuration(self, *, main: dict[str, Any], buffer_count: int,
                                   queue: bool) -> dict[str, Any]:  # fmt: skip
        assert buffer_count in (2, 3), "more buffers run a small Pi out of memory"
        assert not queue, "a queued frame may be older than the request"
        assert all(side % 2 == 0 for side in main["size"])
        return {"main": dict(main)}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configured = dict(configuration["main"])
        if self.substitute is not None:
            self.configured["format"] = self.substitute

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": dict(self.configured)}

    def start(self) -> None:
        self.log.append("start")

    def stop(self) -> None:
        self.log.append("stop")

    def close(self) -> None:
        self.log.append("close")

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set.update(controls)

    def autofocus_cycle(self, wait: float) -> bool:
        assert isinstance(wait, (int, float))
        assert not isinstance(wait, bool)
        self.log.append("focus")
        return True

    def capture_request(self, wait: float) -> FakeRequest:
        assert isinstance(wait, (int, float)), "a capture without a number waits for ever"
        assert not isinstance(wait, bool)
        assert self.held == 0, "the last request was never released"
        began_s = self.clock.now_s() + 0.001
        self.clock.turn(wait if self.dead else 0.03)
        if self.dead:
            raise TimeoutError
        if self.stale:
            self.stale -= 1
            began_s -= 10
        self.held += 1
        return FakeRequest(self, began_s)

    def cancel_all_and_flush(self) -> None:
        self.log.append("cancel")
