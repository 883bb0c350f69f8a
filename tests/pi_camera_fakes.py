"""A stand-in for Picamera2 that enforces what is known of the real one."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

import numpy as np

from hardware.clock import HandTurnedClock

PAD_PX = 32


class FakeRequest:
    """A completed request that has to be given back."""

    def __init__(self, camera: StrictPicamera2, began_s: float) -> None:
        self._camera = camera
        # A request is what the camera was when it was made, not what it becomes later.
        self._values, self._streams = dict(camera.values), dict(camera.streams)
        self._hand_grey = camera.hand_grey
        exposure_us = self._values.get("ExposureTime", camera.exposure_s * 1e6)
        stamp_ns = round((began_s + exposure_us / 1e6) * 1e9)
        self._metadata = {"SensorTimestamp": stamp_ns, "ExposureTime": exposure_us, **self._values}
        if "AfMode" in camera.camera_controls:
            self._metadata["AfState"] = camera.af_state

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> Any:
        """A stream's picture, its rows padded as the hardware leaves them."""
        stream = self._streams[name]
        width, height = stream["size"]
        if stream["format"] == "RGB888":
            array = np.full((height, width + PAD_PX, 3), 255, np.uint8)
            array[:, :width] = (10, 120, 200)  # blue, green, red
            return array
        array = np.full((height * 3 // 2, width + PAD_PX), 255, np.uint8)
        array[:height, :width] = 131  # the brightness of that colour
        if self._hand_grey is not None:
            array[: height // 2, : width // 4] = self._hand_grey
        return array

    def release(self) -> None:
        self._camera.held -= 1


class StrictPicamera2:
    """Shaped like Picamera2; refuses what the real one refuses or would hang on.

    Its automatics come to rest after a while, at what `scene` says; settings reach the frames a
    few frames after they are made.  It can fall silent (`dead`), lose its sensor (`lost`), hang
    (`hanging`), give old frames (`stale`), ignore settings (`stubborn`) and not keep them
    (`wavering`).
    """

    LATE_FRAMES: ClassVar[int] = 5
    SCAN_FRAMES: ClassVar[int] = 8
    found: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0}]
    error: ClassVar[Exception | None] = None
    substitute: ClassVar[str | None] = None
    controls: ClassVar[dict[str, Any]] = {
        "AeEnable": (False, True, True),
        "ExposureTime": (26, 220_000, None),
        "AnalogueGain": (1.0, 16.0, None),
        "AwbEnable": (False, True, None),
        "ColourGains": (0.0, 32.0, None),
        "FrameDurationLimits": (17_849, 220_535, None),
        "AfMode": (0, 2, 0),
        "AfTrigger": (0, 1, None),
        "LensPosition": (0.0, 15.0, 1.0),
    }
    sharp: ClassVar[bool] = True
    stubborn: ClassVar[frozenset[str]] = frozenset()
    wavering: ClassVar[frozenset[str]] = frozenset()
    deaf: ClassVar[bool] = False
    clock: ClassVar[HandTurnedClock] = HandTurnedClock()
    scene: ClassVar[dict[str, Any]] = {}
    hanging: ClassVar[threading.Event] = threading.Event()
    go_on: ClassVar[threading.Event] = threading.Event()
    last: ClassVar[StrictPicamera2]
    made: ClassVar[int] = 0

    def __init__(self, number: int = 0) -> None:
        if self.error is not None:
            raise self.error
        type(self).last = self
        type(self).made += 1
        self.camera_controls = dict(self.controls)
        self.sensor_resolution = (4608, 2592)
        self.streams: dict[str, dict[str, Any]] = {}
        self.values: dict[str, Any] = {}
        self.log: list[str] = []
        self.held, self.exposure_s, self.stale = 0, 0.01, 0
        self.dead, self.lost, self.running = self.deaf, False, False
        self.buffers: list[int] = []
        self.hand_grey: int | None = None
        self.still_values: dict[str, Any] = {}
        self._set: dict[str, Any] = {}
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self._frames = self._scan_left = self.af_state = 0

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.found

    @classmethod
    def look_at(cls, exposure_us: int, gain: float, gains: tuple[float, float]) -> None:
        """What the automatics find in the light as it is from now on."""
        cls.scene = {"ExposureTime": exposure_us, "AnalogueGain": gain, "ColourGains": gains}

    def create_video_configuration(self, *, main: dict[str, Any], lores: dict[str, Any],
                                   buffer_count: int, queue: bool,
                                   controls: dict[str, Any]) -> dict[str, Any]:  # fmt: skip
        assert buffer_count in (2, 3), "more buffers run a small Pi out of memory"
        assert all(mine <= yours for mine, yours in zip(lores["size"], main["size"], strict=True))
        assert lores["format"] == "YUV420", "on a Pi 4 the small stream can't be anything else"
        streams = {"main": dict(main), "lores": dict(lores)}
        return self._configuration(streams, buffer_count, queue, controls)

    def create_still_configuration(self, *, main: dict[str, Any], buffer_count: int, queue: bool,
                                   controls: dict[str, Any]) -> dict[str, Any]:  # fmt: skip
        assert buffer_count == 1, "two pictures of full size are 72 MB"
        return self._configuration({"main": dict(main)}, buffer_count, queue, controls)

    def _configuration(
        self, streams: dict[str, Any], buffers: int, queue: bool, controls: dict[str, Any]
    ) -> dict[str, Any]:
        assert not queue, "a queued frame may be older than the request"
        assert all(side % 2 == 0 for stream in streams.values() for side in stream["size"])
        for name in controls:
            self._must_have(name)
        return {**streams, "controls": dict(controls), "buffer_count": buffers}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self.running, "a camera is stopped before it is configured"
        self._alive()
        self.buffers.append(configuration["buffer_count"])
        self.streams = {n: dict(configuration[n]) for n in ("main", "lores") if n in configuration}
        for stream in self.streams.values():
            # Anything else is replaced without a word, as the real one does.
            if self.substitute is not None:
                stream["format"] = self.substitute
            row = stream["size"][0] + PAD_PX
            stream["stride"] = row * 3 if stream["format"] == "RGB888" else row
        self._set = dict(configuration["controls"])
        self.values = {}

    def camera_configuration(self) -> dict[str, Any]:
        return {name: dict(stream) for name, stream in self.streams.items()}

    def start(self) -> None:
        self._alive()
        self.log.append("start")
        self.running = True
        self.values.update({k: v for k, v in self._set.items() if k not in self.stubborn})

    def stop(self) -> None:
        self.log.append("stop")
        self.running = False

    def close(self) -> None:
        self.log.append("close")

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            self._must_have(name)
        self._coming.append((self._frames + self.LATE_FRAMES, dict(controls)))

    def capture_request(self, wait: float) -> FakeRequest:
        assert isinstance(wait, (int, float)), "a capture without a number waits for ever"
        assert not isinstance(wait, bool)
        assert self.held == 0, "the last request was never released"
        assert self.running, "a stopped camera would never answer"
        if self.hanging.is_set():
            assert self.go_on.wait(20), "the test never let the camera go on"
        began_s = self.clock.now_s() + 0.001
        silent = self.dead or self.lost
        self.clock.turn(wait if silent else 0.03)
        if silent:
            raise TimeoutError
        if self.stale:
            self.stale -= 1
            began_s -= 10
        self._advance()
        if self.buffers[-1] == 1:
            self.still_values = dict(self.values)
        self.held += 1
        return FakeRequest(self, began_s)

    def cancel_all_and_flush(self) -> None:
        self.log.append("cancel")

    def _advance(self) -> None:
        """One frame: settings that are due, then a step of the automatics to the scene."""
        self._frames += 1
        for due, controls in list(self._coming):
            if due <= self._frames:
                self._coming.remove((due, controls))
                self._set.update(controls)
                self.values.update({k: v for k, v in controls.items() if k not in self.stubborn})
                if self.values.pop("AfTrigger", None) == 0 and controls.get("AfMode") == 1:
                    self._scan_left = self.SCAN_FRAMES
                    self.log.append("focus")
        self._scan()
        light = {"AeEnable": ("ExposureTime", "AnalogueGain"), "AwbEnable": ("ColourGains",)}
        for switch, names in light.items():
            if self._set.get(switch, True) or not set(names) <= set(self.camera_controls):
                for name in names:
                    self._drift(name)
        for name in self.wavering & set(self.values):
            factor = 1.3 if self._frames % 2 else 1 / 1.3
            value = np.asarray(self.values[name], float) * factor
            self.values[name] = tuple(map(float, value)) if value.ndim else float(value)

    def _scan(self) -> None:
        """One frame of a search for the focus: idle, scanning, then focused or failed."""
        if self._scan_left:
            self._scan_left -= 1
            self.af_state = 1 if self._scan_left else 2 if self.sharp else 3
            if self.sharp and not self._scan_left:
                self.values["LensPosition"] = 1.8

    def _drift(self, name: str) -> None:
        if name not in self.scene or name not in self.camera_controls:
            return
        wanted = np.asarray(self.scene[name], float)
        now = np.asarray(self.values.get(name, wanted * 0.5), float)
        new = now + 0.6 * (wanted - now)
        self.values[name] = tuple(map(float, new)) if new.ndim else float(new)

    def _must_have(self, name: str) -> None:
        if name not in self.camera_controls:
            raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def _alive(self) -> None:
        if self.lost:
            raise RuntimeError("Failed to start camera: Input/output error")


def strict_picamera2() -> type[StrictPicamera2]:
    """A class of its own for each test: its light, clock and faults are nobody else's."""
    own = {
        "clock": HandTurnedClock(100.0),
        "hanging": threading.Event(),
        "go_on": threading.Event(),
    }
    fresh = type("Picamera2", (StrictPicamera2,), own)
    fresh.look_at(16_000, 2.0, (2.1, 1.6))
    return fresh
