"""A buzzer on a pin, through gpiozero: short patterns of sound, none of them waited for."""

from __future__ import annotations

import threading
from typing import Any

from companion.flow import Sentence
from hardware.pin_factory import NO_PINS
from hardware.ports import Clock, InputState

# Seconds of sound and of silence in turn, told apart by number and length without looking.
PATTERNS_S: dict[str, tuple[float, ...]] = {
    "accepted": (0.08,),
    "refused": (0.35, 0.12, 0.35),
    "ask": (0.08, 0.08, 0.08, 0.08, 0.08),
}
_IDLE_WAIT_S = 0.5
_STOP_WAIT_S = 1.0


class NoBuzzer:
    """A table without a buzzer."""

    state, problem = InputState.READY, ""

    def start(self) -> None:
        """Do nothing."""

    def sound(self, pattern: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class PinBuzzer:
    """An active buzzer (it sounds by itself when it has current) on a BCM pin.

    Without a factory the state is `no pins`, with a pin that can't be had `pin busy`; it then
    stays silent and `problem` says why.  `step` does what is due; `start` lets a thread do that.
    """

    def __init__(self, pin_bcm: int, clock: Clock, factory: Any | None) -> None:
        self._clock = clock
        self._device: Any | None = None
        self._changes: list[tuple[float, bool]] = []  # when, and whether it sounds from then
        self._begun = False  # a pattern that no step has seen yet
        self._wake = threading.Condition()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.state, self.problem = InputState.READY, ""
        if factory is None:
            self.state, self.problem = InputState.NO_PINS, NO_PINS
            return
        from gpiozero import DigitalOutputDevice

        try:
            self._device = DigitalOutputDevice(pin_bcm, pin_factory=factory)
        except Exception as error:
            # Every pin library has errors of its own; people need the pin's number.
            self.state = InputState.PIN_BUSY
            self.problem = Sentence(
                "buzzer_pin",
                "Pin {pin} for the buzzer can't be used ({why}); free it or choose another pin in "
                "the settings.",
                pin=str(pin_bcm),
                why=str(error),
            )

    def start(self) -> None:
        """Sound in a thread from now on; nothing to do without a buzzer."""
        if self._device is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
            self._thread.start()

    def sound(self, pattern: str) -> None:
        """Begin a pattern of PATTERNS_S in place of one that sounds; others are silence."""
        at_s = self._clock.now_s()
        changes, on = [], True
        for lasts_s in PATTERNS_S.get(pattern, ()):
            changes.append((at_s, on))
            at_s, on = at_s + lasts_s, not on
        with self._wake:
            self._changes, self._begun = [*changes, (at_s, False)], True
            self._wake.notify_all()

    def step(self) -> float:
        """Do what is due; gives the seconds until the next change, at most half a second."""
        now_s = self._clock.now_s()
        with self._wake:
            self._begun = False
            due = [on for at_s, on in self._changes if at_s <= now_s]
            self._changes = [change for change in self._changes if change[0] > now_s]
            wait_s = self._changes[0][0] - now_s if self._changes else _IDLE_WAIT_S
            if due and self._device is not None:
                self._device.value = due[-1]
        return min(wait_s, _IDLE_WAIT_S)

    def close(self) -> None:
        """Fall silent and let the pin go."""
        self._stop.set()
        with self._wake:
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(_STOP_WAIT_S)
        with self._wake:
            device, self._device = self._device, None
        if device is not None:
            device.close()
        self.state = InputState.ENDED

    def _run(self) -> None:
        while not self._stop.is_set():
            wait_s = self.step()
            with self._wake:
                self._wake.wait_for(lambda: self._begun or self._stop.is_set(), wait_s)
