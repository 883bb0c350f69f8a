"""Push buttons on pins, through gpiozero; its callbacks only enqueue, one thread decides."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.flow import Press, Sentence, together
from hardware.pin_factory import NO_PINS
from hardware.ports import Clock, InputState, PressSink
from hardware.presses import DEBOUNCE_S, HOLD_S, PressDecider

EDGES_KEPT = 64
_IDLE_WAIT_S = 0.25
_STOP_WAIT_S = 1.0


@dataclass(frozen=True, slots=True)
class _Edge:
    button: str
    down: bool
    at_s: float


class PinButtons:
    """Buttons between a pin and ground, by name and BCM number.

    Without a factory the state is `no pins`; a pin that can't be had is named in `problem`
    while the other buttons work.  `step` decides about what came so far; `start` lets a
    thread do that.
    """

    def __init__(
        self,
        pins_bcm: Mapping[str, int],
        clock: Clock,
        sink: PressSink,
        factory: Any | None,
        *,
        debounce_s: float = DEBOUNCE_S,
        hold_s: float = HOLD_S,
    ) -> None:
        self._clock, self._sink = clock, sink
        self._debounce_s = debounce_s
        self._edges: deque[_Edge] = deque()
        self._wake = threading.Condition()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._devices: dict[str, Any] = {}
        self._deciders: dict[str, PressDecider] = {}
        self.overflow = self._doubted_at = 0
        self.state, self.problem = InputState.READY, ""
        if factory is None:
            self.state, self.problem = InputState.NO_PINS, NO_PINS
            return
        for name, pin in pins_bcm.items():
            self._open(name, pin, factory)
            if name in self._devices:
                self._deciders[name] = PressDecider(debounce_s, hold_s)

    def start(self) -> None:
        """Decide in a thread from now on; nothing to do without buttons."""
        if self._devices and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
            self._thread.start()

    def step(self) -> None:
        """Decide about all edges so far and the pins' levels now; send presses to the sink."""
        with self._wake:
            edges = list(self._edges)
            self._edges.clear()
            lost, self._doubted_at = self.overflow > self._doubted_at, self.overflow
        for decider in self._deciders.values() if lost else ():
            decider.doubt()
        for edge in edges:
            self._send(edge.button, self._deciders[edge.button].edge(edge.down, edge.at_s))
        for name, device in self._devices.items():
            # Read the time before the level, so that no level counts for longer than it stood.
            now_s = self._clock.now_s()
            self._send(name, self._deciders[name].settle(now_s, bool(device.is_pressed)))

    def close(self) -> None:
        """Stop deciding and let the pins go."""
        self._stop.set()
        with self._wake:
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(_STOP_WAIT_S)
        for device in self._devices.values():
            device.close()
        self._devices.clear()
        self.state = InputState.ENDED

    def _open(self, name: str, pin: int, factory: Any) -> None:
        from gpiozero import Button

        try:
            # gpiozero's own debouncing is left off: it is absent from its pretend pins.
            device = Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        except Exception as error:
            # Every pin library has errors of its own; people need the pin's number.
            self.state = InputState.PIN_BUSY
            taken = Sentence(
                "button_pin",
                "Pin {pin} for the button '{button}' can't be used ({why}); free it or choose "
                "another pin in the settings.",
                pin=str(pin),
                button=name,
                why=str(error),
            )
            self.problem = together(self.problem, taken)
            return
        device.when_pressed = partial(self._edge, name, True)
        device.when_released = partial(self._edge, name, False)
        self._devices[name] = device

    def _edge(self, name: str, down: bool) -> None:
        """Called by gpiozero's thread: note the edge and nothing else."""
        edge = _Edge(name, down, self._clock.now_s())
        with self._wake:
            if len(self._edges) >= EDGES_KEPT:
                self.overflow += 1  # the pin's level, read later, puts it right
            else:
                self._edges.append(edge)
            self._wake.notify_all()

    def _send(self, name: str, decided: list[Any]) -> None:
        for press in decided:
            self._sink(Press(name, press.at_s, "pin", held=press.held))

    def _run(self) -> None:
        while not self._stop.is_set():
            # A button that is down is looked at often: no release is short enough to be missed.
            alert = any(decider.settling or decider.down for decider in self._deciders.values())
            wait_s = self._debounce_s if alert else _IDLE_WAIT_S
            with self._wake:
                self._wake.wait_for(lambda: bool(self._edges) or self._stop.is_set(), wait_s)
            with contextlib.suppress(_closed_error()):
                self.step()


def _closed_error() -> type[Exception]:
    """The error of a pin that was closed while its level was being read."""
    from gpiozero import DeviceClosed

    error: type[Exception] = DeviceClosed
    return error
