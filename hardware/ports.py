"""What the rest of the companion may expect of a device: small protocols and named states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from companion.flow import Frame, Press

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Clock(Protocol):
    """A clock that never goes backwards."""

    def now_s(self) -> float:
        """Seconds since some fixed moment."""

    def wait_s(self, duration_s: float) -> None:
        """Come back after that many seconds; at once when they are not positive."""


GLIMPSE_WIDTH_PX = 640
"""Widest picture that `Camera.luma` gives."""


class CameraState(StrEnum):
    """The states a camera can be in; a CameraError carries one of them by its words."""

    STARTING = "starting"
    LIVE = "live"
    NO_CAMERA = "no camera"
    BUSY = "busy"
    STOPPED = "stopped"
    HANGS = "hangs"  # its driver does not come back; nothing in this process can help
    ENDED = "ended"
    UNFIT = "unfit"  # it answers, but not with the pictures that were asked for


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The brightness of a small picture, uint8 (height, width), read-only: enough to see motion.

    `exposed_at_s` is when its exposure began.  Raises ValueError for another array.
    """

    luma: NDArray[np.uint8]
    exposed_at_s: float

    def __post_init__(self) -> None:
        if self.luma.ndim != 2 or str(self.luma.dtype) != "uint8":
            raise ValueError(f"a glimpse is (height, width) uint8, not {self.luma.shape}")
        self.luma.flags.writeable = False


class Camera(Protocol):
    """Gives frames; one owner at a time, closed when no longer needed."""

    @property
    def name(self) -> str:
        """What people call it, e.g. `usb 0`."""

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down of the frames that really come."""

    @property
    def state(self) -> CameraState:
        """How it is now."""

    @property
    def problem(self) -> str:
        """What can't be kept fixed since it was opened or settled last, or nothing; at once."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the newest frame whose exposure began after `newer_than_s`.

        Waits for it at most `wait_s` (and a computed picture's computing time).  Raises
        CameraError with a named state and a sentence that says what to do.
        """

    def luma(self, newer_than_s: float, wait_s: float) -> Glimpse:
        """Give a small grey picture exposed after `newer_than_s`; otherwise like `frame`.

        At most GLIMPSE_WIDTH_PX across, and cheap where the camera makes it by itself.
        """

    def moved(self) -> bool:
        """Say whether something moved in view since it was asked last.

        False where the camera can't tell cheaply; True when it could, but gives no pictures.
        """

    def still(self, wait_s: float) -> Frame:
        """Give a picture begun after the call, as large as the sensor is, for calibrating.

        Takes longer than a frame and may be larger than `size_wh`; raises as `frame` does.
        """

    def settle(self) -> str:
        """Measure exposure, white balance and focus anew, then keep them fixed.

        Gives a sentence about what can't be kept fixed, or nothing.  A camera without such
        settings does nothing.  Raises CameraError when it gives no pictures.
        """

    def close(self) -> None:
        """Let the device go; closing twice is fine."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


PressSink = Callable[[Press], object]
"""Where presses go; it only enqueues and never waits."""


class InputState(StrEnum):
    """How buttons, keys, lamps or buzzers are."""

    READY = "ready"
    NO_PINS = "no pins"
    PIN_BUSY = "pin busy"
    ENDED = "ended"


class Buttons(Protocol):
    """A source of presses."""

    @property
    def state(self) -> InputState:
        """How the source is."""

    @property
    def problem(self) -> str:
        """What is wrong and what to do, or empty."""

    @property
    def overflow(self) -> int:
        """How many edges or keys were lost because too many came at once."""

    def start(self) -> None:
        """Begin to send presses to the sink."""

    def close(self) -> None:
        """Stop; closing twice is fine."""


class Lamps(Protocol):
    """A lamp that shows how the table is."""

    @property
    def state(self) -> InputState:
        """How the lamp is."""

    @property
    def problem(self) -> str:
        """What is wrong and what to do, or empty."""

    def show(self, colour: str) -> None:
        """Show a named colour; `off` and unknown names are dark."""

    def close(self) -> None:
        """Go dark and let the pins go; closing twice is fine."""


class Buzzer(Protocol):
    """A buzzer that can be heard when nobody looks at the lamp."""

    @property
    def state(self) -> InputState:
        """How the buzzer is."""

    @property
    def problem(self) -> str:
        """What is wrong and what to do, or empty."""

    def start(self) -> None:
        """Begin to sound what it is told."""

    def sound(self, pattern: str) -> None:
        """Sound a named pattern: `accepted`, `refused` or `ask`; other names are silence."""

    def close(self) -> None:
        """Fall silent and let the pin go; closing twice is fine."""
