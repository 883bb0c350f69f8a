"""One picamera2 camera, as used by a single thread: modes, captures, settings.

What picamera2 does that this file guards against: a bare capture waits for ever, so every
capture has a number; formats are silently replaced, so the configuration is read back; rows may
be padded, so pictures are cut to their size; a capture may hand out a frame begun before the
call, so its time is compared; a request that isn't given back starves the camera.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraError
from companion.flow import Frame, Sentence
from hardware.closing import small
from hardware.pi_settling import Settling
from hardware.ports import GLIMPSE_WIDTH_PX, CameraState, Clock, Glimpse

# Little-endian names: RGB888 is blue, green, red in memory, what OpenCV wants.
RGB888 = "RGB888"
NV12 = "NV12"
_GREY_FIRST = ("YUV420", NV12)  # their first rows are the brightness
# Each buffer of a play frame is 9 MB, of a still 36 MB, of the 64 to 512 MB that cameras share.
PLAY_BUFFERS = 3
STILL_BUFFERS = 1
# A camera that sends nothing for that long is silent, whatever it is waited for with.
SILENCE_S = 1.5
# Up to a tenth of a second of light, for a table under one lamp.
FRAME_US = (33_333, 100_000)
_LONGEST_EXPOSURE_S = 0.2  # taken off when the camera doesn't say how long it exposed

_NO_CAMERA = Sentence(
    "pi_none",
    "No Raspberry Pi camera was found; it is looked for again by itself. If it stays away, switch "
    "the Raspberry Pi off, check the ribbon cable at both ends and switch it on again.",
)
_BUSY = Sentence(
    "pi_busy", "The Raspberry Pi camera is used by another program; close that one first."
)


class PiDevice:
    """Opens camera `number` when made; raises CameraError `no camera` or `busy`.

    `stir` is called whenever the camera has answered in a call that takes several steps.
    """

    def __init__(
        self,
        picamera2: Any,
        number: int,
        clock: Clock,
        size_wh: tuple[int, int],
        pixels: str,
        stir: Callable[[], None],
    ) -> None:
        self.name, self.size_wh = f"pi {number}", size_wh
        self._clock, self._pixels, self._stir = clock, pixels, stir
        self._fixed: dict[str, Any] = {}
        self._camera = _opened(picamera2, number)

    def play(self) -> None:
        """Start to send frames; raises CameraError `unfit` when they are not as asked for."""
        width, height = self.size_wh
        grey_width = min(GLIMPSE_WIDTH_PX, width)
        grey_wh = grey_width, _even(height * grey_width / width)
        # No queue: a queued frame may have been exposed before it was asked for.
        configuration = self._camera.create_video_configuration(
            main={"size": self.size_wh, "format": self._pixels},
            lores={"size": grey_wh, "format": _GREY_FIRST[0]},
            buffer_count=PLAY_BUFFERS,
            queue=False,
            controls=self._controls(),
        )
        self._start(configuration, self.size_wh)
        grey = self._camera.camera_configuration()["lores"]
        if grey["format"] not in _GREY_FIRST:
            self._unfit(
                "pi_not_grey",
                "The camera {camera} gives {got} pictures instead of grey ones.",
                got=str(grey["format"]),
            )
        self._grey_wh = (int(grey["size"][0]), int(grey["size"][1]))

    def settle(self, focus_m: float | None) -> str:
        """Measure and fix light and focus; gives what can't be fixed, or nothing."""
        settling = Settling(self._camera, self._clock, self._metadata)
        settled = settling.settle(focus_m)
        self._fixed = dict(settled.controls)
        return settled.problem

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame exposed after `newer_than_s`; raises CameraError `stopped` or `unfit`."""
        image, began_s = self._capture(newer_than_s, wait_s, self._picture)
        return Frame(image, began_s, self.name)

    def luma(self, newer_than_s: float, wait_s: float) -> Glimpse:
        """Give the brightness of the small stream; otherwise like `frame`."""
        luma, began_s = self._capture(newer_than_s, wait_s, self._grey)
        return Glimpse(luma, began_s)

    def still(self, wait_s: float) -> Frame:
        """Give one picture of the sensor's full size, then go on playing."""
        size_wh = self._full_wh()
        configuration = self._camera.create_still_configuration(
            main={"size": size_wh, "format": self._pixels},
            buffer_count=STILL_BUFFERS,
            queue=False,
            controls=self._controls(),
        )
        self._camera.stop()
        try:
            self._start(configuration, size_wh)
            take = self._picture_of(size_wh)
            image, began_s = self._capture(self._clock.now_s(), wait_s, take)
        finally:
            self._camera.stop()
            self.play()
        return Frame(image, began_s, self.name)

    def close(self) -> None:
        """Stop and let the camera go for other programs."""
        for step in (self._camera.stop, self._camera.close):
            # A camera that is gone can't be stopped in order; it is let go all the same.
            with contextlib.suppress(Exception):
                step()

    def _controls(self) -> dict[str, Any]:
        """Frame time and what was fixed, as far as this camera takes them."""
        limits = self._camera.camera_controls.get("FrameDurationLimits")
        if limits is None:
            return dict(self._fixed)
        shortest, longest = limits[0], limits[1]
        kept = tuple(int(min(max(us, shortest), longest)) for us in FRAME_US)
        return {"FrameDurationLimits": kept, **self._fixed}

    def _start(self, configuration: Any, size_wh: tuple[int, int]) -> None:
        self._stir()
        self._camera.configure(configuration)
        got = self._camera.camera_configuration()["main"]
        if got["format"] != self._pixels or tuple(got["size"]) != size_wh:
            self._unfit(
                "pi_other_mode",
                "The camera {camera} gives {got} instead of {asked}; choose a size that it offers.",
                got=f"{got['size']} {got['format']}",
                asked=f"{size_wh} {self._pixels}",
            )
        self._stir()
        self._camera.start()
        self._stir()

    def _full_wh(self) -> tuple[int, int]:
        try:
            width, height = self._camera.sensor_resolution
        except (AttributeError, KeyError, RuntimeError, TypeError):
            return self.size_wh  # a pipeline that doesn't tell
        return _even(width), _even(height)

    def _metadata(self, wait_s: float) -> Mapping[str, Any]:
        request = self._request(wait_s)
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata

    def _capture(
        self, newer_than_s: float, wait_s: float, take: Callable[[Any], NDArray[np.uint8]]
    ) -> tuple[NDArray[np.uint8], float]:
        until_s = self._clock.now_s() + wait_s
        while (left_s := until_s - self._clock.now_s()) > 0:
            request = self._request(min(left_s, SILENCE_S))
            try:
                began_s = self._began_s(request.get_metadata())
                if began_s > newer_than_s:
                    taken = take(request)
                    self._stir()
                    return taken, began_s
            finally:
                request.release()
        self._stopped(wait_s)

    def _request(self, wait_s: float) -> Any:
        try:
            request = self._camera.capture_request(wait=wait_s)
            self._stir()
            return request
        except (TimeoutError, RuntimeError):
            # A capture that never came is taken back, or later ones would queue behind it.
            if hasattr(self._camera, "cancel_all_and_flush"):
                self._camera.cancel_all_and_flush()
        self._stopped(wait_s)

    def _began_s(self, metadata: Mapping[str, Any]) -> float:
        if "SensorTimestamp" not in metadata:
            self._unfit(
                "pi_no_time",
                "The camera {camera} sends pictures without their time; update picamera2.",
            )
        # The stamp counts from the boot like the monotonic clock (a Pi never sleeps) and marks
        # the end of the first row's exposure, as picamera2's own `flush` takes it.
        exposure_s = metadata.get("ExposureTime", _LONGEST_EXPOSURE_S * 1e6) / 1e6
        return float(metadata["SensorTimestamp"] / 1e9 - exposure_s)

    def _picture(self, request: Any) -> NDArray[np.uint8]:
        return self._picture_of(self.size_wh)(request)

    def _picture_of(self, size_wh: tuple[int, int]) -> Callable[[Any], NDArray[np.uint8]]:
        width, height = size_wh

        def take(request: Any) -> NDArray[np.uint8]:
            array = request.make_array("main")
            if self._pixels == NV12:
                planes = np.ascontiguousarray(self._cut(array, (height * 3 // 2, width)))
                return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV12), np.uint8)
            return np.ascontiguousarray(self._cut(array, (height, width, 3)))

        return take

    def _grey(self, request: Any) -> NDArray[np.uint8]:
        width, height = self._grey_wh
        luma = np.ascontiguousarray(self._cut(request.make_array("lores"), (height, width)))
        return small(luma)

    def _cut(self, array: Any, shape: tuple[int, ...]) -> Any:
        """Leave out what pads the rows, and the planes after the brightness."""
        if array.ndim != len(shape) or any(
            has < wants for has, wants in zip(array.shape, shape, strict=True)
        ):
            self._unfit(
                "pi_other_shape",
                "The camera {camera} sends {got} pictures, not {asked}; update picamera2.",
                got=str(array.shape),
                asked=str(shape),
            )
        return array[tuple(map(slice, shape))]

    def _unfit(self, key: str, template: str, **more: str) -> NoReturn:
        sentence = Sentence(key, template, camera=self.name, **more)
        raise CameraError(CameraState.UNFIT.value, sentence)

    def _stopped(self, wait_s: float) -> NoReturn:
        raise stopped(self.name, wait_s)


def stopped(name: str, wait_s: float) -> CameraError:
    """The error of a camera that is silent."""
    return CameraError(
        CameraState.STOPPED.value,
        Sentence(
            "pi_stopped",
            "The camera {camera} has sent no new picture for {wait_s} s; check its ribbon cable. "
            "It is tried again by itself.",
            camera=name,
            wait_s=f"{wait_s:.1f}",
        ),
    )


def _even(pixels: float) -> int:
    return int(pixels) // 2 * 2


def _opened(picamera2: Any, number: int) -> Any:
    found = picamera2.global_camera_info()
    if not found:
        raise CameraError(CameraState.NO_CAMERA.value, _NO_CAMERA)
    if number >= len(found):
        raise CameraError(
            CameraState.NO_CAMERA.value,
            Sentence(
                "pi_no_number",
                "There is no camera number {number}; this Raspberry Pi has {count}.",
                number=str(number),
                count=str(len(found)),
            ),
        )
    try:
        return picamera2(number)
    except (RuntimeError, OSError) as error:
        # picamera2 has no error of its own for a camera that somebody else holds.
        raise CameraError(CameraState.BUSY.value, _BUSY) from error
