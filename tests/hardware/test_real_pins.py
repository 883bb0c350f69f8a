"""The contract of buttons, lamp and buzzer on real lines through the real lgpio.

Run by `make test-gpio` inside a kernel that simulates the lines; they are driven and looked at
from outside, in the kernel's own files.
"""

from __future__ import annotations

import queue
from pathlib import Path
from typing import Any

import pytest
from pin_contract import LAMP_RGB, PINS, PinContract

from companion.flow import Press
from hardware.buttons import PinButtons
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.lamps import PinLamp
from hardware.ports import Clock, InputState

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
PI_4B = 0xC03111  # the revision code of a Raspberry Pi 4B; the simulating kernel has none
SAMPLES = 60
EDGE_S = 0.02  # an edge has come through the kernel, lgpio and gpiozero by then

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHIP.exists(), reason="there are no simulated pins here; make test-gpio has them"
    ),
]


class EdgesFirst(HandTurnedClock):
    """A clock turned by hand that first lets the edges so far arrive.

    So a test says how long a level stands, and a busy computer can't stretch it.
    """

    def wait_s(self, duration_s: float) -> None:
        MonotonicClock().wait_s(EDGE_S)
        super().wait_s(duration_s)


class SimulatedLines:
    """Lines of the kernel's gpio-sim."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory
        self.clock: Clock = EdgesFirst(50.0)

    def drive(self, pin_bcm: int, *, down: bool) -> None:
        (self._line(pin_bcm) / "pull").write_text("pull-down" if down else "pull-up")

    def level(self, pin_bcm: int) -> float:
        """lgpio dims a lamp by switching it quickly, so look more than once."""
        high = 0
        for _ in range(SAMPLES):
            high += int((self._line(pin_bcm) / "value").read_text())
        return high / SAMPLES

    def _line(self, pin_bcm: int) -> Path:
        return CHIP / f"sim_gpio{pin_bcm}"


@pytest.fixture(scope="module")
def factory() -> Any:
    """One for all tests: lgpio has one thread for edges, which does not outlive its chip."""
    from gpiozero.pins.lgpio import LGPIOFactory

    class OnSimulatedChip(LGPIOFactory):  # type: ignore[misc]
        def _get_revision(self) -> int:
            return PI_4B

    factory = OnSimulatedChip(chip=0)
    yield factory
    factory.close()


@pytest.fixture
def lines(factory: Any) -> SimulatedLines:
    return SimulatedLines(factory)


class TestRealPins(PinContract):
    """The contract over the real ones."""


def test_pins_held_by_another_program_are_named(lines: SimulatedLines) -> None:
    import lgpio

    # Pins that no test before has used: gpiozero keeps a pin as long as its factory.
    taken, green = 23, 24
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_input(chip, taken)
    lgpio.gpio_claim_output(chip, green)
    try:
        buttons = PinButtons(
            {"look": taken, "next": PINS["next"]}, lines.clock, list[Press]().append, lines.factory
        )
        assert buttons.state is InputState.PIN_BUSY
        assert f"Pin {taken} for the button 'look'" in buttons.problem
        assert "next" not in buttons.problem
        buttons.close()
        lamp = PinLamp((LAMP_RGB[0], green, LAMP_RGB[2]), lines.factory)
        assert lamp.state is InputState.PIN_BUSY
        assert f"5, {green}, 13" in lamp.problem
        lamp.show("red")
        lamp.close()
    finally:
        lgpio.gpiochip_close(chip)


def test_a_thread_sends_presses_of_real_lines_as_time_goes_by(lines: SimulatedLines) -> None:
    arrived: queue.Queue[Press] = queue.Queue(8)
    clock = MonotonicClock()
    buttons = PinButtons(PINS, clock, arrived.put_nowait, lines.factory)
    buttons.start()
    for length_s, held in ((0.15, False), (0.9, True)):
        lines.drive(PINS["next"], down=True)
        clock.wait_s(length_s)
        lines.drive(PINS["next"], down=False)
        press = arrived.get(timeout=10.0)
        assert (press.button, press.held) == ("next", held)
    buttons.close()
    assert arrived.empty()
