"""A USB camera through OpenCV: one reader thread, the newest frame only, numbered waits."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraError
from companion.flow import Frame, Sentence
from hardware.claims import Claim, camera_hangs, claim_device
from hardware.closing import PlainCamera
from hardware.pacing import camera_closed
from hardware.ports import CameraState, Clock
from hardware.usb_device import Capture, OpenCapture, claimed_name, fits, open_v4l2
from hardware.usb_device import exists as device_exists
from hardware.usb_settling import SETTLE_S, UsbSettling

_log = logging.getLogger(__name__)

MOST_WAIT_S = 2.0
_CLOSE_WAIT_S = 1.0
_SETTLING_WAIT_S = SETTLE_S + 2.0
_SILENCE_S = 1.6
# OpenCV itself gives up a read after ten seconds.
_HANGS_AFTER_S = 12.0
_SLOWEST_PERIOD_S = 0.2
_OF_NO_USE = (CameraState.NO_CAMERA, CameraState.BUSY, CameraState.UNFIT, CameraState.ENDED)

T = TypeVar("T")


class UsbCamera(PlainCamera):
    """A camera at `/dev/video{N}` or a device path.

    Opening and reading happen in one thread of its own, so that a hanging device only leaves
    `frame` without a picture: it raises CameraError `stopped` within its wait, at most
    MOST_WAIT_S.  A device that fails is opened again by the same thread, after `reopen_after_s`.
    The frame's time is taken from before its read, less one frame period, because a frame's
    exposure may have begun before it was asked for; one that was there at once had waited in the
    driver, and counts as the one after the last.  Light and focus are measured and fixed
    each time it is opened; `problem` says what can't be.
    """

    def __init__(
        self,
        device: int | str,
        clock: Clock,
        *,
        size_wh: tuple[int, int] = (1920, 1080),
        open_capture: OpenCapture = open_v4l2,
        exists: Callable[[int | str], bool] = device_exists,
        reopen_after_s: float = 1.0,
        claim: Callable[[str], Claim] = claim_device,
    ) -> None:
        self.name = f"usb {device}"
        self._device, self._clock, self._asked_wh = device, clock, size_wh
        self._open, self._exists = open_capture, exists
        self._reopen_after_s, self._claim = reopen_after_s, claim
        self._size_wh = size_wh
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._settling: UsbSettling | None = None
        self._settle_asked = False
        self._called_at_s: float | None = None  # when the device was last called and has to answer
        self.problem = ""
        self._state = CameraState.STARTING
        self._why: str = self._said("usb_starting", "is still starting; wait a moment.")
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    @property
    def size_wh(self) -> tuple[int, int]:
        """The size that the device really gives, once it is open."""
        return self._size_wh

    @property
    def state(self) -> CameraState:
        """How the device was when last heard of."""
        return self._state

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the newest frame exposed after `newer_than_s`; see the Camera protocol."""
        wait_s = min(wait_s, MOST_WAIT_S)
        with self._changed:
            self._changed.wait_for(lambda: self._answer(newer_than_s), timeout=wait_s)
            newest = self._newest
            if newest is not None and newest.exposed_at_s > newer_than_s:
                return newest
            called_at_s = self._called_at_s
            if called_at_s is not None and self._clock.now_s() - called_at_s > _HANGS_AFTER_S:
                raise camera_hangs(self.name)
            if self._state in (CameraState.LIVE, CameraState.STARTING):
                self._state = CameraState.STOPPED
                self._why = self._said(
                    "usb_silent",
                    "has sent no new picture for {wait_s} s; check its cable, or unplug it and "
                    "plug it in again.",
                    wait_s=f"{wait_s:g}",
                )
            raise CameraError(self._state.value, self._why)

    def settle(self) -> str:
        """Measure and fix light and focus again; see the Camera protocol."""
        until_s = self._clock.now_s() + _SETTLING_WAIT_S
        with self._changed:
            self._settle_asked = True
            while self._settle_asked:
                newest = self._newest
                came = self._changed.wait_for(
                    lambda: (
                        not self._settle_asked
                        or self._newest is not newest  # noqa: B023
                        or self._told
                    ),
                    # One that is being opened may take longer than one that falls silent.
                    timeout=_SETTLING_WAIT_S if newest is None else _SILENCE_S,
                )
                if self._told or (not came and self._state is CameraState.STOPPED):
                    raise CameraError(self._state.value, self._why)
                if not came or self._clock.now_s() > until_s:
                    silent = self._said("usb_mute", "sends no pictures; check its cable.")
                    raise CameraError(CameraState.STOPPED.value, silent)
            return self.problem

    def close(self) -> None:
        """Let the device go; a device that hangs is left to the system after a second."""
        self._stop.set()
        with self._changed:
            self._state, self._why = CameraState.ENDED, camera_closed(self.name).sentence
            self._newest = None
            self._changed.notify_all()
        self._thread.join(_CLOSE_WAIT_S)

    def _answer(self, newer_than_s: float) -> bool:
        fresh = self._newest is not None and self._newest.exposed_at_s > newer_than_s
        return fresh or self._told

    @property
    def _told(self) -> bool:
        """Whether waiting for a picture is of no use: what is wrong is known."""
        return self._state in _OF_NO_USE

    def _run(self) -> None:
        said = ""
        while not self._stop.is_set():
            try:
                self._open_and_read()
            except Exception as error:
                # Whatever a driver raises: the thread goes on, and the device is opened again.
                if repr(error) != said:
                    _log.error("the camera %s failed", self.name, exc_info=error)
                said = repr(error)
                self._say(
                    CameraState.STOPPED,
                    self._said(
                        "usb_broken",
                        "does not work; check its cable. It is tried again by itself; the log "
                        "says more.",
                    ),
                )
            self._stop.wait(self._reopen_after_s)

    def _open_and_read(self) -> None:
        try:
            claim = self._claim(claimed_name(self._device))
        except CameraError as error:
            self._say(CameraState(error.state), error.sentence)
            return
        try:
            capture = self._opened()
            if capture is not None:
                try:
                    self._read_on(capture)
                finally:
                    capture.release()
        finally:
            claim.release()

    def _call(self, function: Callable[[], T]) -> T:
        """Call the device, and note since when it has to answer."""
        self._called_at_s = self._clock.now_s()
        try:
            return function()
        finally:
            self._called_at_s = None

    def _opened(self) -> Capture | None:
        if not self._exists(self._device):
            self._say(
                CameraState.NO_CAMERA,
                self._said(
                    "usb_absent", "is not there; plug it in or name another device in the settings."
                ),
            )
            return None
        capture = self._call(lambda: self._open(self._device))
        if not capture.isOpened():
            capture.release()
            self._say(
                CameraState.BUSY,
                self._said(
                    "usb_shut",
                    "can't be opened; another program may be using it, or this user may not.",
                ),
            )
            return None
        width, height = self._asked_wh
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        got = (int(capture.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        self._size_wh = (next(got), next(got))
        return capture

    def _read_on(self, capture: Capture) -> None:
        rate = capture.get(cv2.CAP_PROP_FPS)
        period_s = min(1 / rate, _SLOWEST_PERIOD_S) if rate > 0 else _SLOWEST_PERIOD_S
        self._settling = UsbSettling(capture, self._clock.now_s())
        began_s = self._clock.now_s() - period_s
        while not self._stop.is_set():
            asked_s = self._clock.now_s()
            ok, image = self._call(capture.read)
            if not ok or image is None:
                stopped = self._said("usb_stopped", "stopped sending pictures; check its cable.")
                self._say(CameraState.STOPPED, stopped)
                return
            if not fits(image, self._size_wh):
                self._say(CameraState.UNFIT, self._unfit(image))
                return
            waited = self._clock.now_s() - asked_s < period_s / 2
            newest_s = asked_s - period_s
            began_s = min(newest_s, began_s + period_s) if waited else newest_s
            self._settle_on(capture, image)
            self._show(Frame(image, began_s, self.name))

    def _settle_on(self, capture: Capture, image_bgr: NDArray[np.uint8]) -> None:
        """Go on measuring light and focus, or begin when asked to."""
        settling = self._settling
        if settling is not None:
            settling.feed(image_bgr, self._clock.now_s())
            if not settling.done:
                return
            self.problem, self._settling = settling.problem, None
            with self._changed:
                self._settle_asked = False
                self._changed.notify_all()
        elif self._settle_asked:
            self._settling = UsbSettling(capture, self._clock.now_s())

    def _show(self, frame: Frame) -> None:
        with self._changed:
            if self._stop.is_set():
                return
            self._newest, self._state, self._why = frame, CameraState.LIVE, ""
            self._changed.notify_all()

    def _said(self, key: str, ending: str, **values: str) -> Sentence:
        return Sentence(key, f"The camera {{camera}} {ending}", camera=self.name, **values)

    def _unfit(self, image: NDArray[Any]) -> Sentence:
        width, height = self._size_wh
        return self._said(
            "usb_unfit",
            "sends {got} pictures though it said {asked} in colour; choose another size in the "
            "settings.",
            got=f"{image.shape} {image.dtype}",
            asked=f"{width} x {height}",
        )

    def _say(self, state: CameraState, why: str) -> None:
        with self._changed:
            if self._stop.is_set():
                return
            self._state, self._why = state, why
            self._changed.notify_all()
