"""Finds the pins of this computer, or pretend ones when they are asked for by name."""

from __future__ import annotations

import warnings
from typing import Any

from companion.flow import Sentence

NO_PINS = Sentence(
    "no_pins",
    "This computer has no usable pins, so the buttons and the lamp on it do nothing; the page's "
    "buttons work. On a Raspberry Pi run 'sudo apt install python3-gpiozero python3-lgpio'.",
)


def pin_factory(kind: str) -> Any | None:
    """Give gpiozero's pin factory: `gpio` this computer's (None without pins), `mock` pretend.

    Raises ValueError for another kind.
    """
    if kind == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    if kind != "gpio":
        raise ValueError(f"pins are 'gpio' or 'mock', not {kind!r}")
    return _real_factory()


def _real_factory() -> Any | None:
    from gpiozero import Device

    if Device.pin_factory is not None:
        return Device.pin_factory
    with warnings.catch_warnings():
        # gpiozero warns once for each library it tries; one sentence of ours says it all.
        warnings.simplefilter("ignore")
        try:
            return Device._default_pin_factory()
        except Exception:
            # Each library behind gpiozero raises classes of its own, some not importable here.
            return None
