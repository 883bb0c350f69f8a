"""A three-colour lamp on pins, through gpiozero; a table without one is fine too."""

from __future__ import annotations

from typing import Any

from companion.flow import Sentence
from hardware.pin_factory import NO_PINS
from hardware.ports import InputState

COLOURS_RGB: dict[str, tuple[float, float, float]] = {
    "off": (0.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.1),
    "blue": (0.0, 0.2, 1.0),
    "amber": (1.0, 0.4, 0.0),
    "magenta": (1.0, 0.0, 0.6),
    "red": (1.0, 0.0, 0.0),
    "white": (1.0, 1.0, 1.0),
}


class NoLamp:
    """A table without a lamp."""

    state, problem = InputState.READY, ""

    def show(self, colour: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class PinLamp:
    """An RGB lamp on three BCM pins (red, green, blue).

    Without a factory the state is `no pins`, with a pin that can't be had `pin busy`; it then
    stays dark and `problem` says why.
    """

    def __init__(
        self, pins_rgb_bcm: tuple[int, int, int], factory: Any | None, *, brightness: float = 1.0
    ) -> None:
        self._brightness, self._shown = brightness, ""
        self._led: Any | None = None
        self.state, self.problem = InputState.READY, ""
        if factory is None:
            self.state, self.problem = InputState.NO_PINS, NO_PINS
            return
        from gpiozero import RGBLED

        red, green, blue = pins_rgb_bcm
        try:
            self._led = RGBLED(red, green, blue, pin_factory=factory)
        except Exception as error:
            # Every pin library has errors of its own; people need the pins' numbers.
            self.state = InputState.PIN_BUSY
            self.problem = Sentence(
                "lamp_pins",
                "The lamp's pins {pins} can't be used ({why}); free them or choose others in the "
                "settings.",
                pins=f"{red}, {green}, {blue}",
                why=str(error),
            )

    def show(self, colour: str) -> None:
        """Show a colour of COLOURS_RGB; dark for any other name."""
        if self._led is None or colour == self._shown:
            return
        red, green, blue = COLOURS_RGB.get(colour, COLOURS_RGB["off"])
        self._led.color = tuple(part * self._brightness for part in (red, green, blue))
        self._shown = colour

    def close(self) -> None:
        """Go dark and let the pins go."""
        if self._led is not None:
            self._led.close()
            self._led = None
        self.state = InputState.ENDED
