"""What the rest of the companion may expect of a device: small protocols and named states."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from companion.flow import Frame, Press


class Clock(Protocol):
    """A clock that never goes backwards."""

    def now_s(self) -> float:
        """Seconds since some fixed moment."""

    def wait_s(self, duration_s: float) -> None:
        """Come back after that many seconds; at once when they are not positive."""


class CameraState(StrEnum):
    """The states a camera can be in; a CameraError carries one of them by its words."""

    STARTING = "starting"
    LIVE = "live"
    NO_CAMERA = "no camera"
    BUSY = "busy"
    STOPPED = "stopped"
    ENDED = "ended"
    UNFIT = "unfit"  # it answers, but not with the pictures that were asked for


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

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the newest frame whose exposure began after `newer_than_s`.

        Waits for it at most `wait_s` (and a computed picture's computing time).  Raises
        CameraError with a named state and a sentence that says what to do.
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
    """How buttons, keys or lamps are."""

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
