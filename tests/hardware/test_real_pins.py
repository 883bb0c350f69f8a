"""The contract of buttons, lamp and buzzer on real lines through the real lgpio.

Run by `make test-gpio` inside a kernel that simulates the lines; they are driven and looked at
from outside, in the kernel's own files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pin_contract import LAMP_RGB, PINS, PinContract, Table

from hardware.clock import MonotonicClock
from hardware.lamps import PinLamp
from hardware.ports import InputState

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
PI_4B = 0xC03111  # the revision code of a Raspberry Pi 4B; the simulating kernel has none
SAMPLES = 100

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHIP.exists(), reason="there are no simulated pins here; make test-gpio has them"
    ),
]


class SimulatedLines:
    """Lines of the kernel's gpio-sim."""

    def __init__(self) -> None:
        from gpiozero.pins.lgpio import LGPIOFactory

        class OnSimulatedChip(LGPIOFactory):  # type: ignore[misc]
            def _get_revision(self) -> int:
                return PI_4B

        self.factory: Any = OnSimulatedChip(chip=0)
        self.clock = MonotonicClock()

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


@pytest.fixture
def lines() -> Any:
    lines = SimulatedLines()
    yield lines
    lines.factory.close()


class TestRealPins(PinContract):
    """The contract over the real ones."""


def test_a_pin_held_by_another_program_is_named(lines: SimulatedLines) -> None:
    import lgpio

    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_input(chip, PINS["look"])
    lgpio.gpio_claim_output(chip, LAMP_RGB[1])
    try:
        table = Table(lines)
        assert table.buttons.state is InputState.PIN_BUSY
        assert "Pin 17 for the button 'look'" in table.buttons.problem
        table.buttons.close()
        lamp = PinLamp(LAMP_RGB, lines.factory)
        assert lamp.state is InputState.PIN_BUSY
        assert "5, 6 and 13" in lamp.problem
        lamp.close()
    finally:
        lgpio.gpiochip_close(chip)


def test_a_thread_sends_presses_of_real_lines(lines: SimulatedLines) -> None:
    table = Table(lines)
    table.buttons.start()
    for length_s in (0.15, 0.9):
        table.drive("next", down=True)
        table.clock.wait_s(length_s)
        table.drive("next", down=False)
        table.clock.wait_s(0.3)
    table.buttons.close()
    assert table.pressed == [("next", False), ("next", True)]
